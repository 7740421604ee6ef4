import type { Sql } from '../../platform/db/types.ts';
import { PLAN_TYPES, type PlanType } from './plan-types.ts';

export interface PlanCost {
  planType: PlanType;
  priceCents: number;
  employerCents: number;
  contributionCents: number;
}

/** The costs of next month's ticket on each plan, by payer, for a person with this subsidy. */
export async function readPlanCosts(sql: Sql, companyId: number, subsidyCents: number): Promise<PlanCost[]> {
  return await sql<PlanCost[]>`
    select plan as "planType", price as "priceCents", employer_share_cents(plan, price, ${subsidyCents}) as "employerCents",
      employee_contribution_cents(plan, price, ${subsidyCents}) as "contributionCents"
    from companies c
    cross join lateral (
      select ticket_price_cents(first_of_next_month(business_date(c.time_zone, c.clock_frozen_on))) as price
    ) p
    cross join unnest(${[...PLAN_TYPES]}::text[]) with ordinality as plans (plan, place)
    where c.id = ${companyId}
    order by place`;
}
