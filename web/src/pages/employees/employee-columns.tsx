import { Link } from 'wouter';
import type { Employee } from '../../api/routes.ts';
import { Badge } from '../../design/badge.tsx';
import type { Column } from '../../design/table.tsx';
import { Avatar } from '../../domain/avatar.tsx';
import { SubscriptionBadge } from '../../domain/subscription-badge.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import type { PeopleColumn } from './chosen-columns.ts';

/** The names of the columns that can be chosen. */
export function useColumnTitles(): Record<PeopleColumn, string> {
  const { employees, person, common, vocabulary } = useMessages();
  const { costCentre, department, location, legalEntity } = vocabulary.personField;
  return {
    personnelNumber: person.personnelNumber,
    status: common.status,
    plan: employees.plan,
    contract: employees.contract,
    contribution: employees.contribution,
    start: person.started,
    nextTicket: employees.nextTicket,
    dateOfBirth: employees.dateOfBirth,
    ...{ costCentre, department, location, legalEntity },
    group: employees.groupTitle,
  };
}

/** The name and the chosen columns, in their order. */
export function useEmployeeColumns(chosen: readonly PeopleColumn[]): Column<Employee>[] {
  const { employees, vocabulary } = useMessages();
  const titles = useColumnTitles();
  const format = useFormat();
  const day = (value: string | null) => (value ? format.day(value) : '–');
  const columns: Record<PeopleColumn, Omit<Column<Employee>, 'title'>> = {
    personnelNumber: {
      className: 'numbers nowrap',
      onPhone: 'named',
      sortField: 'personnelNumber',
      show: ({ payroll }) => payroll.personnelNumber ?? '–',
    },
    status: {
      onPhone: 'corner',
      sortField: 'status',
      show: ({ subscription, plan }) => (
        <div className="row">
          <SubscriptionBadge status={subscription.status} />
          {plan.contractSigningStatus === 'pending' && !chosen.includes('contract') && (
            <Badge tone="info">{vocabulary.signing.pending}</Badge>
          )}
        </div>
      ),
    },
    plan: {
      className: 'quiet nowrap',
      onPhone: 'named',
      show: ({ plan }) => vocabulary.planShort[plan.type],
    },
    contract: {
      className: 'nowrap',
      onPhone: 'named',
      show: ({ plan }) => (plan.contractSigningStatus ? vocabulary.signing[plan.contractSigningStatus] : '–'),
    },
    contribution: {
      end: true,
      className: 'numbers',
      onPhone: 'named',
      show: ({ plan, subscription }) =>
        subscription.nextTicketAt
          ? format.money(Math.round(plan.employeeContributionAmount.value * 100))
          : '–',
    },
    start: {
      end: true,
      className: 'numbers nowrap',
      onPhone: 'named',
      sortField: 'start',
      show: ({ subscription }) => day(subscription.startAt),
    },
    nextTicket: {
      end: true,
      className: 'numbers nowrap',
      onPhone: 'named',
      sortField: 'nextTicket',
      show: ({ subscription }) => day(subscription.nextTicketAt),
    },
    dateOfBirth: {
      end: true,
      className: 'numbers nowrap',
      onPhone: 'named',
      show: ({ dateOfBirth }) => day(dateOfBirth),
    },
    costCentre: payrollColumn('costCentre'),
    department: payrollColumn('department'),
    location: payrollColumn('location'),
    legalEntity: payrollColumn('legalEntity'),
    group: { onPhone: 'named', sortField: 'group', show: ({ group }) => group ?? '–' },
  };
  return [
    { title: employees.person, sortField: 'name', show: (person) => <Who person={person} /> },
    ...chosen.map((column) => ({ title: titles[column], ...columns[column] })),
  ];
}

function payrollColumn(sortField: keyof Employee['payroll']): Omit<Column<Employee>, 'title'> {
  return { onPhone: 'named', sortField, show: ({ payroll }) => payroll[sortField] ?? '–' };
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
