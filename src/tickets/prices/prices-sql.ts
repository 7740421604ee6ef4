import {
  contributionCents,
  isEntitled,
  planInForce,
  subsidyOf,
} from '../../domain/rules/subscription-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import { idsOf } from '../../platform/db/ids-of.ts';
import type { Pool, Sql } from '../../platform/db/types.ts';

export interface Price {
  /** The first month, YYYY-MM. */
  from: string;
  cents: number;
}

export async function selectPrices(sql: Sql): Promise<Price[]> {
  return await sql<Price[]>`
    select to_char(valid_from, 'YYYY-MM') as from, cents from ticket_prices order by valid_from`;
}

export interface PriceAhead extends Price {
  /** Today's price. */
  beforeCents: number;
}

/** The first price ahead that differs from today's. */
export async function selectPriceAhead(sql: Sql, today: string): Promise<PriceAhead | null> {
  const [found] = await sql<PriceAhead[]>`
    select to_char(p.valid_from, 'YYYY-MM') as from, p.cents, present.cents as "beforeCents"
    from ticket_prices p
    cross join (select ticket_price_cents(${today}::date) as cents) present
    where p.valid_from > ${today}::date and p.cents <> present.cents
    order by p.valid_from limit 1`;
  return found ?? null;
}

/** Raises the version. Changes of prices wait for each other here. */
export async function raiseVersion(sql: Sql): Promise<void> {
  await sql`update price_list set version = version + 1`;
}

/**
 * The first month that has begun in no company: neither in the time zone of a company, nor on its frozen clock, nor by
 * its issued tickets. With the company that is furthest ahead.
 */
export async function selectFirstOpenMonth(sql: Sql): Promise<{ month: string; companyId: number | null }> {
  const [found] = await sql<{ month: string; companyId: number | null }[]>`
    select to_char(first_of_next_month(day), 'YYYY-MM') as month, company_id as "companyId"
    from (
      select greatest(business_date(time_zone, clock_frozen_on), issued_through) as day, id as company_id from companies
      union all
      select current_date, null
    ) days
    order by day desc, company_id limit 1`;
  if (!found) throw new Error('the present day is missing');
  return found;
}

export async function upsertPrice(sql: Sql, { from, cents }: Price): Promise<void> {
  await sql`
    insert into ticket_prices (valid_from, cents) values (${monthOf(sql, from)}, ${cents})
    on conflict (valid_from) do update set cents = excluded.cents`;
}

export async function deletePrice(sql: Sql, from: string): Promise<void> {
  await sql`delete from ticket_prices where valid_from = ${monthOf(sql, from)}`;
}

function monthOf(sql: Sql, month: string): Fragment {
  return sql`${`${month}-01`}::date`;
}

/** Differences of a month's costs, in cents. Negative: less is paid. */
export interface Difference {
  employees: number;
  employer: number;
}

export interface CompanyEffect {
  companyId: number;
  name: string;
  /** The number of people who get a ticket in that month. */
  people: number;
  /** The difference before anybody accepts new terms. */
  atFirst: Difference;
  /** The difference once everybody has accepted them. */
  onceAccepted: Difference;
}

/** Compares the costs of a month's tickets at two prices, as far as subscriptions are known now. */
export async function selectEffects(
  sql: Sql,
  { from, before, after }: { from: string; before: number; after: number },
): Promise<CompanyEffect[]> {
  const month = sql`p.month`;
  const paid = (priceCents: Fragment) =>
    contributionCents(sql, {
      month,
      priceCents,
      subsidyCents: sql`c.subsidy_cents`,
      defaultPlanType: sql`c.default_plan_type`,
    });
  const share = (price: Fragment) => sql`employee_contribution_cents(plan, ${price}, subsidy)`;
  const net = (price: Fragment) => sql`${price} - ticket_discount_cents(plan, ${price}, subsidy)`;
  return await sql<CompanyEffect[]>`
    with prices as materialized (
      select ${monthOf(sql, from)} as month, ${before}::int as before, ${after}::int as after
    ), tickets_of_month as (
      select c.id, c.name, ${subsidyOf(sql, sql`c.subsidy_cents`)} as subsidy, p.before, p.after,
        ${planInForce(sql, sql`c.default_plan_type`, month)} as plan,
        ${paid(sql`p.before`)} as paid_before, ${paid(sql`p.after`)} as paid_after
      from companies c
      cross join prices p
      join employees e on e.company_id = c.id
      where ${isEntitled(sql, month)}
    ), compared as (
      select id, name, paid_before, paid_after, ${share(sql`after`)} as share_after,
        ${net(sql`before`)} as net_before, ${net(sql`after`)} as net_after
      from tickets_of_month
    )
    select id as "companyId", name, count(*)::int as people,
      json_build_object('employees', sum(paid_after - paid_before),
        'employer', sum(net_after - paid_after - net_before + paid_before)) as "atFirst",
      json_build_object('employees', sum(share_after - paid_before),
        'employer', sum(net_after - share_after - net_before + paid_before)) as "onceAccepted"
    from compared
    group by id, name
    order by id`;
}

/** Companies that have not followed the last change of prices, or the beginning of their month. */
export async function selectCompaniesBehind(sql: Pool): Promise<number[]> {
  const version = await selectVersion(sql);
  return await idsOf(sql<{ id: number }[]>`
    select id from companies where prices_followed < ${version} order by id`);
}

export async function isBehind(sql: Sql, companyId: number): Promise<boolean> {
  const version = await selectVersion(sql);
  const found = await sql`select from companies where id = ${companyId} and prices_followed < ${version}`;
  return found.length > 0;
}

export async function selectVersion(sql: Sql): Promise<number> {
  const [row] = await sql<{ version: number }[]>`select version from price_list`;
  return row?.version ?? 0;
}

export async function markFollowed(sql: Sql, companyId: number, version: number): Promise<void> {
  await sql`update companies set prices_followed = ${version} where id = ${companyId}`;
}
