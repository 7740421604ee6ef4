import type { CompanyDay } from '../../domain/day/company-day.ts';
import { isPresentHrLink } from '../../domain/rules/links-sql.ts';
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
  /** Of the people, those whom the last roster listed as employed, and who are missing now. */
  missing: number;
  /** 0 if few people leave: then it is not counted. */
  presentBefore: number;
}

/**
 * Counts people whose employment would end by the next first because of this roster, as people and as subscriptions. If they
 * are at least `fewest`, it also counts the people present before.
 */
export async function countEnds(
  sql: Sql,
  day: CompanyDay,
  roster: WorkingRoster,
  fewest: number,
): Promise<Ends> {
  const { companyId, integrationId } = roster;
  const [ends] = await sql<Ends[]>`
    with ${endingPeople(sql, day, roster)}
    select count(*) as people,
      count(*) filter (where e.term_start is not null
        and coalesce(${subscriptionEnd(sql)} > first_of_next_month(${day.today}), true)) as subscriptions,
      count(distinct ending.hr_id) filter (where ending.is_missing) as missing,
      case when count(*) < ${fewest} then 0 else (
        select count(*) from hr_links where company_id = ${companyId} and integration_id = ${integrationId}
          and ${isPresentHrLink(sql, 'hr_links')}) end as "presentBefore"
    from ending join employees e on e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.id = ending.employee_id`;
  return ends ?? { people: 0, subscriptions: 0, missing: 0, presentBefore: 0 };
}

/** Holds these ends, or only those of people who are missing. The termination of before stays in force meanwhile. */
export async function holdEnds(
  sql: Sql,
  day: CompanyDay,
  roster: WorkingRoster,
  { onlyMissing }: { onlyMissing: boolean },
): Promise<void> {
  await sql`
    with ${endingPeople(sql, day, roster)}
    update planned_changes p set held = true, termination_before = ending.termination_date from ending
    where ${isOf(sql, 'p', roster)} and p.hr_id = ending.hr_id ${onlyMissing ? sql`and ending.is_missing` : sql``}`;
}

/** The common table expression `ending`: people whose employment would end, with the termination that is in force. */
function endingPeople(sql: Sql, { today }: CompanyDay, roster: WorkingRoster): Fragment {
  const { companyId } = roster;
  const plan = (which?: Fragment) => plannedChanges(sql, roster, which);
  return sql`
    ending as materialized (
      select p.hr_id, p.employee_id, l.termination_date,
        p.outcome = 'offboarded' and coalesce(l.termination_date >= ${today}, true) as is_missing
      from ${plan()} p
      left join ${plan(sql`outcome = 'replaced'`)} number_before on number_before.employee_id = p.employee_id
      left join hr_links l on l.company_id = ${hiddenFromPlanner(sql, companyId)} and l.id = coalesce(number_before.link_id, p.link_id)
      where p.outcome = 'offboarded'
        or ((p.outcome = 'updated' or (p.outcome in ('renumbered', 'rehired') and number_before.link_id is not null))
          and p.termination_date < first_of_next_month(${today})
          and coalesce(l.termination_date >= first_of_next_month(${today}), true)
          and not exists (
            select from hr_links o where o.company_id = ${hiddenFromPlanner(sql, companyId)} and o.employee_id = p.employee_id
              and ${isPresentHrLink(sql, 'o')} and o.id <> l.id
              and coalesce(o.termination_date >= first_of_next_month(${today}), true)))
    )`;
}

/** Counts the people that the integration lists before this roster. */
export async function countPresent(sql: Sql, { companyId, integrationId }: RosterToApply): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from hr_links where company_id = ${companyId} and integration_id = ${integrationId}
      and ${isPresentHrLink(sql, 'hr_links')}`;
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
