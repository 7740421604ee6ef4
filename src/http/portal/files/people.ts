import type { PayrollField } from '../../../domain/person/payroll-fields.ts';
import type { ListedPerson } from '../../../people/employees/employee.ts';
import type { Cell } from '../../../platform/files/csv.ts';
import type { Writing } from '../csv.ts';

/** The columns that the table of people can show beside the name. */
export const PEOPLE_COLUMNS = [
  'personnelNumber',
  'status',
  'plan',
  'contract',
  'contribution',
  'start',
  'nextTicket',
  'dateOfBirth',
  'costCentre',
  'department',
  'location',
  'legalEntity',
  'group',
] as const;
export type PeopleColumn = (typeof PEOPLE_COLUMNS)[number];

type Column = [heading: string, cell: (listed: ListedPerson) => Cell];

/** The people as the table shows them, with the chosen columns. */
export function peopleFile({ words, day }: Writing, columns: readonly PeopleColumn[]) {
  const { employees, person, common, vocabulary, exports } = words;
  const payrollColumn = (field: PayrollField): Column => [
    field === 'personnelNumber' ? person.personnelNumber : vocabulary.personField[field],
    ({ payroll }) => payroll[field] ?? null,
  ];
  const all: Record<PeopleColumn, Column> = {
    personnelNumber: payrollColumn('personnelNumber'),
    costCentre: payrollColumn('costCentre'),
    department: payrollColumn('department'),
    location: payrollColumn('location'),
    legalEntity: payrollColumn('legalEntity'),
    group: [employees.groupTitle, ({ group }) => group],
    status: [common.status, ({ status }) => vocabulary.subscription[status]],
    plan: [employees.plan, ({ planType }) => vocabulary.plan[planType]],
    contract: [
      employees.contract,
      ({ contractStatus }) => contractStatus && vocabulary.signing[contractStatus],
    ],
    contribution: [
      exports.euros(employees.contribution),
      ({ contributionCents, nextTicketAt }) => nextTicketAt && { cents: contributionCents },
    ],
    start: [person.started, ({ startAt }) => day(startAt)],
    nextTicket: [employees.nextTicket, ({ nextTicketAt }) => day(nextTicketAt)],
    dateOfBirth: [employees.dateOfBirth, ({ dateOfBirth }) => day(dateOfBirth)],
  };
  const chosen = PEOPLE_COLUMNS.filter((column) => columns.includes(column)).map((column) => all[column]);
  return {
    fileName: employees.title,
    headings: [
      person.number,
      employees.firstName,
      employees.lastName,
      common.email,
      ...chosen.map(([heading]) => heading),
    ],
    toRow: (listed: ListedPerson) => [
      listed.id,
      listed.firstName,
      listed.lastName,
      listed.email,
      ...chosen.map(([, cell]) => cell(listed)),
    ],
  };
}
