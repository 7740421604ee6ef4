import { andLinkedInScope, type Scope } from '../../domain/access/scope.ts';
import { isPresentHrLink } from '../../domain/rules/links-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import { hiddenFromPlanner } from '../../platform/db/planner.ts';
import type { Sql } from '../../platform/db/types.ts';
import type { WorkingRoster } from './roster-to-apply.ts';
import { isOf, plannedChanges } from './working-tables.ts';

/**
 * The number of an invalid entry that is not present belongs to the person who had it last. That person is matched with
 * no other entry.
 */
export async function matchInvalid(sql: Sql, roster: WorkingRoster): Promise<void> {
  const { companyId, integrationId } = roster;
  await sql`
    with known as materialized (
      select distinct on (l.hr_id) l.hr_id, l.employee_id
      from ${plannedChanges(sql, roster, sql`outcome = 'invalid' and link_id is null`)} i
      join hr_links l on l.company_id = ${hiddenFromPlanner(sql, companyId)} and l.hr_id = i.hr_id and l.integration_id = ${integrationId}
        and l.ended_at is not null
      join employees e on e.company_id = l.company_id and e.id = l.employee_id and e.erased_at is null
      order by l.hr_id, l.id desc
    )
    update planned_changes p set employee_id = known.employee_id from known
    where ${isOf(sql, 'p', roster)} and p.outcome = 'invalid' and p.hr_id = known.hr_id and p.link_id is null`;
}

/**
 * A known HR number of an ended link belongs to the person who had it last, unless this integration lists
 * that person under another number.
 */
export async function matchEndedLinks(sql: Sql, roster: WorkingRoster): Promise<void> {
  const { companyId, integrationId } = roster;
  const plan = (which?: Fragment) => plannedChanges(sql, roster, which);
  await sql`
    with known as (
      select distinct on (l.hr_id) l.hr_id, l.id, l.employee_id
      from ${plan(sql`outcome = 'added'`)} p
      join hr_links l on l.company_id = ${hiddenFromPlanner(sql, companyId)} and l.hr_id = p.hr_id and l.integration_id = ${integrationId}
        and l.ended_at is not null
      join employees e on e.company_id = l.company_id and e.id = l.employee_id and e.erased_at is null
      order by l.hr_id, l.id desc
    ), free as materialized (
      select k.*, row_number() over (partition by k.employee_id order by k.id desc) as place
      from known k
      where not exists (
        select from hr_links o
        where o.company_id = ${hiddenFromPlanner(sql, companyId)} and o.employee_id = k.employee_id
          and o.integration_id = ${integrationId} and ${isPresentHrLink(sql, 'o')}
          and not exists (select from ${plan(sql`outcome = 'omitted'`)} p where p.link_id = o.id))
        and not exists (select from ${plan(sql`outcome = 'invalid'`)} i where i.employee_id = k.employee_id)
    )
    update planned_changes p set link_id = f.id, employee_id = f.employee_id, outcome = 'rehired',
      reason = 'known-number-returned', was_ended = true
    from free f where ${isOf(sql, 'p', roster)} and p.outcome = 'added' and p.hr_id = f.hr_id and f.place = 1`;
}

/**
 * Matches remaining entries by e-mail address and birth date with a person that this integration does not list already. Only
 * people in the scope are considered. If several people or entries match, none is taken. A person that this integration has
 * listed with another first name is a twin.
 */
export async function matchByEmail(sql: Sql, roster: WorkingRoster, visible: Scope): Promise<void> {
  const { companyId, integrationId } = roster;
  const plan = (which?: Fragment) => plannedChanges(sql, roster, which);
  await sql`
    with fits as materialized (
      select p.hr_id, e.id as employee_id, custom.id as custom_link_id, omitted.link_id as omitted_link_id,
        here.known as was_here, twin.found as is_twin,
        count(*) filter (where not twin.found) over (partition by p.hr_id) as people,
        count(*) filter (where not twin.found) over (partition by e.id) as entries
      from ${plan(sql`outcome = 'added'`)} p
      join employees e on e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.email_normal = normal_email(p.email)
        and e.date_of_birth = p.date_of_birth and e.erased_at is null
      left join hr_links custom on custom.company_id = e.company_id and custom.employee_id = e.id
        and custom.integration_id = ${integrationId} and custom.ended_at is null and custom.type = 'custom'
      left join ${plan(sql`outcome = 'omitted'`)} omitted on omitted.employee_id = e.id
      cross join lateral (
        select count(*) > 0 as known,
          coalesce(bool_or(lower(l.listed_first_name) = lower(p.first_name)), false) as listed_so
        from hr_links l where l.company_id = e.company_id and l.employee_id = e.id
          and l.integration_id = ${integrationId} and l.type = 'hr-integration'
      ) here
      cross join lateral (
        select here.known and not here.listed_so and lower(e.first_name) <> lower(p.first_name) as found
      ) twin
      where not exists (
          select from ${plan(sql`outcome in ('rehired', 'differs', 'invalid')`)} taken where taken.employee_id = e.id)
        and (omitted.link_id is not null or not exists (
          select from hr_links l
          where l.company_id = e.company_id and l.employee_id = e.id and l.integration_id = ${integrationId}
            and ${isPresentHrLink(sql)}))
        ${andLinkedInScope(sql, companyId, visible, sql`e.id`)}
    ), matched as (
      update planned_changes p set employee_id = f.employee_id, link_id = f.custom_link_id,
        outcome = case
          when f.omitted_link_id is not null then 'renumbered'
          when f.was_here then 'rehired'
          else 'adopted'
        end,
        reason = case
          when f.omitted_link_id is not null then 'new-number'
          when f.was_here then 'returned-under-new-number'
          else 'same-email-and-birth-date'
        end
      from fits f
      where ${isOf(sql, 'p', roster)} and p.hr_id = f.hr_id and p.outcome = 'added' and not f.is_twin and f.people = 1 and f.entries = 1
      returning p.hr_id, f.omitted_link_id
    ), replaced as (
      update planned_changes p set outcome = 'replaced' from matched m
      where ${isOf(sql, 'p', roster)} and p.link_id = m.omitted_link_id and p.outcome = 'omitted'
    )
    update planned_changes p set reason = 'ambiguous-match'
    where ${isOf(sql, 'p', roster)} and p.hr_id in (select hr_id from fits except select hr_id from matched) and p.outcome = 'added'`;
}

/** People who return under an earlier number stay: only the number that is no longer listed ends. */
export async function replaceReturning(sql: Sql, roster: WorkingRoster): Promise<void> {
  await sql`
    update planned_changes p set outcome = 'replaced'
    from ${plannedChanges(sql, roster, sql`outcome = 'rehired'`)} back
    where ${isOf(sql, 'p', roster)} and p.outcome = 'omitted' and p.employee_id = back.employee_id`;
}
