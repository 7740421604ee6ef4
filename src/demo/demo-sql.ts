import type { OpenDay } from '../domain/day/company-day.ts';
import { ticketPrice } from '../domain/plans/ticket-price-sql.ts';
import {
  contributionCents,
  planInForce,
  subscriptionEnd,
  subscriptionStatus,
} from '../domain/rules/subscription-sql.ts';
import { changeAndInsert, type Insert } from '../platform/db/inserting.ts';
import type { Sql } from '../platform/db/types.ts';
import { beyondSubsidy, receiptFacts } from '../tickets/charges/charges-sql.ts';

export type Row = Record<string, string | number | boolean | null | Date | object>;

/** A frozen clock shows noon of its day. */
export async function selectTimeline(
  sql: Sql,
  frozenOn: string | null,
): Promise<{ today: string; now: Date }> {
  const [row] = await sql<{ today: string; now: Date }[]>`
    select business_date(${TIME_ZONE}, ${frozenOn}::date) as today,
      coalesce((${frozenOn}::date + time '12:00') at time zone ${TIME_ZONE}, now()) as now`;
  if (!row) throw new Error('select without from returned nothing');
  return row;
}

/** The default time zone of a company. */
const TIME_ZONE = 'Europe/Berlin';

/** The first demo of a database has number 1. Concurrent demos wait for each other here. */
export async function nextDemoNumber(sql: Sql): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('transit demo number'))`;
  const [row] = await sql<{ number: number }[]>`
    select number from generate_series(1, (select count(*)::int + 1 from portal_users)) as number
    where not exists (
      select from portal_users
      where email_normal = case number when 1 then 'demo@example.com' else 'demo-' || number || '@example.com' end
    )
    order by number limit 1`;
  return row?.number ?? 1;
}

/** Inserts all rows in one statement. All rows have the same columns; other columns get their defaults. */
export async function insertRows(
  sql: Sql,
  { companyId }: OpenDay,
  table: 'employees' | 'past_terms' | 'contract_offers' | 'documents' | 'sync_runs' | 'hr_links',
  rows: readonly Row[],
): Promise<void> {
  const columns = sql.unsafe(Object.keys(rows[0] ?? {}).join(', '));
  await sql`
    insert into ${sql.unsafe(table)} (company_id, ${columns}) overriding system value
    select ${companyId}, ${columns}
    from jsonb_populate_recordset(null::${sql.unsafe(table)}, ${JSON.stringify(rows)}::text::jsonb)`;
}

/**
 * Inserts the tickets that the monthly issue would have issued: one for every month of a term that was not
 * paused.
 */
export async function insertTickets(sql: Sql, { companyId, today }: OpenDay, now: Date): Promise<void> {
  const parts = sql`
    terms as (
      select id as employee_id, term_start as start_on, term_reopened_on as reopened_on,
        ${subscriptionEnd(sql)} as end_on, pauses_hr + pauses_person as pauses
      from employees e where company_id = ${companyId} and term_start is not null
      union all
      select employee_id, start_on, reopened_on, subscription_end(end_hr, end_person, end_contract),
        pauses_hr + pauses_person
      from past_terms where company_id = ${companyId}
    ), entitled as (
      select employee_id, month::date as month,
        case when date_trunc('month', reopened_on::timestamp) = month then reopened_on else month::date end as valid_from
      from terms, generate_series(start_on::timestamp, least(${today}::date, end_on - 1)::timestamp, interval '1 month') month
      where not pauses @> month::date
    )`;
  const tickets: Insert = {
    as: 'issued',
    into: 'tickets',
    columns: ['company_id', 'employee_id', 'month', 'valid_from', 'valid_until', 'issued_at'],
    rows: sql`
      select ${companyId}::bigint as company_id, employee_id, month, valid_from,
        first_of_next_month(month) - 1 as valid_until,
        least(valid_from::timestamp at time zone ${TIME_ZONE}, ${now}) as issued_at
      from entitled order by month, employee_id`,
  };
  await changeAndInsert(sql, { parts, inserts: [tickets] });
  await sql`
    update companies c set tickets_issued = (select count(*) from tickets t where t.company_id = ${companyId})
    where c.id = ${companyId}`;
}

/** Signs the amounts of the accepted offers of each person's last term. */
export async function signAmounts(sql: Sql, { companyId }: OpenDay): Promise<void> {
  await sql`
    with signed as (
      select e.id, array_agg(o.planned_start order by o.planned_start) as months,
        array_agg((o.terms ->> 'contributionCents')::int order by o.planned_start) as cents,
        array_agg(o.id order by o.planned_start) as offers
      from employees e
      join contract_offers o on o.company_id = e.company_id and o.employee_id = e.id
      where e.company_id = ${companyId} and o.status = 'accepted' and o.planned_start >= e.term_start
      group by e.id
    )
    update employees e set signed_from = signed.months, signed_cents = signed.cents, signed_offers = signed.offers
    from signed where e.company_id = ${companyId} and e.id = signed.id`;
}

/** The present statuses and the lapsed offers are no news. */
export async function setAnnounced(sql: Sql, { companyId, today }: OpenDay): Promise<void> {
  await sql`
    update employees e set told_status = ${subscriptionStatus(sql, today)} where company_id = ${companyId}`;
  await sql`
    update contract_offers set lapse_told_at = now()
    where company_id = ${companyId} and status = 'pending' and answer_until < ${today}::date`;
}

/** Inserts the charges of these tickets. */
export async function insertCharges(sql: Sql, { companyId }: OpenDay): Promise<void> {
  const parts = sql`
    of_tickets as (
      select t.*, c.subsidy_cents, p.cents as price_cents,
        ${planInForce(sql, sql`c.default_plan_type`, sql`t.month`)} as plan,
        ${contributionCents(sql, {
          month: sql`t.month`,
          priceCents: sql`p.cents`,
          subsidyCents: sql`c.subsidy_cents`,
          defaultPlanType: sql`c.default_plan_type`,
        })} as employee_cents
      from tickets t
      join employees e on e.company_id = t.company_id and e.id = t.employee_id
      join companies c on c.id = t.company_id
      cross join lateral (select ${ticketPrice(sql, sql`t.month`)} as cents) p
      where t.company_id = ${companyId}
    ), priced as (
      select t.*, (
        select o.id from contract_offers o
        where o.company_id = ${companyId} and o.employee_id = t.employee_id and o.plan_type = t.plan
          and o.status = 'accepted' and o.planned_start <= t.month
        order by o.planned_start desc limit 1
      ) as offer_id
      from of_tickets t
    )`;
  const charges: Insert = {
    as: 'charged',
    into: 'charges',
    columns: CHARGE,
    rows: sql`
      select ${companyId}::bigint as company_id, s.employee_id, s.month, s.month as booked_in, s.plan as plan_type,
        s.price_cents, d.cents as discount_cents, s.price_cents - d.cents - s.employee_cents as employer_cents,
        s.employee_cents, ${beyondSubsidy(sql)} as beyond_subsidy_cents, s.offer_id, s.issued_at as created_at
      from priced s
      cross join lateral (select ticket_discount_cents(s.plan, s.price_cents, s.subsidy_cents) as cents) d
      order by s.month, s.employee_id`,
  };
  await changeAndInsert(sql, { parts, inserts: [charges] });
}

const CHARGE = [
  ...['company_id', 'employee_id', 'month', 'booked_in', 'plan_type', 'price_cents', 'discount_cents'],
  ...['employer_cents', 'employee_cents', 'beyond_subsidy_cents', 'offer_id', 'created_at'],
];

/** Inserts the receipts of these charges. None is older than the person's record. */
export async function insertReceipts(sql: Sql, { companyId }: OpenDay): Promise<void> {
  const parts = sql`
    paying as (
      select *, row_number() over (order by month, employee_id) as number
      from charges where company_id = ${companyId} and employee_cents > 0
    ), numbered as (
      update companies set last_receipt_number = (select count(*) from paying) where id = ${companyId}
    )`;
  const receipts: Insert = {
    as: 'receipts',
    into: 'documents',
    columns: RECEIPT,
    rows: sql`
      select ${companyId}::bigint as company_id, p.employee_id, 'receipt' as kind, 'Beleg ' || to_char(p.month, 'YYYY-MM') as name,
        'pdf' as file_type, true as downloadable, created.moment as created_at, created.moment as updated_at,
        p.id as charge_id, jsonb_build_object(
          'number', p.number, 'firstName', e.first_name, 'lastName', e.last_name,
          'locale', c.locale, 'validFrom', t.valid_from, 'validUntil', t.valid_until) || ${receiptFacts(sql, companyId)} as receipt
      from paying p
      join tickets t on t.company_id = ${companyId} and t.employee_id = p.employee_id and t.month = p.month
      join employees e on e.company_id = t.company_id and e.id = t.employee_id
      join companies c on c.id = t.company_id
      cross join lateral (select greatest(t.issued_at, e.created_at) as moment) created
      order by p.number`,
  };
  await changeAndInsert(sql, { parts, inserts: [receipts] });
}

const RECEIPT = [
  ...['company_id', 'employee_id', 'kind', 'name', 'file_type', 'downloadable', 'created_at', 'updated_at'],
  ...['charge_id', 'receipt'],
];

/** Voids the current ticket and inserts a new one that is valid from today. */
export async function reissueTicket(
  sql: Sql,
  { companyId, today }: OpenDay,
  employeeId: number,
  now: Date,
): Promise<void> {
  const [voided] = await sql<{ month: string; validUntil: string }[]>`
    update tickets set voided_at = ${now}
    where company_id = ${companyId} and employee_id = ${employeeId} and month = ${`${today.slice(0, 7)}-01`}::date
    returning month, valid_until as "validUntil"`;
  if (!voided) return;
  await sql`
    insert into tickets (company_id, employee_id, month, valid_from, valid_until, issued_at)
    values (${companyId}, ${employeeId}, ${voided.month}, ${today}, ${voided.validUntil}, ${now})`;
}

export async function setCompanyHistory(
  sql: Sql,
  companyId: number,
  history: { createdAt: Date; issuedThrough: string; frozenOn: string | null },
): Promise<void> {
  await sql`
    update companies
    set created_at = ${history.createdAt}, issued_through = ${history.issuedThrough}, clock_frozen_on = ${history.frozenOn}
    where id = ${companyId}`;
}

/** Nobody sends rosters to the demo: without `off`, the pace of its past nights would make it silent the next morning. */
export async function setIntegrationHistory(
  sql: Sql,
  companyId: number,
  integrationId: number,
  createdAt: Date,
): Promise<void> {
  await sql`
    with latest as (
      select max(accept_seq) as accept_seq, max(id) as run_id, max(finished_at) as finished_at,
        max(id) filter (where status = 'succeeded') as applied_run_id,
        max(id) filter (where status = 'failed') as failed_run_id
      from sync_runs where company_id = ${companyId} and integration_id = ${integrationId}
    )
    update hr_integrations
    set created_at = ${createdAt}, connected_at = ${createdAt}, updated_at = latest.finished_at, last_accept_seq = latest.accept_seq,
      last_run_id = latest.run_id, last_applied_run_id = latest.applied_run_id, last_failed_run_id = latest.failed_run_id,
      expect_every = 'off'
    from latest
    where company_id = ${companyId} and id = ${integrationId}`;
}
