import { describes, entryOf, recordOf } from '../../domain/person/describes-sql.ts';
import { PAYROLL_FIELDS } from '../../domain/person/payroll-fields.ts';
import { followedLinks, isPresentHrLink, ownsRecord } from '../../domain/rules/links-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import { hiddenFromPlanner } from '../../platform/db/planner.ts';
import type { Sql } from '../../platform/db/types.ts';
import { contradict, identityDiffers, listedBy } from './identity-sql.ts';
import {
  changedFields,
  LISTED,
  listedFieldsOf,
  RECORD_FIELDS,
  recordFieldsOf,
  ticketDiffers,
} from './listed-sql.ts';
import { selectStillInConflict } from './open-conflicts-sql.ts';
import type { OpenQuestions } from './questions-sql.ts';
import type { WorkingRoster } from './roster-to-apply.ts';
import { isOf, plannedChanges } from './working-tables.ts';

/**
 * Computes the differences of known people, and whether they matter: a record follows only its oldest present
 * link. An entry is a conflict, and is not applied, if it contradicts both the record and the last listed data of its number,
 * if it describes another person of the integration, or if an open conflict has the same data. Two entries that describe each
 * other's people are one conflict.
 */
export async function compareKnown(
  sql: Sql,
  roster: WorkingRoster,
  { hasConflicts }: OpenQuestions,
): Promise<void> {
  const { companyId } = roster;
  const plan = (which?: Fragment) => plannedChanges(sql, roster, which);
  const [entry, record] = [entryOf(sql, 'r'), entryOf(sql, 'e')];
  const stillInConflict = hasConflicts ? await selectStillInConflict(sql, roster) : [];
  const isPlannedToStay = sql`o.employee_id in (select employee_id from ${plan()} p) and not exists (
    select from ${plan(sql`outcome in ('omitted', 'replaced')`)} gone where gone.link_id = o.id)`;
  await sql`
    with ${describedOthers(sql, roster)}, compared as materialized (
      select r.hr_id, owner.owns, other.link_id as described_link_id, other.exchanged_with, other.stands_for_both, listed.*, record.differs as record_differs,
        ${contradict(sql, entry, record)}
          and (l.listed_date_of_birth is null or ${contradict(sql, entry, listedBy(sql))}) as is_contradiction,
        r.hr_id = any(${stillInConflict}::text[]) and ${seemsToBeSomebodyElse(sql)} as is_still_open,
        (l.ended_at is null and l.last_run_id is not null) or r.payroll is distinct from l.payroll or case
          when l.listed_date_of_birth is null then listed.listed_date_of_birth is not null
          else owner.owns or ${listedFieldsOf(sql, 'l')} is distinct from ${recordFieldsOf(sql, 'r')}
        end as link_noted,
        r.payroll is distinct from l.payroll as payroll_differs, ${ticketDiffers(sql, 'e', 'r')} as name_differs,
        l.start_date is null or r.start_date <> l.start_date or r.termination_date is distinct from l.termination_date
          or r.auto_sync is distinct from l.auto_sync or r.absences <> l.absences as facts_differ,
        ${changedFields(sql, RECORD_FIELDS, { from: 'e', to: 'r' })} as record_fields,
        case when l.start_date is null then '{}' else ${changedFields(sql, FACT_FIELDS, { from: 'l', to: 'r' })} end as fact_fields
      from ${plan(sql`outcome in ('differs', 'adopted', 'rehired', 'renumbered')`)} r
      join employees e on e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.id = r.employee_id
      left join hr_links l on l.company_id = ${hiddenFromPlanner(sql, companyId)} and l.id = r.link_id
      left join others other on other.hr_id = r.hr_id
      left join (${followedLinks(sql, companyId, isPlannedToStay)}) followed on followed.employee_id = r.employee_id
      cross join lateral (select ${ownsRecord(sql, sql`followed.link_id`, sql`l.id`)} as owns) owner
      cross join lateral (
        select ${recordFieldsOf(sql, 'r')} is distinct from ${recordFieldsOf(sql, 'e')} as differs
      ) record
      left join lateral (
        values ${recordFieldsOf(sql, 'r')}
      ) listed (${sql.unsafe(LISTED.join(', '))}) on not owner.owns and record.differs
    ), judged as (
      select *, is_contradiction or described_link_id is not null or is_still_open as is_conflict from compared
    )
    update planned_changes p set
      other_link_id = case when c.stands_for_both then c.exchanged_with end,
      outcome = case
        when c.is_conflict then 'conflict'
        when p.outcome <> 'differs' then p.outcome
        when c.facts_differ or c.payroll_differs or (c.owns and c.record_differs) then 'updated'
        else 'noted'
      end,
      reason = case
        when c.exchanged_with is not null then 'numbers-exchanged'
        when c.is_contradiction then 'identity-differs'
        when c.is_conflict then 'entry-of-another'
        when p.outcome = 'differs' then 'roster-differs'
        else p.reason
      end,
      record_changed = c.owns and not c.is_conflict and c.record_differs,
      facts_changed = not c.is_conflict and (p.outcome <> 'differs' or c.facts_differ),
      name_changed = c.owns and not c.is_conflict and c.name_differs,
      link_noted = not c.is_conflict and c.link_noted,
      ${sql.unsafe(LISTED.map((column) => `${column} = c.${column}`).join(', '))},
      fields = case when c.is_conflict then '{}' else
        case when c.owns then c.record_fields else '{}' end || c.fact_fields end
    from judged c
    where ${isOf(sql, 'p', roster)} and p.hr_id = c.hr_id and p.position is not null`;
  await sql`delete from planned_changes p where ${isOf(sql, 'p', roster)} and outcome = 'noted' and not link_noted`;
}

