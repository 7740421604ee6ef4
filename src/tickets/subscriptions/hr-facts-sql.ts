import type { CompanyDay, OpenDay } from '../../domain/day/company-day.ts';
import { subscriptionEnd } from '../../domain/rules/subscription-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import { hiddenFromPlanner, sameCompany } from '../../platform/db/planner.ts';
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
  start: string | null;
  end: string | null;
  /** The start of the term that follows the running one after a gap. */
  following: string | null;
  /** Whether the term that begins is a signed one that an omission had dropped. */
  revived: boolean;
  /** Whether corrected absences no longer pause the running month. */
  freed: boolean;
}

/**
 * The absences that links had before the roster changed them: a query with the columns `link_id` and `absences`.
 */
export type AbsencesBefore = Fragment;

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
  before?: AbsencesBefore,
): Promise<HrDecision[]> {
  const { today } = day;
  return await sql<HrDecision[]>`
    with ${decisions(sql, day, knownPeople(sql, day, sql`e.id = any(${ids}::bigint[])`, before), {
      mayFree: before !== undefined,
    })}, adjusted as (
      update employees e set
        term_start = d.start,
        term_end_hr = d.end_hr,
        term_end_hr_cause = d.cause,
        following_start = d.following,
        term_declined_on = d.declined_on,
        term_reopened_on = case when d.action = 'reopen' then ${today}::date else e.term_reopened_on end,
        pauses_hr = d.pauses,
        updated_at = now()
      from decided d
      where ${sameCompany(sql, 'e', 'd', day.companyId)} and e.id = d.id and e.id = any(${ids}::bigint[])
        and d.action in ('adjust', 'reopen')
        and (d.start, d.end_hr, d.cause, d.pauses, d.following, d.declined_on)
          is distinct from (e.term_start, e.term_end_hr, e.term_end_hr_cause, e.pauses_hr, e.following_start,
            e.term_declined_on)
      returning e.id, ${subscriptionEnd(sql)} as term_end
    ), declined_still as (
      update employees e set term_declined_on = d.declined_on
      from decided d
      where ${sameCompany(sql, 'e', 'd', day.companyId)} and e.id = d.id and e.id = any(${ids}::bigint[])
        and d.action is null and d.declined_on > e.term_declined_on
    )
    select d.id as "employeeId", d.action,
      case d.action when 'start' then d.next_start else coalesce(d.following, d.start) end as start,
      case d.action when 'start' then first_of_next_month(d.termination_date) else a.term_end end as end,
      d.following, d.action = 'start' and d.revives as revived, d.freed
    from decided d
    left join adjusted a on a.id = d.id
    where a.id is not null or d.action in ('start', 'drop')
      or (d.action = 'wait' and coalesce(d.contract_status = 'accepted', true))
    order by d.id`;
}

export interface Waiting {
  employeeId: number;
  employedFrom: string;
  employedUntil: string | null;
}

/**
 * Selects people that the roster would enrol if auto-enrol were on, without an open or rejected offer. People
 * with a live term are excluded first: judging 100,000 of them took 1.6 s.
 */
export async function selectWaiting(sql: Sql, day: CompanyDay): Promise<Waiting[]> {
  const isIdle = sql`
    e.erased_at is null and (e.term_start is null
      or ${subscriptionEnd(sql)} <= ${day.today}::date)`;
  return await sql<Waiting[]>`
    with ${decisions(sql, { ...day, autoEnrol: true }, knownPeople(sql, day, isIdle))}
    select d.id as "employeeId", d.start_date as "employedFrom", d.termination_date as "employedUntil"
    from decided d
    where d.action = 'start' and not d.revives and not exists (
      select from contract_offers o
      where ${sameCompany(sql, 'o', 'd', day.companyId)} and o.id = d.offer_id and o.reason = 'enrolment'
        and o.status <> 'accepted')
    order by d.id`;
}

