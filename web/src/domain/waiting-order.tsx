import type { Waiting } from '../api/routes.ts';
import { useFormat } from '../language/use-format.ts';
import { useMessages } from '../language/use-messages.ts';
import './waiting-order.css';

/** The order for everybody waiting for enrolment: the plans, the first days and the monthly costs. */
export function WaitingOrder({ waiting }: { waiting: Waiting }) {
  const { employees, vocabulary } = useMessages();
  const format = useFormat();
  return (
    <>
      <ul className="waiting-groups">
        {waiting.groups.map((group) => (
          <li key={`${group.planType} ${group.start}`} className="waiting-group">
            <div className="strong">{employees.group(group.people, vocabulary.plan[group.planType])}</div>
            <div className="small quiet">
              {employees.eachPays(format.money(group.contributionCents))},{' '}
              {employees.startsOn(format.day(group.start))}
              {group.needsContract && `, ${employees.needsContract}`}
            </div>
          </li>
        ))}
      </ul>
      <h3>{employees.perMonth}</h3>
      <dl className="facts">
        <dt>{employees.companyPays}</dt>
        <dd className="numbers strong">{format.money(waiting.monthlyCents.employer)}</dd>
        <dt>{employees.employeesPay}</dt>
        <dd className="numbers strong">{format.money(waiting.monthlyCents.employees)}</dd>
      </dl>
    </>
  );
}
