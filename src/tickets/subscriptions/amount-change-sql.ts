import type { CompanyDay } from '../../domain/day/company-day.ts';
import {
  contributionCents,
  isEntitled,
  planInForce,
  subsidyOf,
} from '../../domain/rules/subscription-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import { hiddenFromPlanner } from '../../platform/db/planner.ts';
import type { Sql } from '../../platform/db/types.ts';

/** In cents. As a difference: how the costs of the next month change; negative: less is paid. */
interface Difference {
  employees: number;
  employer: number;
}

export interface AmountChange {
  /** The number of people with a ticket next month whose amounts change, or who have one only by the change. */
  people: number;
  /** What their tickets of next month cost before, in cents. */
  before: Difference;
  /** The difference before anybody accepts new terms. */
  atFirst: Difference;
  /** The difference once everybody has accepted them. */
  onceAccepted: Difference;
}

/** The people who have no ticket next month because they have rejected new terms. Other amounts may take that back. */
export async function selectEndingByContract(sql: Sql, { companyId, today }: CompanyDay): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from employees
    where company_id = ${hiddenFromPlanner(sql, companyId)} and term_end_contract = first_of_next_month(${today})`;
  return rows.map(({ id }) => id);
}

/** The subsidies of the people before a change: of the company, and of people whose group or whose group's subsidy has changed. */
interface SubsidiesBefore {
  ofCompany: number;
  ofPeople?: ReadonlyMap<number, number>;
}

/**
 * Compares the costs of the next month's tickets by the subsidies before with those by the present ones, which have been
 * followed. `ending` are the people who had no ticket in that month before. No change of a subsidy changes a plan in force.
 */
export async function selectAmountChange(
  sql: Sql,
  { companyId, today, defaultPlanType }: CompanyDay,
  { ofCompany, ofPeople = new Map() }: SubsidiesBefore,
  ending: readonly number[],
): Promise<AmountChange> {
  const month = sql`p.month`;
  const paid = (subsidy: Fragment) =>
    contributionCents(sql, {
      month,
      priceCents: sql`p.cents`,
      subsidyCents: sql`c.subsidy_cents`,
      defaultPlanType,
      ownSubsidyCents: subsidy,
    });
  const before = sql`coalesce(was.subsidy_cents, ${subsidyOf(sql, sql`${ofCompany}::int`)})`;
  const after = subsidyOf(sql, sql`c.subsidy_cents`);
  const share = (subsidy: string) => sql`employee_contribution_cents(plan, price, ${sql.unsafe(subsidy)})`;
  const net = (subsidy: string) => sql`price - ticket_discount_cents(plan, price, ${sql.unsafe(subsidy)})`;
  const [change] = await sql<AmountChange[]>`
    with priced as materialized (
      select month, ticket_price_cents(month) as cents from (select first_of_next_month(${today}) as month) next
    ), company as materialized (
      select subsidy_cents from companies where id = ${companyId}
    ), paying as (
      select e.id = any(${ending}::bigint[]) as is_new, p.cents as price, ${planInForce(sql, defaultPlanType, month)} as plan,
        ${before} as subsidy_before, ${after} as subsidy_after, ${paid(before)} as paid_before, ${paid(after)} as paid_after
      from employees e cross join priced p cross join company c
      left join unnest(${[...ofPeople.keys()]}::bigint[], ${[...ofPeople.values()]}::int[]) as was (employee_id, subsidy_cents)
        on was.employee_id = e.id
      where e.company_id = ${companyId} and ${isEntitled(sql, month)}
    ), compared as (
      select case when is_new then 0 else paid_before end as paid_before, paid_after,
        case when is_new then 0 else ${net('subsidy_before')} end as net_before, ${net('subsidy_after')} as net_after,
        case when is_new then 0 else ${share('subsidy_before')} end as share_before, ${share('subsidy_after')} as share_after
      from paying
    )
    select count(*)::int as people,
      json_build_object(
        'employees', coalesce(sum(paid_before), 0), 'employer', coalesce(sum(net_before - paid_before), 0)) as before,
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
