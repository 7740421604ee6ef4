import { Link } from 'wouter';
import type { Employee } from '../../api/types.ts';
import { Badge } from '../../design/badge.tsx';
import { Empty } from '../../design/empty.tsx';
import { Avatar } from '../../domain/avatar.tsx';
import { SubscriptionBadge } from '../../domain/subscription-badge.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';

export function EmployeeTable({ people, isFiltered }: { people: Employee[]; isFiltered: boolean }) {
  const { employees, common } = useMessages();
  if (people.length === 0)
    return (
      <Empty icon="people" title={isFiltered ? employees.nobody : employees.nobodyYet}>
        {isFiltered ? employees.nobodyText : employees.nobodyYetText}
      </Empty>
    );
  return (
    <div className="table-scroll">
      <table className="table table-cards">
        <thead>
          <tr>
            <th>{employees.person}</th>
            <th>{common.status}</th>
            <th>{employees.plan}</th>
            <th className="end">{employees.contribution}</th>
            <th className="end">{employees.nextTicket}</th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <Row key={person.id} person={person} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ person }: { person: Employee }) {
  const { employees, vocabulary } = useMessages();
  const format = useFormat();
  const { plan, subscription } = person;
  return (
    <tr>
      <td>
        <div className="person-cell">
          <Avatar person={person} />
          <div className="truncate">
            <Link href={`/employees/${person.id}`} className="row-link">
              {person.firstName} {person.lastName}
            </Link>
            <div className="small quiet truncate">{person.email}</div>
          </div>
        </div>
      </td>
      <td>
        <div className="row">
          <SubscriptionBadge status={subscription.status} />
          {plan.contractSigningStatus === 'pending' && (
            <Badge tone="info">{vocabulary.signing.pending}</Badge>
          )}
        </div>
      </td>
      <td className="quiet nowrap">{vocabulary.planShort[plan.type]}</td>
      <td className="end numbers" data-label={employees.contribution}>
        {format.money(Math.round(plan.employeeContributionAmount.value * 100))}
      </td>
      <td className="end numbers nowrap" data-label={employees.nextTicket}>
        {subscription.nextTicketAt ? format.day(subscription.nextTicketAt) : '–'}
      </td>
    </tr>
  );
}