/**
 * The common table expression `others`: changed entries of known numbers that describe another person of the integration, with the
 * link of that person. If the entry of that link describes the person of this one, `exchanged_with` is that link too, and the
 * smaller number represents both.
 */
function describedOthers(sql: Sql, roster: WorkingRoster): Fragment {
  const { companyId, integrationId } = roster;
  return sql`
    described as materialized (
      select r.hr_id, r.link_id, min(ol.id) as described_link_id
      -- The planner would begin with all links of the integration, of which it expects few.
      from (
        select r.hr_id, r.link_id, o.id as other_id
        from ${plannedChanges(sql, roster, sql`outcome = 'differs' or was_ended`)} r
        join employees e on e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.id = r.employee_id
        join hr_links l on l.company_id = ${hiddenFromPlanner(sql, companyId)} and l.id = r.link_id
          and ${seemsToBeSomebodyElse(sql)}
        join employees o on o.company_id = ${hiddenFromPlanner(sql, companyId)} and ${describes(sql, entryOf(sql, 'r'), recordOf(sql, 'o'))}
          and o.erased_at is null and o.id <> r.employee_id
        offset 0
      ) r
      join hr_links ol on ol.company_id = ${hiddenFromPlanner(sql, companyId)} and ol.employee_id = r.other_id and ol.integration_id = ${integrationId}
        and ${isPresentHrLink(sql, 'ol')}
      group by r.hr_id, r.link_id
    ), others as materialized (
      select d.hr_id, d.described_link_id as link_id, back.link_id as exchanged_with,
        d.hr_id collate "C" < back.hr_id collate "C" as stands_for_both
      from described d
      left join described back on back.link_id = d.described_link_id and back.described_link_id = d.link_id
    )`;
}

/**
 * Whether the entry `r` may be of somebody else than the person `e` of its link `l`. Another e-mail address alone does not mean
 * another person.
 */
const seemsToBeSomebodyElse = (sql: Sql): Fragment => sql`(
  (lower(e.first_name) <> lower(r.first_name) or e.date_of_birth <> r.date_of_birth)
  and (l.listed_date_of_birth is null or ${identityDiffers(sql, entryOf(sql, 'r'), listedBy(sql))}))`;

const FACT_FIELDS = [
  ['startDate', 'start_date'],
  ['terminationDate', 'termination_date'],
  ['autoSyncEmployee', 'auto_sync'],
  ['absences', 'absences'],
  ...PAYROLL_FIELDS.map((name) => [name, `payroll ->> '${name}'`] as const),
] as const;
