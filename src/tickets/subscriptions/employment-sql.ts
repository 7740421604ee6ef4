import type { CompanyDay } from '../../domain/day/company-day.ts';
import { hasBegun, haveLinksLeft } from '../../domain/rules/has-left-sql.ts';
import { isPresentHrLink } from '../../domain/rules/links-sql.ts';
import { planInForce } from '../../domain/rules/subscription-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';

/**
 * The employment facts of all present links of a person as one row (docs/lifecycle.md, "From HR facts"). A
 * termination before the start date belongs to the employment before (`left_before`), if a term of the person
 * has begun; otherwise the person has never joined. A present HR link (`has_hr_link`) may be terminated. `person` is the alias of
 * the employee in the enclosing query.
 */
export function employment(sql: Sql, { today }: Pick<CompanyDay, 'today'>, person = 'e'): Fragment {
  return sql`
    select f.linked, f.has_hr_link, f.has_had_hr_link, f.has_left, f.start_date, f.first_seen_on, f.auto_sync, f.absences,
      f.absences_link_id,
      case when not again.begins then f.termination_date end as termination_date,
      case when again.begins then f.termination_date end as left_before
    from (${combinedLinks(sql, today, person)}) f
    cross join lateral (
      select coalesce(f.start_date > f.termination_date and ${hasBegun(sql, today, person)}, false) as begins
    ) again`;
}

function combinedLinks(sql: Sql, today: string, person: string): Fragment {
  const employee = sql.unsafe(person);
  return sql`
    select bool_or(l.ended_at is null) as linked,
      coalesce(bool_or(${isPresentHrLink(sql)}), false) as has_hr_link,
      bool_or(l.type = 'hr-integration') as has_had_hr_link,
      ${haveLinksLeft(sql, today, person)} as has_left,
      min(l.start_date) filter (where l.ended_at is null) as start_date,
      min(l.first_seen_on) filter (where l.ended_at is null) as first_seen_on,
      case when bool_and(l.termination_date is not null)
          filter (where ${isPresentHrLink(sql)})
        then max(l.termination_date) filter (where l.ended_at is null) end as termination_date,
      (array_agg(coalesce(l.auto_sync, i.auto_sync_default) order by l.id)
        filter (where ${isPresentHrLink(sql)}))[1] as auto_sync,
      (array_agg(l.absences order by l.id)
        filter (where ${isPresentHrLink(sql)}))[1] as absences,
      min(l.id) filter (where ${isPresentHrLink(sql)}) as absences_link_id
    from hr_links l
    join hr_integrations i on i.company_id = l.company_id and i.id = l.integration_id
    where l.company_id = ${employee}.company_id and l.employee_id = ${employee}.id`;
}

/**
 * The month-first on which a term begins without an order. `facts` is the alias of an `employment` with a
 * start date.
 */
export function rosterStart(sql: Sql, { today }: CompanyDay, facts: string): Fragment {
  const dates = sql.unsafe(`${facts}.start_date, ${facts}.first_seen_on`);
  return sql`first_on_or_after(greatest(${dates}, ${today}::date))`;
}

/** Without a contract a term may begin today; with a contract, on the next first at the earliest. */
export function soonestStart(
  sql: Sql,
  { today, defaultPlanType }: CompanyDay,
  start: Fragment,
  person: string,
): Fragment {
  return sql`case
    when ${planInForce(sql, defaultPlanType, today, person)} = 'fully-subsidized-plan' then ${start}
    else greatest(${start}, first_of_next_month(${today})) end`;
}

/**
 * Whether a correction of absences frees the running month, which is paused (docs/lifecycle.md, "Corrected
 * absences"). `absences_before` is null unless the roster has changed the absences. Absences that the roster
 * no longer lists count as before, and so do those whose type has another kind now.
 */
export function isFreed(sql: Sql, day: CompanyDay, facts: string): Fragment {
  const { today } = day;
  const now = sql.unsafe(`${facts}.absences`);
  const before = sql.unsafe(`${facts}.absences_before`);
  return sql`
    case when ${sql.unsafe(facts)}.auto_sync and ${before} <> '[]' and absence_pauses(${before}) @> ${today}::date
      then not absence_pauses(${now} || (
        select coalesce(jsonb_agg(missing), '[]')
        from jsonb_array_elements(${before}) missing
        where not exists (
          select from jsonb_array_elements(${now}) listed
          where ${isSameAbsence(sql, day)})
      )) @> ${today}::date
      else false end`;
}

/**
 * Whether the absence `listed` is the earlier one `missing`. Without an id, one that has another start must have begun: an
 * export that lists only the absences ahead has forgotten the present one.
 */
function isSameAbsence(sql: Sql, { today }: CompanyDay): Fragment {
  const days = (absence: string) =>
    sql.unsafe(`daterange((${absence} ->> 'startDate')::date, (${absence} ->> 'endDate')::date, '[]')`);
  return sql`
    listed ->> 'kind' = missing ->> 'kind' and (
      listed ->> 'id' = missing ->> 'id' or listed ->> 'startDate' = missing ->> 'startDate'
      or (coalesce(listed ->> 'id' = missing ->> 'id', true) and (listed ->> 'startDate')::date <= ${today}::date
        and ${days('listed')} && ${days('missing')}))`;
}

/** The months from this day on that absences pause. */
export function pausesFrom(sql: Sql, facts: string, day: Fragment): Fragment {
  const absences = sql.unsafe(`${facts}.absences`);
  return sql`
    case when ${sql.unsafe(facts)}.auto_sync and ${absences} <> '[]'
      then absence_pauses(${absences}) * datemultirange(daterange(${day}, null))
      else '{}'::datemultirange end`;
}
