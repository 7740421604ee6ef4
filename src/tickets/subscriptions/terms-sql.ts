import type { CompanyDay, OpenDay } from '../../domain/day/company-day.ts';
import { isLinked } from '../../domain/rules/links-sql.ts';
import { subscriptionEnd, subscriptionPauses } from '../../domain/rules/subscription-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import { idsOf } from '../../platform/db/ids-of.ts';
import { hiddenFromPlanner } from '../../platform/db/planner.ts';
import type { Pool, Sql } from '../../platform/db/types.ts';
import { employment, pausesFrom, rosterStart, soonestStart } from './employment-sql.ts';

/** Locks people in the order of their ids, as all code does, to avoid deadlocks. */
export async function lockEmployees(sql: Sql, { companyId }: OpenDay, ids: readonly number[]): Promise<void> {
  await sql`
    select from employees where company_id = ${hiddenFromPlanner(sql, companyId)} and id = any(${ids}::bigint[])
    order by id for no key update`;
}

/** A term that is to begin: it is opened, or offered first if the plan needs a contract. */
export interface TermToBegin {
  employeeId: number;
  start: string;
}

export interface TermToOpen extends TermToBegin {
  /** The term that an omission has dropped begins after all, with what was signed for it. */
  revived?: boolean;
}

/**
 * Opens a new term for each of these people. The previous term moves to `past_terms`. Its latest pause and
 * reactivation stay in the record, which keeps showing them. A dropped term that does not revive is forgotten.
 */
export async function openTerms(
  sql: Sql,
  day: OpenDay,
  terms: readonly TermToOpen[],
  notBefore?: string,
): Promise<void> {
  if (terms.length === 0) return;
  const ids = terms.map(({ employeeId }) => employeeId);
  const starts = terms.map(({ start }) => start);
  const revived = terms.filter((term) => term.revived).map(({ employeeId }) => employeeId);
  await forgetDropped(sql, day, ids, { except: revived });
  const opening = { start: sql`to_open.start`, ...(notBefore && { notBefore: sql`${notBefore}::date` }) };
  await sql`
    insert into past_terms (company_id, employee_id, number, start_on, end_hr, end_hr_cause, end_person,
      end_contract, reopened_on, pauses_hr, pauses_person, signed_from, signed_cents, signed_offers)
    select company_id, id, term_number, term_start, term_end_hr, term_end_hr_cause, term_end_person,
      term_end_contract, term_reopened_on, pauses_hr, pauses_person, signed_from, signed_cents, signed_offers
    from employees
    where company_id = ${hiddenFromPlanner(sql, day.companyId)} and id = any(${ids}::bigint[]) and term_number > 0`;
  await sql`
    update employees e set
      term_number = e.term_number + 1, term_declined_on = null, following_start = null,
      (${sql.unsafe(TERM_COLUMNS.join(', '))}) = row(term.start,
        case when lost.number is null then term.not_before else lost.not_before end, term.end_hr, term.end_hr_cause, term.pauses),
      term_end_person = null, term_end_contract = null, term_reopened_on = null,
      pauses_person = coalesce(lost.pauses_person, '{}'), signed_from = coalesce(lost.signed_from, '{}'),
      signed_cents = coalesce(lost.signed_cents, '{}'), signed_offers = coalesce(lost.signed_offers, '{}'),
      earlier_paused_on = greatest(e.earlier_paused_on, latest_pause_begun(old.pauses, ${day.today})),
      earlier_reactivated_on = greatest(e.earlier_reactivated_on, e.term_reopened_on,
        case when e.term_number > 1 then e.term_start end,
        latest_pause_over(old.pauses, old.term_end, ${day.today})),
      updated_at = now()
    from unnest(${ids}::bigint[], ${starts}::date[]) as to_open (employee_id, start)
    join employees before on before.company_id = ${hiddenFromPlanner(sql, day.companyId)}
      and before.id = to_open.employee_id and before.id = any(${ids}::bigint[])
    left join past_terms lost on lost.company_id = before.company_id and lost.employee_id = before.id
      and lost.dropped_on is not null
    cross join lateral (
      select ${subscriptionEnd(sql, 'before')} as term_end, ${subscriptionPauses(sql, 'before')} as pauses
    ) old
    cross join lateral (${employment(sql, day, 'before')}) links
    cross join lateral (
      select ${termValues(sql, day, opening, { facts: 'links', person: 'before' })}
    ) as term (start, not_before, end_hr, end_hr_cause, pauses)
    where e.company_id = ${hiddenFromPlanner(sql, day.companyId)} and e.id = to_open.employee_id
      and e.id = any(${ids}::bigint[])`;
  await forgetDropped(sql, day, revived);
}

async function forgetDropped(
  sql: Sql,
  { companyId }: OpenDay,
  ids: readonly number[],
  { except = [] }: { except?: readonly number[] } = {},
): Promise<void> {
  if (ids.length === except.length) return;
  await sql`
    delete from past_terms where company_id = ${hiddenFromPlanner(sql, companyId)} and employee_id = any(${ids}::bigint[])
      and employee_id <> all(${except}::bigint[]) and dropped_on is not null`;
}

