import { Link } from 'wouter';

interface Named {
  employeeId: number;
  firstName: string;
  lastName: string;
  email: string;
}

/** The person in a list of contracts or tickets. */
export function PersonCell({ person }: { person: Named }) {
  return (
    <>
      <Link href={`/employees/${person.employeeId}`} className="strong">
        {person.firstName} {person.lastName}
      </Link>
      <div className="small quiet">{person.email}</div>
    </>
  );
}
