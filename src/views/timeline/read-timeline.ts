import type { Employee } from '../../people/employees/employee.ts';
import { selectBusinessDate, selectEmployees } from '../../people/employees/employees-sql.ts';
import type { Sql } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import {
  type IssuedTicket,
  type PlanAhead,
  selectPlanAhead,
  selectTerms,
  selectTickets,
  type Term,
} from './timeline-sql.ts';

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