/** The columns of an employee for which `termValues` has values, in the same order. */
export const TERM_COLUMNS = [
  'term_start',
  'term_not_before',
  'term_end_hr',
  'term_end_hr_cause',
  'pauses_hr',
];

/**
 * The values of a term as it opens. The end and the paused months ahead come from the roster. Without
 * `notBefore`, a start that equals the roster's may also become earlier with the roster; another one may not.
 */
export function termValues(
  sql: Sql,
  day: CompanyDay,
  { start, notBefore }: { start: Fragment; notBefore?: Fragment },
  { facts, person }: { facts: string; person: string },
): Fragment {
  const hasHrLink = sql.unsafe(`${facts}.has_hr_link`);
  const terminated = sql.unsafe(`${facts}.termination_date`);
  const bySigning = sql`
    case when ${hasHrLink} and ${start} = ${soonestStart(sql, day, rosterStart(sql, day, facts), person)} then null::date
      else ${start} end`;
  return sql`
    ${start}, ${notBefore ?? bySigning}, first_of_next_month(${terminated}), 'termination ' || ${terminated},
    ${pausesFrom(sql, facts, sql`least(${start}, first_of_next_month(${day.today}))`)}`;
}

/**
 * Removes terms that will not begin; the terms before them become the last ones again. If a person decided
 * this (`declined`, or an earlier cancellation), the day is remembered, or the start of the employment if it is ahead:
 * no roster may undo it. A signed term of a person that no integration lists any more is kept, because it may revive.
 */
export async function dropTerms(
  sql: Sql,
  day: OpenDay,
  ids: readonly number[],
  { declined }: { declined: boolean },
): Promise<void> {
  const { companyId, today } = day;
  if (ids.length === 0) return;
  await forgetDropped(sql, day, ids);
  if (!declined) await keepSignedTerms(sql, day, ids);
  await sql`
    with dropped as (
      select company_id, id, term_number from employees
      where company_id = ${hiddenFromPlanner(sql, companyId)} and id = any(${ids}::bigint[]) and term_number > 0
    ), restored as (
      delete from past_terms t using dropped d
      where t.company_id = d.company_id and t.employee_id = d.id and t.number = d.term_number - 1
      returning t.*
    )
    update employees e set
      term_number = e.term_number - 1, term_start = r.start_on, term_not_before = null, following_start = null,
      term_end_hr = r.end_hr, term_end_hr_cause = r.end_hr_cause, term_end_person = r.end_person,
      term_end_contract = r.end_contract, term_reopened_on = r.reopened_on,
      pauses_hr = coalesce(r.pauses_hr, '{}'), pauses_person = coalesce(r.pauses_person, '{}'),
      signed_from = coalesce(r.signed_from, '{}'), signed_cents = coalesce(r.signed_cents, '{}'),
      signed_offers = coalesce(r.signed_offers, '{}'),
      term_declined_on = case
        when ${declined} or coalesce(e.term_end_person, e.term_end_contract) is not null
          then greatest(e.term_declined_on, ${today}::date, (
            select min(l.start_date) from hr_links l
            where l.company_id = e.company_id and l.employee_id = e.id and l.ended_at is null))
        else e.term_declined_on
      end,
      updated_at = now()
    from dropped d
    left join restored r on r.company_id = d.company_id and r.employee_id = d.id
    where e.company_id = d.company_id and e.id = d.id and e.id = any(${ids}::bigint[])`;
}

/** Keeps the signed terms of people who were omitted, before they are dropped. */
async function keepSignedTerms(
  sql: Sql,
  { companyId, today }: OpenDay,
  ids: readonly number[],
): Promise<void> {
  await sql`
    insert into past_terms (company_id, employee_id, number, start_on, not_before, pauses_person, signed_from, signed_cents,
      signed_offers, dropped_on)
    select e.company_id, e.id, e.term_number, e.term_start, e.term_not_before, e.pauses_person, e.signed_from, e.signed_cents,
      e.signed_offers, ${today}
    from employees e
    where e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.id = any(${ids}::bigint[]) and e.signed_from <> '{}'
      and e.term_end_person is null and e.term_end_contract is null
      and not ${isLinked(sql)}`;
}

/** Companies in which a term has ended and a next one, after a gap, can begin. */
export async function selectCompaniesWithNextTerm(sql: Pool): Promise<number[]> {
  return await idsOf(sql<{ id: number }[]>`
    select distinct c.id from employees e
    join companies c on c.id = e.company_id
    where e.following_start is not null
      and ${subscriptionEnd(sql)} <= business_date(c.time_zone, c.clock_frozen_on)
    order by c.id`);
}

/** Selects people whose term has ended and who have a next one, and removes its start: it is decided again. */
export async function takeNextTerms(sql: Sql, { companyId, today }: OpenDay): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    update employees e set following_start = null, updated_at = now()
    where e.company_id = ${companyId} and e.following_start is not null and ${subscriptionEnd(sql)} <= ${today}::date
    returning e.id`;
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}
