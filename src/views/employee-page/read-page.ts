import { addDays } from '../../domain/calendar/months.ts';
import type { Employee } from '../../people/employees/employee.ts';
import type { Sql } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { type Contract, readContractsOf } from '../../tickets/contracts/read-contract.ts';
import { type EmployeeRequest, selectRequestsOf } from '../requests/requests-sql.ts';
import { readTimeline } from '../timeline/read-timeline.ts';
import type { Term } from '../timeline/timeline-sql.ts';
import {
  type Owner,
  type PageDocument,
  selectCompanyOfPage,
  selectPageDocuments,
} from './employee-page-sql.ts';
import { monthsOf, type PageMonth } from './months.ts';
import { type PageActs, readActs } from './read-acts.ts';

/** Everything that the page shows. */
export interface EmployeePage {
  employee: Employee;
  companyName: string;
  timeZone: string;
  contact: string | null;
  privacyNote: string | null;
  businessDate: string;
  /** The last day with a ticket, if an end is ahead. */
  lastDay: string | null;
  /** The first day of the next pause. */
  pausesOn: string | null;
  months: PageMonth[];
  contracts: Contract[];
  documents: PageDocument[];
  acts: PageActs;
  requests: EmployeeRequest[];
}

export async function readPage(sql: Sql, { companyId, employeeId }: Owner): Promise<EmployeePage> {
  const company = await selectCompanyOfPage(sql, companyId);
  if (!company) throw notFound();
  const { employee, businessDate, terms, tickets } = await readTimeline(sql, companyId, employeeId);
  const term = terms.findLast(({ isNext }) => !isNext);
  return {
    employee,
    companyName: company.name,
    timeZone: company.timeZone,
    contact: company.contact,
    privacyNote: company.privacyNote,
    businessDate,
    lastDay: lastDayOf(term, businessDate),
    pausesOn: nextPauseOf(term, businessDate),
    months: monthsOf(terms, tickets, businessDate),
    contracts: await readContractsOf(sql, companyId, employeeId),
    documents: await selectPageDocuments(sql, companyId, employeeId),
    acts: await readActs(sql, companyId, employeeId),
    requests: await selectRequestsOf(sql, companyId, employeeId),
  };
}

function lastDayOf(term: Term | undefined, today: string): string | null {
  const end = term?.ends[0]?.on;
  return end !== undefined && end > today ? addDays(end, -1) : null;
}

function nextPauseOf(term: Term | undefined, today: string): string | null {
  const ahead = term?.pauses.map(({ from }) => from).filter((from) => from > today) ?? [];
  return ahead.toSorted()[0] ?? null;
}
