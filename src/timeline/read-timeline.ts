import type { Sql } from '../db/types.ts';
import type { Employee } from '../employees/employee.ts';
import { selectBusinessDate, selectEmployees } from '../employees/sql.ts';
import { notFound } from '../errors.ts';
import {
  type IssuedTicket,
  type PlanAhead,
  selectPlanAhead,
  selectTerms,
  selectTickets,
  type Term,
} from './sql.ts';

export interface Timeline {
  businessDate: string;
  employee: Employee;
  terms: Term[];
  tickets: IssuedTicket[];
  planAhead: PlanAhead | null;
}

/**
 * Reads one person's subscription: the record as of today, and the facts it follows from with their owners.
 */
export async function readTimeline(sql: Sql, companyId: number, employeeId: number): Promise<Timeline> {
  const [employee] = await selectEmployees(sql, companyId, [employeeId]);
  const businessDate = await selectBusinessDate(sql, companyId);
  if (!employee || businessDate === undefined) throw notFound();
  const terms = await selectTerms(sql, companyId, employeeId);
  const tickets = await selectTickets(sql, companyId, employeeId);
  const planAhead = await selectPlanAhead(sql, companyId, employeeId, businessDate);
  return { businessDate, employee, terms, tickets, planAhead };
}
