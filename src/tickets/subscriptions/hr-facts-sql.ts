import type { CompanyDay, OpenDay } from '../../domain/day/company-day.ts';
import { subscriptionEnd } from '../../domain/rules/subscription-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import { hiddenFromPlanner } from '../../platform/db/planner.ts';
import type { Sql } from '../../platform/db/types.ts';
import { employment, isFreed, pausesFrom, rosterStart, soonestStart } from './employment-sql.ts';

/** The effect of changed HR facts on one person's subscription. */
export type HrAction =
  /** a term begins on `start` */
  | 'start'
  /** a contract is offered for a term from `start` on; the term begins after acceptance */
  | 'offer'
  /** start, end or pauses of the running term changed, or the planned start of an open offer */
  | 'adjust'
  /** the ended term continues */
  | 'reopen'
  /** the term will not begin any more */
  | 'drop'
  /** a term would begin if the company enrolled people by itself */
  | 'wait';

export interface HrDecision {
  employeeId: number;
  action: HrAction;
  /**
   * `start` and `end` are stored in `sync_changes.consequence` and shown to clients. Their term depends on the action:
   *
   * | action | `start` | `end` |
   * |---|---|---|
   * | start, offer, adjust of an open offer | of the new term | of the new term, by the termination; null without one |
   * | adjust, reopen | of the term after a gap if there is one, otherwise of the present term | of the present term |
   * | drop | of the dropped term | null |
   * | wait | of the term that has ended, or null | null |
   */
  start: string | null;
  end: string | null;
  /** The start of the next term, after a gap that ends the running one. */
  nextTermStart: string | null;
  /** Whether the term that begins is a signed one that an omission had dropped. */
  revived: boolean;
  /** Whether corrected absences no longer pause the running month. */
  freed: boolean;
}

/**
 * The absences that links had before the roster changed them: a query with the columns `link_id` and `absences`.
 */
export type AbsencesBefore = Fragment;

/**
 * Why the facts are looked at again. A roster has moved people to their groups by then, and its corrected absences may free
 * the running month. After anything else, such as a decision or a setting, the groups are followed, and no month is freed.
 */
export type FactsChange = { cause: 'roster'; absencesBefore: AbsencesBefore } | { cause: 'other' };

/** A return within this many days after the end continues the old term, or revives a dropped one. */
const GRACE_DAYS = 31;

/**
 * Decides for any number of people, and applies decisions that only change the present term; terms to open or
 * to drop are returned. The ids are repeated with `any` for every joined table: large rosters are joined
 * without nested loops, and without the ids each part would read the whole company.
 */
export async function decideAndAdjust(
  sql: Sql,
  day: OpenDay,
  ids: readonly number[],
  change: FactsChange,
): Promise<HrDecision[]> {
  const { today } = day;
  const absencesBefore = change.cause === 'roster' ? change.absencesBefore : undefined;
  return await sql<HrDecision[]>`
    with ${decisions(sql, day, knownPeople(sql, day, sql`e.id = any(${ids}::bigint[])`, absencesBefore), {
      mayFree: change.cause === 'roster',
    })}, adjusted as (
      update employees e set
        term_start = d.moved_start,
        term_end_hr = d.end_hr,
        term_end_hr_cause = d.cause,
        following_start = d.next_term_start,
        term_declined_on = d.declined_on,
        term_reopened_on = case when d.action = 'reopen' then ${today}::date else e.term_reopened_on end,
        pauses_hr = d.pauses,
        updated_at = now()
      from decided d
      where e.company_id = d.company_id and e.id = d.id and e.id = any(${ids}::bigint[])
        and d.action in ('adjust', 'reopen')
        and (d.moved_start, d.end_hr, d.cause, d.pauses, d.next_term_start, d.declined_on)
          is distinct from (e.term_start, e.term_end_hr, e.term_end_hr_cause, e.pauses_hr, e.following_start,
            e.term_declined_on)
      returning e.id, ${subscriptionEnd(sql)} as term_end
    ), declined_still as (
      update employees e set term_declined_on = d.declined_on
      from decided d
      where e.company_id = d.company_id and e.id = d.id and e.id = any(${ids}::bigint[])
        and d.action is null and d.declined_on > e.term_declined_on
    )
    select d.id as "employeeId", d.action,
      case d.action when 'start' then d.new_term_start else coalesce(d.next_term_start, d.moved_start) end as start,
      case d.action when 'start' then first_of_next_month(d.termination_date) else a.term_end end as end,
      d.next_term_start as "nextTermStart", d.action = 'start' and d.revives as revived, d.is_freed as freed
    from decided d
    left join adjusted a on a.id = d.id
    where a.id is not null or d.action in ('start', 'drop')
      or (d.action = 'wait' and coalesce(d.contract_status = 'accepted', true))
    order by d.id`;
}

