import { Link } from 'wouter';
import type { Employee } from '../../api/routes.ts';
import { Badge } from '../../design/badge.tsx';
import type { Column } from '../../design/table.tsx';
import { Avatar } from '../../domain/avatar.tsx';
import { SubscriptionBadge } from '../../domain/subscription-badge.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';

export function useEmployeeColumns(): Column<Employee>[] {
  const { employees, vocabulary, common } = useMessages();
  const format = useFormat();
  return [
    { title: employees.person, show: (person) => <Who person={person} /> },
    {
      title: common.status,
      onPhone: 'corner',
      show: ({ subscription, plan }) => (
        <div className="row">
          <SubscriptionBadge status={subscription.status} />
          {plan.contractSigningStatus === 'pending' && (
            <Badge tone="info">{vocabulary.signing.pending}</Badge>
          )}
        </div>
      ),
    },
    {
      title: employees.plan,
      className: 'quiet nowrap',
      onPhone: 'named',
      show: ({ plan }) => vocabulary.planShort[plan.type],
    },
    {
      title: employees.contribution,
      end: true,
      className: 'numbers',
      onPhone: 'named',
      show: ({ plan }) => format.money(Math.round(plan.employeeContributionAmount.value * 100)),
    },
    {
      title: employees.nextTicket,
      end: true,
      className: 'numbers nowrap',
      onPhone: 'named',
      show: ({ subscription }) => (subscription.nextTicketAt ? format.day(subscription.nextTicketAt) : '–'),
    },
  ];
}

function Who({ person }: { person: Employee }) {
  return (
    <div className="person-cell">
      <Avatar person={person} />
      <div className="truncate">
        <Link href={`/employees/${person.id}`} className="row-link">
          {person.firstName} {person.lastName}
        </Link>
        <div className="small quiet truncate">{person.email}</div>
      </div>
    </div>
  );
}
