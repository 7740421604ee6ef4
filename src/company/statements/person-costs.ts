import type { PlanType } from '../../domain/plans/plan-types.ts';
import type { Sql } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';

/** A charge or a refund of one person. */
export interface PersonCharge {
  id: number;
  /** The month of the ticket, and the one in which it was booked (YYYY-MM). */
  month: string;
  bookedIn: string;
  isRefund: boolean;
  planType: PlanType;
  priceCents: number;
  discountCents: number;
  employerCents: number;
  employeeCents: number;
  withheldCents: number;
  costCentre: string | null;
  legalEntity: string | null;
  group: string | null;
}

/** Newest first. */
export async function readPersonCosts(
  sql: Sql,
  companyId: number,
  employeeId: number,
): Promise<PersonCharge[]> {
  const found = await sql`select from employees where company_id = ${companyId} and id = ${employeeId}`;
  if (found.length === 0) throw notFound();
  return await selectChargesOf(sql, companyId, employeeId);
}

async function selectChargesOf(sql: Sql, companyId: number, employeeId: number): Promise<PersonCharge[]> {
  return await sql<PersonCharge[]>`
    select c.id, to_char(c.month, 'YYYY-MM') as month, to_char(c.booked_in, 'YYYY-MM') as "bookedIn", c.kind = 'reversal' as "isRefund",
      c.plan_type as "planType", c.price_cents as "priceCents", c.discount_cents as "discountCents",
      c.employer_cents as "employerCents", c.employee_cents as "employeeCents",
      case when c.plan_type = 'deferred-plan' then c.employee_cents else 0 end as "withheldCents",
      c.cost_centre as "costCentre", c.legal_entity as "legalEntity", c.group_name as "group"
    from charges c
    where c.company_id = ${companyId} and c.employee_id = ${employeeId} order by c.booked_in desc, c.id desc`;
}
