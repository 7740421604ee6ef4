import type { CompanyDay } from '../../domain/day/company-day.ts';
import { ticketPrice } from '../../domain/plans/ticket-price-sql.ts';
import { contributionCents, isEntitled, planInForce } from '../../domain/rules/subscription-sql.ts';
import { hiddenFromPlanner } from '../../platform/db/planner.ts';
import type { Sql } from '../../platform/db/types.ts';

/** How the costs of the next month change, in cents. Negative: less is paid. */
interface Difference {
  employees: number;
  employer: number;
}

export interface AmountChange {
  /** The number of people with a ticket next month whose amounts change, or who have one only by the change. */
  people: number;
  /** The difference before anybody accepts new terms. */
  atFirst: Difference;
  /** The difference once everybody has accepted them. */
  onceAccepted: Difference;
}

/** The people who have no ticket next month because they have rejected new terms. Another subsidy may take that back. */
export async function selectEndingByContract(sql: Sql, { companyId, today }: CompanyDay): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from employees
    where company_id = ${hiddenFromPlanner(sql, companyId)} and term_end_contract = first_of_next_month(${today})`;
  return rows.map(({ id }) => id);
}

/**
 * Compares the costs of the next month's tickets by the subsidy of `day` with those by another subsidy, which has been
 * followed. `ending` are the people who had no ticket in that month before.
 */
export async function selectAmountChange(
  sql: Sql,
  { companyId, today, defaultPlanType, subsidyCents }: CompanyDay,
  newSubsidyCents: number,
  ending: readonly number[],
): Promise<AmountChange> {
  const month = sql`p.month`;
  const paid = (subsidy: number) =>
    contributionCents(sql, {
      month,
      priceCents: sql`p.cents`,
      subsidyCents: sql`${subsidy}::int`,
      defaultPlanType,
    });
  const share = (subsidy: number) => sql`employee_contribution_cents(plan, price, ${subsidy}::int)`;
  const net = (subsidy: number) => sql`price - ticket_discount_cents(plan, price, ${subsidy}::int)`;
  const [change] = await sql<AmountChange[]>`
    with priced as materialized (
      select month, ${ticketPrice(sql, sql`month`)} as cents from (select first_of_next_month(${today}) as month) next
    ), paying as (
      select e.id = any(${ending}::bigint[]) as is_new, p.cents as price, ${planInForce(sql, defaultPlanType, month)} as plan,
        ${paid(subsidyCents)} as paid_before, ${paid(newSubsidyCents)} as paid_after
      from employees e cross join priced p
      where e.company_id = ${companyId} and ${isEntitled(sql, month)}
    ), compared as (
      select case when is_new then 0 else paid_before end as paid_before, paid_after,
        case when is_new then 0 else ${net(subsidyCents)} end as net_before, ${net(newSubsidyCents)} as net_after,
        case when is_new then 0 else ${share(subsidyCents)} end as share_before, ${share(newSubsidyCents)} as share_after
      from paying
    )
    select count(*)::int as people,
      json_build_object(
        'employees', coalesce(sum(paid_after - paid_before), 0),
        'employer', coalesce(sum(net_after - paid_after - net_before + paid_before), 0)) as "atFirst",
      json_build_object(
        'employees', coalesce(sum(share_after - paid_before), 0),
        'employer', coalesce(sum(net_after - share_after - net_before + paid_before), 0)) as "onceAccepted"
    from compared
    where (paid_before, share_before, net_before) is distinct from (paid_after, share_after, net_after)`;
  if (!change) throw new Error('an aggregate gave no row');
  return change;
}