/** People who have a record, with the facts of their links. */
function knownPeople(
  sql: Sql,
  day: CompanyDay,
  who: Fragment,
  before: AbsencesBefore = NOTHING_CHANGED(sql),
): Fragment {
  const { companyId, today } = day;
  return sql`
    employees e
    cross join lateral (
      select e.company_id, e.id, links.*,
        exists (
          select from tickets t
          where ${sameCompany(sql, 't', 'e', companyId)} and t.employee_id = e.id and t.voided_at is null
            and t.month = date_trunc('month', ${today}::timestamp)::date
        ) as has_ticket
      from (${employment(sql, day)}) links
    ) h
    left join (${before}) changed on changed.link_id = h.absences_link_id
    left join past_terms lost on ${sameCompany(sql, 'lost', 'e', companyId)} and lost.employee_id = e.id
      and lost.number = e.term_number + 1 and lost.dropped_on is not null
    where e.company_id = ${hiddenFromPlanner(sql, companyId)} and ${who} and h.ever_employed`;
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
      select ${companyId}::bigint as company_id, true as linked, true as employed,
        ${today}::date as first_seen_on, false as has_ticket, null::date as left_before, entry.*
      from (${entries}) entry
    ) h
    cross join (select null::jsonb as absences) changed
    cross join (select (null::past_terms).*) lost
    cross join (select (null::employees).*) e`;
}

/**
 * Common table expressions: `people` collects the facts, `judged` evaluates them as of today, and `decided`
 * is the table in docs/lifecycle.md, in its order; the first matching line wins. `source` is a FROM clause
 * with the facts as `h`, the absences before this roster as `changed`, a dropped term as `lost`, and the record as `e`. Only a roster that replaces
 * absences can free the running month (`mayFree`): the rule is left out elsewhere, because it made a first load of
 * 100,000 people take 21 instead of 12 s.
 */
export function decisions(
  sql: Sql,
  day: CompanyDay,
  source: Fragment,
  { mayFree = false }: { mayFree?: boolean } = {},
): Fragment {
  const { today, autoEnrol } = day;
  const freed = mayFree
    ? sql`coalesce(p.pauses_hr @> ${today}::date and ${isFreed(sql, day, 'p')}, false)`
    : sql`false`;
  return sql`
    people as materialized (
      select h.*, changed.absences as absences_before, e.term_start, e.term_end_hr, e.term_end_hr_cause, e.term_not_before, e.term_declined_on,
        e.pauses_hr, e.plan_type, e.next_plan_type, e.next_plan_from, e.group_plan_type, e.offer_id, e.contract_status,
        ${subscriptionEnd(sql)} as term_end,
        least(e.term_end_person, e.term_end_contract) as other_end,
        lost.start_on as lost_start, lost.not_before as lost_not_before, lost.dropped_on,
        coalesce(h.left_before, case when h.start_date > termination_of_cause(e.term_end_hr_cause)
          then termination_of_cause(e.term_end_hr_cause) end) as announced_left_on,
        case when h.has_ticket then first_of_next_month(${today}) else ${today}::date end as soonest_end
      from ${source}
    ), judged as (
      select p.*, named.cause,
        running.live,
        case
          when named.cause is not distinct from p.term_end_hr_cause then p.term_end_hr
          when named.cause = 'omission' then p.soonest_end
          when named.cause is not null then greatest(first_of_next_month(named.termination_date), p.soonest_end)
        end as end_hr,
        gap.left_on,
        gap.is_long as has_long_gap,
        gap.is_ahead as has_gap_ahead,
        wanted.start as wanted_start,
        revival.is_possible as revives,
        case when revival.is_possible then revival.start else wanted.start end as next_start,
        p.auto_sync and p.employed and not declined.already
          and coalesce(p.termination_date >= p.start_date, true)
          and coalesce(first_of_next_month(p.termination_date) > wanted.start, true) as may_start,
        declined.already as declined, declined.until as declined_on,
        followed.start,
        -- Months that have begun are history; a roster changes only those ahead, and ends a pause that was a mistake.
        -- A term moved to today begins with today.
        freed.today as freed,
        case when p.employed then
          (p.pauses_hr * datemultirange(daterange(null, case when freed.today then ${today}::date else ahead.from_day end)))
          + ${pausesFrom(sql, 'p', sql`ahead.from_day`)}
          else p.pauses_hr
        end as pauses
      from people p
      cross join lateral (
        select p.term_start is not null and coalesce(p.term_end > ${today}::date, true) as live
      ) running
      cross join lateral (
        select ${rosterStart(sql, day, 'p')} as start
      ) wanted
      cross join lateral (
        -- HR systems go on sending the old termination of rehired people. It says nothing about the present term.
        select case when p.announced_left_on >= p.term_start
            or (running.live and p.term_end_hr_cause = 'termination ' || p.announced_left_on)
          then p.announced_left_on end as left_on
      ) before_gap
      cross join lateral (
        select case when p.term_end_hr_cause = 'termination ' || before_gap.left_on then p.term_end_hr
          else greatest(first_of_next_month(before_gap.left_on), p.soonest_end) end as first_day
      ) without
      cross join lateral (
        select before_gap.left_on,
          coalesce(p.start_date - before_gap.left_on > ${GRACE_DAYS + 1}::int, false) as is_long,
          coalesce(running.live and p.linked and p.start_date - before_gap.left_on > ${GRACE_DAYS + 1}::int
            and p.term_start <= ${today}::date and p.term_start < p.start_date
            and p.term_start < without.first_day and without.first_day < wanted.start, false) as is_ahead
      ) gap
      cross join lateral (
        select case when gap.is_ahead then gap.left_on else p.termination_date end as termination_date,
          case
            when not p.linked then 'omission'
            when gap.is_ahead then 'termination ' || gap.left_on
            when p.termination_date is not null then 'termination ' || p.termination_date
          end as cause
      ) named
      cross join lateral (
        -- Until it has begun, a declined employment is the same one if its start moves.
        select until, coalesce(p.start_date <= until, false) as already
        from (select case when p.term_declined_on > ${today}::date then greatest(p.term_declined_on, p.start_date)
          else p.term_declined_on end as until) decided
      ) declined
      cross join lateral (
        select revived.start,
          coalesce(p.employed and p.auto_sync and not declined.already and p.contract_status = 'accepted'
            and p.first_seen_on <= p.dropped_on + ${GRACE_DAYS}::int
            and coalesce(p.termination_date >= p.start_date, true)
            and coalesce(first_of_next_month(p.termination_date) > revived.start, true), false) as is_possible
        from (
          select case when p.lost_start <= ${today}::date and p.start_date <= ${today}::date
            then date_trunc('month', ${today}::timestamp)::date
            else greatest(p.lost_not_before, ${soonestStart(sql, day, sql`wanted.start`, 'p')}) end as start
        ) revived
      ) revival
      cross join lateral (
        select case
          when p.term_start > ${today}::date and p.auto_sync
            then greatest(p.term_not_before, ${soonestStart(sql, day, sql`wanted.start`, 'p')})
          else p.term_start
        end as start
      ) followed
      cross join lateral (
        select case when followed.start = ${today}::date and p.term_start > ${today}::date
          then ${today}::date else first_of_next_month(${today}) end as from_day
      ) ahead
      cross join lateral (
        select ${freed} as today
      ) freed
    ), decided as materialized (
      select j.*,
        case when j.has_gap_ahead and j.may_start and ${autoEnrol} then j.wanted_start end as following,
        case
        when j.linked and not j.employed then null
        when j.live and not j.linked and j.term_start > ${today}::date then 'drop'
        when j.live and least(j.end_hr, j.other_end) <= j.start then 'drop'
        when j.live then 'adjust'
        when not j.linked then null
        when j.revives then 'start'
        when j.term_start is null or case when j.left_on is null then j.start_date > j.term_end else j.has_long_gap end
          or (j.first_seen_on > j.term_end + ${GRACE_DAYS}::int and coalesce(j.other_end > j.term_end, true))
          then case when j.may_start then ${autoEnrol ? 'start' : 'wait'} end
        when not j.declined and coalesce(j.other_end > ${today}::date, true)
          and coalesce(j.end_hr > ${today}::date, true)
          and j.cause is distinct from j.term_end_hr_cause and (j.term_end_hr_cause <> 'omission' or j.auto_sync)
          then 'reopen'
      end as action
      from judged j
    )`;
}
