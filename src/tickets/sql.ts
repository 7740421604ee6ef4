import type { CompanyDay, OpenDay } from '../day/company-day.ts';
import type { Fragment } from '../db/fragments.ts';
import { MANY, uncounted, withoutNestedLoops } from '../db/planner.ts';
import type { Sql } from '../db/types.ts';
import { languageOf } from '../language/language.ts';
import { contributionCents, isEntitled, planInForce } from '../rules/subscription-sql.ts';

interface Issue {
  month: string;
  judgedOn: string;
  validFrom: string;
  employeeIds?: readonly number[];
}

/**
 * Issues the month's ticket to all people who are entitled on `judgedOn` and have had none for that month,
 * void tickets included, and freezes receipts for those who contribute. Two statements for any number of
 * people; the second is hardly more than a plain INSERT … SELECT.
 */
export async function insertTickets(sql: Sql, day: OpenDay, issue: Issue): Promise<number> {
  const { month, validFrom, employeeIds } = issue;
  const many = !employeeIds || employeeIds.length > MANY;
  // The planner has no statistics on a month's tickets while they are inserted: 100,000 took more than 30 s
  // instead of 2.
  return await withoutNestedLoops(sql, many, async () => {
    await insertReceipts(sql, day, issue);
    const issued = await sql`
      insert into tickets (company_id, employee_id, month, valid_from, valid_until)
      select e.company_id, e.id, ${month}, ${validFrom}, first_of_next_month(${month}) - 1
      from employees e
      where ${isDue(sql, day, issue)}`;
    return issued.count;
  });
}

/**
 * Inserted before the tickets, so that both statements select the same people; the company's lock keeps them
 * unchanged.
 */
async function insertReceipts(sql: Sql, day: OpenDay, issue: Issue): Promise<void> {
  const { companyId, defaultPlanType } = day;
  const { month, validFrom } = issue;
  const name = languageOf(day.locale) === 'de' ? 'Beleg' : 'Receipt';
  await sql`
    with company as materialized (
      select name as company_name, locale, subsidy_cents, ticket_price_cents(${month}) as price_cents
      from companies where id = ${companyId}
    ), due as materialized (
      select e.id, e.first_name, e.last_name, c.*, ${planInForce(sql, defaultPlanType, month)} as plan,
        ${contributionCents(sql, {
          month,
          priceCents: sql`c.price_cents`,
          subsidyCents: sql`c.subsidy_cents`,
          defaultPlanType,
        })} as contribution_cents
      from employees e cross join company c
      where ${isDue(sql, day, issue)}
    ), contributing as materialized (
      select *, row_number() over (order by id) as place from due where contribution_cents > 0
    ), numbered as (
      update companies set last_receipt_number = last_receipt_number + (select count(*) from contributing)
      where id = ${companyId} and exists (select from contributing)
      returning last_receipt_number - (select count(*) from contributing) as before
    )
    insert into documents (company_id, employee_id, kind, name, file_type, downloadable, receipt)
    select ${companyId}, r.id, 'receipt',
      ${name}::text || to_char(${month}::date, ' YYYY-MM'), 'pdf', true,
      jsonb_build_object(
        'number', n.before + r.place, 'month', to_char(${month}::date, 'YYYY-MM'),
        'companyName', r.company_name, 'firstName', r.first_name, 'lastName', r.last_name, 'locale', r.locale,
        'validFrom', ${validFrom}::date, 'validUntil', first_of_next_month(${month}) - 1, 'planType', r.plan,
        'priceCents', r.price_cents, 'subsidyCents', r.subsidy_cents, 'contributionCents', r.contribution_cents)
    from contributing r cross join numbered n
    order by r.place`;
}

function isDue(sql: Sql, { companyId }: CompanyDay, { month, judgedOn, employeeIds }: Issue): Fragment {
  const who = employeeIds
    ? sql`e.company_id = ${uncounted(sql, companyId)} and e.id = any(${employeeIds}::bigint[])`
    : sql`e.company_id = ${companyId}`;
  return sql`
    ${who}
    and ${isEntitled(sql, judgedOn)}
    and not exists (
      select from tickets t where t.company_id = e.company_id and t.employee_id = e.id and t.month = ${month}
    )`;
}

export async function markIssued(sql: Sql, { companyId }: OpenDay, month: string): Promise<void> {
  await sql`update companies set issued_through = ${month} where id = ${companyId}`;
}

export async function voidTickets(
  sql: Sql,
  { companyId }: OpenDay,
  month: string,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await sql<{ employeeId: number }[]>`
    update tickets set voided_at = now()
    where company_id = ${uncounted(sql, companyId)} and employee_id = any(${ids}::bigint[]) and month = ${month}
      and voided_at is null
    returning employee_id as "employeeId"`;
  return rows.map(({ employeeId }) => employeeId);
}

/** Inserts the month's ticket under a new id for people whose ticket of that month is void. */
export async function insertReplacements(
  sql: Sql,
  { companyId }: OpenDay,
  replacement: { month: string; validFrom: string },
  ids: readonly number[],
): Promise<void> {
  await sql`
    insert into tickets (company_id, employee_id, month, valid_from, valid_until)
    select ${companyId}, id, ${replacement.month}, ${replacement.validFrom},
      first_of_next_month(${replacement.month}) - 1
    from unnest(${ids}::bigint[]) id`;
}

/** Selects companies whose running month has not been issued yet. */
export async function selectCompaniesDue(sql: Sql): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from companies
    where issued_through is null
      or issued_through < date_trunc('month', business_date(time_zone, clock_frozen_on)::timestamp)::date
    order by id`;
  return rows.map(({ id }) => id);
}