/** Somebody whom the roster would enrol if auto-enrol were on. */
export interface WaitingForEnrolment {
  employeeId: number;
  employedFrom: string;
  employedUntil: string | null;
}

/**
 * Selects people that the roster would enrol if auto-enrol were on, without an open or rejected offer. People
 * with a live term are excluded first: judging 100,000 of them took 1.6 s.
 */
export async function selectWaiting(sql: Sql, day: CompanyDay): Promise<WaitingForEnrolment[]> {
  const isIdle = sql`
    e.erased_at is null and (e.term_start is null
      or ${subscriptionEnd(sql)} <= ${day.today}::date)`;
  return await sql<WaitingForEnrolment[]>`
    with ${decisions(sql, { ...day, autoEnrol: true }, knownPeople(sql, day, isIdle))}
    select d.id as "employeeId", d.start_date as "employedFrom", d.termination_date as "employedUntil"
    from decided d
    where d.action = 'start' and not d.revives and not exists (
      select from contract_offers o
      where o.company_id = d.company_id and o.id = d.offer_id and o.reason = 'enrolment'
        and o.status <> 'accepted')
    order by d.id`;
}

/** People who have a record, with the facts of their links. */
function knownPeople(
  sql: Sql,
  day: CompanyDay,
  who: Fragment,
  absencesBefore: AbsencesBefore = NOTHING_CHANGED(sql),
): Fragment {
  const { companyId, today } = day;
  return sql`
    employees e
    cross join lateral (
      select e.company_id, e.id, links.*,
        exists (
          select from tickets t
          where t.company_id = e.company_id and t.employee_id = e.id and t.voided_at is null
            and t.month = date_trunc('month', ${today}::timestamp)::date
        ) as has_ticket
      from (${employment(sql, day)}) links
    ) h
    left join (${absencesBefore}) changed on changed.link_id = h.absences_link_id
    left join past_terms lost on lost.company_id = e.company_id and lost.employee_id = e.id
      and lost.number = e.term_number + 1 and lost.dropped_on is not null
    where e.company_id = ${hiddenFromPlanner(sql, companyId)} and ${who} and h.has_had_hr_link`;
}

const NOTHING_CHANGED = (sql: Sql) =>
  sql`select null::bigint as link_id, null::jsonb as absences where false`;

/**
 * People whose record is not inserted yet: every column of `e` is null, and `entries` has the facts of their
 * only link.
 */
export function newPeople(sql: Sql, { companyId, today }: CompanyDay, entries: Fragment): Fragment {
  return sql`
    (
      select ${companyId}::bigint as company_id, true as linked, true as has_hr_link,
        ${today}::date as first_seen_on, false as has_ticket, null::date as left_before, entry.*
      from (${entries}) entry
    ) h
    cross join (select null::jsonb as absences) changed
    cross join (select (null::past_terms).*) lost
    cross join (select (null::employees).*) e`;
}

/**
 * Common table expressions: `people` collects the facts, `judged` evaluates them as of today, one lateral for each rule, and
 * `decided` is the table in docs/lifecycle.md, "From HR facts", in its order; the first matching line wins. `source` is a FROM
 * clause with the facts as `h`, the absences before this roster as `changed`, a dropped term as `lost`, and the record as `e`.
 * Only a roster that replaces absences can free the running month (`mayFree`): the rule is left out elsewhere, because it made a
 * first load of 100,000 people take 21 instead of 12 s.
 */
