import type { OpenDay } from '../../domain/day/company-day.ts';
import { rosterFactsRaised } from '../../domain/day/roster-facts.ts';
import { emitted } from '../../domain/events/emit.ts';
import type { PlanType } from '../../domain/plans/plan-types.ts';
import { fittingGroup } from '../../domain/rules/groups-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';
import { decisions, newPeople } from '../../tickets/subscriptions/hr-facts-sql.ts';
import { TERM_COLUMNS, termValues } from '../../tickets/subscriptions/terms-sql.ts';
import type { WorkingRoster } from '../plan/roster-to-apply.ts';
import { isOf } from '../plan/working-tables.ts';
import { fieldsOfRun } from '../runs/emit-changes-sql.ts';

interface Newcomers {
  people: number;
  lastPosition: number;
  /** The number of newcomers who would have a term if auto-enrol were on. */
  notEnrolled: number;
  /** Newcomers whose term begins with an offer, or begins today. */
  starts: { employeeId: number; start: string; planType: PlanType }[];
}

/**
 * Inserts the next newcomers in the order of the roster, with these ids: records with the term that begins, links, and
 * the changes of the run. A single statement, so that no inserted row is read again.
 */
export async function insertNewcomers(
  sql: Sql,
  day: OpenDay,
  roster: WorkingRoster,
  { afterPosition, ids }: { afterPosition: number; ids: readonly number[] },
): Promise<Newcomers> {
  const { companyId, integrationId, runId } = roster;
  const group = newGroup(sql, day);
  const plan = sql`coalesce(d.new_plan_type, ${day.defaultPlanType}::text)`;
  const isOffered = sql`(${plan} <> 'fully-subsidized-plan')`;
  const entries = sql`
    select (${ids}::bigint[])[row_number() over (order by p.position)] as id, p.position, p.hr_id, p.first_name, p.last_name, p.email, p.date_of_birth,
      p.profile_image, p.reason, p.listed_before, p.start_date, p.termination_date, p.absences, p.payroll, p.auto_sync as own_auto_sync,
      ${group.columns},
      coalesce(p.auto_sync, (
        select auto_sync_default from hr_integrations where company_id = ${companyId} and id = ${integrationId}
      )) as auto_sync
    from planned_changes p ${group.join}
    where ${isOf(sql, 'p', roster)} and p.outcome = 'added' and p.position > ${afterPosition}
    order by p.position limit ${ids.length}`;
  const fields = fieldsOfRun(sql, roster);
  const term = termValues(sql, day, { start: sql`d.wanted_start` }, { facts: 'd', person: 'd' });
  const added = emitted(sql, companyId, 'employee.added', {
    of: 'decided',
    each: sql`'employeeId', r.id, ${fields}`,
    all: fields,
  });
  const [inserted] = await sql<Newcomers[]>`
    with ${rosterFactsRaised(sql, companyId)}, ${decisions(sql, day, newPeople(sql, day, entries))},
    people_added as (
      insert into employees (company_id, id, first_name, last_name, email, date_of_birth, profile_image,
        term_number, ${sql.unsafe(TERM_COLUMNS.join(', '))}, told_status, group_id, group_subsidy_cents, group_plan_type)
      overriding system value
      select d.company_id, d.id, d.first_name, d.last_name, d.email, d.date_of_birth, d.profile_image,
        case when term.start is null then 0 else 1 end, term.start, term.not_before, term.end_hr, term.end_hr_cause,
        coalesce(term.pauses, '{}'),
        subscription_status(term.start, term.end_hr, null, null, coalesce(term.pauses, '{}'), '{}', ${day.today}::date),
        d.new_group_id, d.new_subsidy_cents, d.new_plan_type
      from decided d
      left join lateral (select ${term}) as term (start, not_before, end_hr, end_hr_cause, pauses)
        on d.action = 'start' and not ${isOffered}
    ), links_added as (
      insert into hr_links (company_id, employee_id, integration_id, type, hr_id, start_date, termination_date, auto_sync,
        absences, payroll, first_seen_on)
      select d.company_id, d.id, ${integrationId}, 'hr-integration', d.hr_id, d.start_date, d.termination_date,
        d.own_auto_sync, d.absences, d.payroll, d.first_seen_on
      from decided d
    ), changes_added as (
      insert into sync_changes (company_id, run_id, position, employee_id, hr_id, outcome, reason, consequence, listed_before)
      select d.company_id, ${runId}, d.position, d.id, d.hr_id, 'added', d.reason,
        case d.action
          when 'start' then jsonb_build_object(
            'action', case when ${isOffered} then 'offer' else 'start' end, 'start', d.wanted_start, 'end', first_of_next_month(d.termination_date))
          when 'wait' then '{"action": "wait", "start": null, "end": null}'
        end, d.listed_before
      from decided d
    ), memberships_added as (
      insert into group_memberships (company_id, employee_id, group_id, group_name, by_hand, since)
      select d.company_id, d.id, d.new_group_id, d.new_group_name, false, ${day.today}::date
      from decided d where d.new_group_id is not null
    ), ${added}
    select count(*) as people, coalesce(max(d.position), 0) as "lastPosition",
      count(*) filter (where d.action = 'wait') as "notEnrolled",
      coalesce(json_agg(json_build_object('employeeId', d.id, 'start', d.wanted_start, 'planType', ${plan}) order by d.id) filter (
        where d.action = 'start' and (${isOffered} or d.wanted_start = ${day.today}::date)), '[]') as starts
    from decided d`;
  if (!inserted) throw new Error('an aggregate gave no row');
  return inserted;
}

/** The group that fits a planned newcomer `p`, as columns and the join that they need. A company without groups looks for none. */
function newGroup(sql: Sql, { companyId, hasGroups }: OpenDay): { columns: Fragment; join: Fragment } {
  if (!hasGroups)
    return {
      columns: sql`null::bigint as new_group_id, null::text as new_group_name, null::int as new_subsidy_cents,
        null::text as new_plan_type`,
      join: sql``,
    };
  // Otherwise the facts would be put together for each group, and the rule could not be inlined.
  return {
    columns: sql`g.id as new_group_id, g.name as new_group_name, g.subsidy_cents as new_subsidy_cents,
      g.default_plan_type as new_plan_type`,
    join: sql`
      cross join lateral (
        select jsonb_build_object('personnelNumber', p.hr_id) || coalesce(p.payroll, '{}') as facts offset 0) f
      left join lateral (${fittingGroup(sql, companyId, 'f.facts')}) g on true`,
  };
}

/**
 * Foreign-key checks use cached plans. Plans from a time with few people scan the whole table for each check.
 * ANALYZE would replace them too, but its lock would delay the runs of other companies until the end of the
 * transaction.
 */
export async function forgetPlans(sql: Sql): Promise<void> {
  await sql`discard plans`;
}
