import type { Employee, EmployeeLink } from './employee.ts';

/**
 * What one row of the query in sql.ts tells, in its order; `position` is the place in the list that was asked for.
 * Somebody with several links has as many rows, alike but for the link, and somebody without any has one, of nulls.
 */
export type EmployeeRow = [
  position: number,
  companyId: number,
  id: number,
  firstName: string,
  lastName: string,
  email: string,
  dateOfBirth: string,
  profileImage: string | null,
  locale: string,
  status: Employee['status'],
  startAt: string | null,
  nextTicketAt: string | null,
  pausedAt: string | null,
  cancelledAt: string | null,
  reactivatedAt: string | null,
  planType: Employee['planType'],
  contractStatus: Employee['contractStatus'],
  contributionCents: number,
  ticketId: number | null,
  ticketMonth: string,
  ticketValidFrom: string,
  ticketValidUntil: string,
  linkType: EmployeeLink['type'] | null,
  hrId: string | null,
  integrationId: number,
  lastSyncId: string | null,
  lastSyncedAt: string | null,
];

/** Who was found, each at the position they were asked at. */
export function toEmployees(rows: readonly EmployeeRow[], asked: number): (Employee | undefined)[] {
  const employees = new Array<Employee | undefined>(asked).fill(undefined);
  for (const row of rows) {
    const index = row[0] - 1;
    const employee = employees[index] ?? toEmployee(row);
    employees[index] = employee;
    const link = toLink(row);
    if (link) employee.links.push(link);
  }
  return employees;
}

function toEmployee(row: EmployeeRow): Employee {
  return {
    companyId: row[1],
    id: row[2],
    firstName: row[3],
    lastName: row[4],
    email: row[5],
    dateOfBirth: row[6],
    profileImage: row[7],
    locale: row[8],
    status: row[9],
    startAt: row[10],
    nextTicketAt: row[11],
    pausedAt: row[12],
    cancelledAt: row[13],
    reactivatedAt: row[14],
    planType: row[15],
    contractStatus: row[16],
    contributionCents: row[17],
    ticketId: row[18],
    ticketMonth: row[19],
    ticketValidFrom: row[20],
    ticketValidUntil: row[21],
    links: [],
  };
}

function toLink(row: EmployeeRow): EmployeeLink | undefined {
  const type = row[22];
  if (type === null) return undefined;
  return { type, hrId: row[23], integrationId: row[24], lastSyncId: row[25], lastSyncedAt: row[26] };
}