export function decisions(
  sql: Sql,
  day: CompanyDay,
  source: Fragment,
  { mayFree = false }: { mayFree?: boolean } = {},
): Fragment {
  const { today, autoEnrol } = day;
  const isMonthFreed = mayFree
    ? sql`coalesce(p.pauses_hr @> ${today}::date and ${isFreed(sql, day, 'p')}, false)`
    : sql`false`;
  return sql`
    people as materialized (
      select h.*, changed.absences as absences_before, e.term_start, e.term_end_hr, e.term_end_hr_cause, e.term_not_before, e.term_declined_on,
        e.pauses_hr, e.plan_type, e.next_plan_type, e.next_plan_from, e.group_plan_type, e.offer_id, e.contract_status,
        ${subscriptionEnd(sql)} as term_end,
        least(e.term_end_person, e.term_end_contract) as other_end,
        lost.start_on as lost_start, lost.not_before as lost_not_before, lost.dropped_on,
        -- The last day of an earlier employment, by the roster or as it was known before the start moved behind it.
        coalesce(h.left_before, case when h.start_date > termination_of_cause(e.term_end_hr_cause)
          then termination_of_cause(e.term_end_hr_cause) end) as announced_left_on,
        -- A month whose ticket is issued stays.
        case when h.has_ticket then first_of_next_month(${today}) else ${today}::date end as soonest_end
      from ${source}
    ), judged as (
      select p.*, hr_end.cause,
        running_term.is_live,
        -- The end is computed again only when its cause changes.
        case
          when hr_end.cause is not distinct from p.term_end_hr_cause then p.term_end_hr
          when hr_end.cause = 'omission' then p.soonest_end
          when hr_end.cause is not null then greatest(first_of_next_month(hr_end.termination_date), p.soonest_end)
        end as end_hr,
        earlier_employment.left_on,
        gap.is_long as has_long_gap,
        gap.ends_running_term,
        wanted.start as wanted_start,
        revival.is_possible as revives,
        case when revival.is_possible then revival.start else wanted.start end as new_term_start,
        -- Without an order: synchronised, not declined, and employed beyond the start.
        p.auto_sync and p.has_hr_link and not declined.is_declined
          and coalesce(p.termination_date >= p.start_date, true)
          and coalesce(first_of_next_month(p.termination_date) > wanted.start, true) as may_start,
        declined.is_declined, declined.until_day as declined_on,
        moved.start as moved_start,
        running_month.is_freed,
        -- Months that have begun are history; a roster changes only those ahead, and ends a pause that was a mistake.
        case when p.has_hr_link then
          (p.pauses_hr * datemultirange(daterange(null, case when running_month.is_freed then ${today}::date else changeable.first_day end)))
          + ${pausesFrom(sql, 'p', sql`changeable.first_day`)}
          else p.pauses_hr
        end as pauses
      from people p
      cross join lateral (
        -- Live: there is a term, and its end has not been reached.
        select p.term_start is not null and coalesce(p.term_end > ${today}::date, true) as is_live
      ) running_term
      cross join lateral (
        -- The start that the roster wants for a new term.
        select ${rosterStart(sql, day, 'p')} as start
      ) wanted
      cross join lateral (
        -- The last day of the employment before a gap. HR systems go on sending the old termination of rehired people:
        -- one before the present term says nothing about it, unless the running term ends because of it.
        select case when p.announced_left_on >= p.term_start
            or (running_term.is_live and p.term_end_hr_cause = 'termination ' || p.announced_left_on)
          then p.announced_left_on end as left_on
      ) earlier_employment
      cross join lateral (
        -- The end of the term if that employment ends it. An end with this cause is known already.
        select case when p.term_end_hr_cause = 'termination ' || earlier_employment.left_on then p.term_end_hr
          else greatest(first_of_next_month(earlier_employment.left_on), p.soonest_end) end as first_day_without_ticket
      ) after_leaving
      cross join lateral (
        -- A gap is long if there is no employment for more than GRACE_DAYS. It ends the running term, and a next term starts after
        -- it, if a month without a ticket lies between them. Otherwise the term goes on.
        select coalesce(p.start_date - earlier_employment.left_on > ${GRACE_DAYS + 1}::int, false) as is_long,
          coalesce(running_term.is_live and p.linked and p.start_date - earlier_employment.left_on > ${GRACE_DAYS + 1}::int
            and p.term_start <= ${today}::date and p.term_start < p.start_date
            and p.term_start < after_leaving.first_day_without_ticket
            and after_leaving.first_day_without_ticket < wanted.start, false) as ends_running_term
      ) gap
      cross join lateral (
        -- The cause of the HR end: an omission, else the termination before a gap that ends the term, else the present one.
        select case when gap.ends_running_term then earlier_employment.left_on else p.termination_date end as termination_date,
          case
            when not p.linked then 'omission'
            when gap.ends_running_term then 'termination ' || earlier_employment.left_on
            when p.termination_date is not null then 'termination ' || p.termination_date
          end as cause
      ) hr_end
      cross join lateral (
        -- No term begins for an employment that starts up to the day of the refusal. While that day is ahead, it moves with a
        -- later start: a declined employment that has not begun is the same one.
        select until_day, coalesce(p.start_date <= until_day, false) as is_declined
        from (select case when p.term_declined_on > ${today}::date then greatest(p.term_declined_on, p.start_date)
          else p.term_declined_on end as until_day) with_start
      ) declined
      cross join lateral (
        -- A signed term that an omission had dropped comes back if the person is seen again within GRACE_DAYS. If no start is
        -- ahead, it starts on the first of this month.
        select revived_term.start,
          coalesce(p.has_hr_link and p.auto_sync and not declined.is_declined and p.contract_status = 'accepted'
            and p.first_seen_on <= p.dropped_on + ${GRACE_DAYS}::int
            and coalesce(p.termination_date >= p.start_date, true)
            and coalesce(first_of_next_month(p.termination_date) > revived_term.start, true), false) as is_possible
        from (
          select case when p.lost_start <= ${today}::date and p.start_date <= ${today}::date
            then date_trunc('month', ${today}::timestamp)::date
            else greatest(p.lost_not_before, ${soonestStart(sql, day, sql`wanted.start`, 'p')}) end as start
        ) revived_term
      ) revival
      cross join lateral (
        -- The start of the present term. While it is ahead, it moves with the facts, but not before an ordered first.
        select case
          when p.term_start > ${today}::date and p.auto_sync
            then greatest(p.term_not_before, ${soonestStart(sql, day, sql`wanted.start`, 'p')})
          else p.term_start
        end as start
      ) moved
      cross join lateral (
        -- Absences set the pauses from this day on. A term moved to today begins with today.
        select case when moved.start = ${today}::date and p.term_start > ${today}::date
          then ${today}::date else first_of_next_month(${today}) end as first_day
      ) changeable
      cross join lateral (
        -- Whether corrected absences end the pause of the running month.
        select ${isMonthFreed} as is_freed
      ) running_month
    ), decided as materialized (
      select j.*,
        case when j.ends_running_term and j.may_start and ${autoEnrol} then j.wanted_start end as next_term_start,
        case
        -- Line 1
        when j.linked and not j.has_hr_link then null
        -- Line 2
        when j.is_live and not j.linked and j.term_start > ${today}::date then 'drop'
        -- Line 3
        when j.is_live and least(j.end_hr, j.other_end) <= j.moved_start then 'drop'
        -- Line 4
        when j.is_live then 'adjust'
        -- Line 5
        when not j.linked then null
        -- Line 6
        when j.revives then 'start'
        -- Line 7
        when j.term_start is null or case when j.left_on is null then j.start_date > j.term_end else j.has_long_gap end
          or (j.first_seen_on > j.term_end + ${GRACE_DAYS}::int and coalesce(j.other_end > j.term_end, true))
          then case when j.may_start then ${autoEnrol ? 'start' : 'wait'} end
        -- Line 8
        when not j.is_declined and coalesce(j.other_end > ${today}::date, true)
          and coalesce(j.end_hr > ${today}::date, true)
          and j.cause is distinct from j.term_end_hr_cause and (j.term_end_hr_cause <> 'omission' or j.auto_sync)
          then 'reopen'
      end as action
      from judged j
    )`;
}
