import type { CompanyDay } from '../../../domain/day/company-day.ts';
import type { PlanType } from '../../../domain/plans/plan-types.ts';
import { planInForce, subsidyOf } from '../../../domain/rules/subscription-sql.ts';
import type { Sql } from '../../../platform/db/types.ts';
import type { TermToBegin } from '../terms-sql.ts';

/** People who would begin on the same day with the same plan and the same subsidy. Cents are per person and month. */
export interface OrderGroup {
  planType: PlanType;
  start: string;
  people: number;
  needsContract: boolean;
  priceCents: number;
  employerCents: number;
  contributionCents: number;
}

export async function selectOrderGroups(
  sql: Sql,
  { companyId, defaultPlanType, today }: CompanyDay,
  terms: readonly TermToBegin[],
): Promise<OrderGroup[]> {
  const ids = terms.map(({ employeeId }) => employeeId);
  const starts = terms.map(({ start }) => start);
  const subsidy = subsidyOf(sql, sql`c.subsidy_cents`, 'counted');
  return await sql<OrderGroup[]>`
    with counted as (
      select ${planInForce(sql, defaultPlanType, today)} as plan,
        b.start, e.group_subsidy_cents, count(*) as people
      from unnest(${ids}::bigint[], ${starts}::date[]) as b (employee_id, start)
      join employees e on e.company_id = ${companyId} and e.id = b.employee_id
      group by 1, 2, 3
    )
    select plan as "planType", start, people, plan <> 'fully-subsidized-plan' as "needsContract",
      price as "priceCents",
      employer_share_cents(plan, price, ${subsidy}) as "employerCents",
      employee_contribution_cents(plan, price, ${subsidy}) as "contributionCents"
    from counted
    cross join lateral (select ticket_price_cents(start) as price) p
    join companies c on c.id = ${companyId}
    order by start, plan, ${subsidy} desc`;
}
