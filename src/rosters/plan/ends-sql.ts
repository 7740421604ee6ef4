import type { CompanyDay } from '../../domain/day/company-day.ts';
import { isListed } from '../../domain/rules/listed-sql.ts';
import { subscriptionEnd } from '../../domain/rules/subscription-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import { hiddenFromPlanner } from '../../platform/db/planner.ts';
import type { Sql } from '../../platform/db/types.ts';
import type { RosterToApply, WorkingRoster } from './roster-to-apply.ts';
import { isOf, plannedChanges } from './working-tables.ts';

/**
 * People who are no longer listed are offboarded, or only unlinked if another link is present. People that an invalid
 * entry may refer to, by an earlier number or by the e-mail address, stay.
 */
export async function planOmissions(sql: Sql, roster: WorkingRoster): Promise<void> {
  const { companyId } = roster;
  const plan = (which?: Fragment) => plannedChanges(sql, roster, which);
  const ofRun = isOf(sql, 'p', roster);
  await sql`
    update planned_changes p set outcome = 'kept', facts_changed = false
    from employees e
    where ${ofRun} and p.outcome = 'omitted' and e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.id = p.employee_id and (
      p.employee_id in (select i.employee_id from ${plan(sql`outcome = 'invalid'`)} i)
      or e.email_normal in (select normal_email(i.email) from ${plan(sql`outcome = 'invalid'`)} i))`;
  await sql`
    with elsewhere as materialized (
      select p.link_id, exists (
        select from hr_links o
        where o.company_id = ${hiddenFromPlanner(sql, companyId)} and o.employee_id = p.employee_id
          and o.ended_at is null and o.id <> p.link_id
      ) as has_other_link
      from ${plan(sql`outcome = 'omitted'`)} p
    )
    update planned_changes p set
      outcome = case when elsewhere.has_other_link then 'unlinked' else 'offboarded' end,
      reason = case when elsewhere.has_other_link then 'still-linked-elsewhere' else 'missing-from-roster' end
    from elsewhere
    where ${ofRun} and p.link_id = elsewhere.link_id and p.outcome = 'omitted'`;
}

export interface Ends {
  people: number;
  subscriptions: number;
  /** 0 if few people leave: then it is not counted. */
  presentBefore: number;
}

/**
 * Marks people whose employment would end by the next first because of this roster, and counts them as people
 * and as subscriptions. If they are at least `fewest`, it also counts the people present before.
 */
export async function markEnds(
  sql: Sql,
  day: CompanyDay,
  roster: WorkingRoster,
  fewest: number,
): Promise<Ends> {
  const { companyId, integrationId } = roster;
  const plan = (which?: Fragment) => plannedChanges(sql, roster, which);
  const [ends] = await sql<Ends[]>`
    with ending as materialized (
      select p.hr_id, p.employee_id, l.termination_date
      from ${plan()} p
      left join ${plan(sql`outcome = 'replaced'`)} number_before on number_before.employee_id = p.employee_id
      left join hr_links l on l.company_id = ${hiddenFromPlanner(sql, companyId)} and l.id = coalesce(number_before.link_id, p.link_id)
      where p.outcome = 'offboarded'
        or ((p.outcome = 'updated' or (p.outcome in ('renumbered', 'rehired') and number_before.link_id is not null))
          and p.termination_date < first_of_next_month(${day.today})
          and coalesce(l.termination_date >= first_of_next_month(${day.today}), true)
          and not exists (
            select from hr_links o where o.company_id = ${hiddenFromPlanner(sql, companyId)} and o.employee_id = p.employee_id
              and ${isListed(sql, 'o')} and o.id <> l.id
              and coalesce(o.termination_date >= first_of_next_month(${day.today}), true)))
    ), marked as (
      update planned_changes p set held = true, termination_before = ending.termination_date from ending
      where ${isOf(sql, 'p', roster)} and p.hr_id = ending.hr_id
    )
    select count(*) as people,
      count(*) filter (where e.term_start is not null
        and coalesce(${subscriptionEnd(sql)} > first_of_next_month(${day.today}), true)) as subscriptions,
      case when count(*) < ${fewest} then 0 else (
        select count(*) from hr_links where company_id = ${companyId} and integration_id = ${integrationId}
          and ${isListed(sql, 'hr_links')}) end as "presentBefore"
    from ending join employees e on e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.id = ending.employee_id`;
  return ends ?? { people: 0, subscriptions: 0, presentBefore: 0 };
}

/** Removes the marks: no end is held, but for those of people who are missing. */
export async function releaseEnds(
  sql: Sql,
  roster: WorkingRoster,
  butMissing: Fragment = sql`false`,
): Promise<void> {
  await sql`
    update planned_changes p set held = false
    where ${isOf(sql, 'p', roster)} and held and outcome <> 'renumbering' and not ${butMissing}`;
}

/** Whether the person of the marked end `p` was employed by the last roster, and is missing now. */
export const isMissing = (sql: Sql, { today }: CompanyDay): Fragment =>
  sql`(p.outcome = 'offboarded' and coalesce(p.termination_before >= ${today}, true))`;

export async function countMissing(sql: Sql, day: CompanyDay, roster: WorkingRoster): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from planned_changes p where ${isOf(sql, 'p', roster)} and p.held and ${isMissing(sql, day)}`;
  return row?.count ?? 0;
}

/** Counts the people that the integration lists before this roster. */
export async function countPresent(sql: Sql, { companyId, integrationId }: RosterToApply): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from hr_links where company_id = ${companyId} and integration_id = ${integrationId}
      and ${isListed(sql, 'hr_links')}`;
  return row?.count ?? 0;
}

/** Holds the renumberings: nothing of their entries is applied, and the links of the old numbers stay. */
export async function holdRenumberings(sql: Sql, roster: WorkingRoster): Promise<void> {
  await sql`
    update planned_changes p set outcome = 'kept', facts_changed = false
    from ${plannedChanges(sql, roster, sql`outcome = 'renumbered'`)} renumbered
    where ${isOf(sql, 'p', roster)} and p.outcome = 'replaced' and p.employee_id = renumbered.employee_id`;
  await sql`
    update planned_changes p set outcome = 'renumbering', reason = 'new-number-waits', held = true, facts_changed = false,
      record_changed = false, name_changed = false, link_noted = false, fields = '{}'
    where ${isOf(sql, 'p', roster)} and p.outcome = 'renumbered'`;
}
