import type { CompanyDay, OpenDay } from '../../domain/day/company-day.ts';
import { rosterFactsRaised } from '../../domain/day/roster-facts.ts';
import { describes, entryOf, recordOf } from '../../domain/person/describes-sql.ts';
import { isPresentHrLink } from '../../domain/rules/links-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';
import { MAX_POINTERS } from '../receive/warnings.ts';
import type { DuplicateDecision, Warning } from '../runs/sync-outcomes.ts';
import { entriesOf } from './entries-sql.ts';
import { entryAsJson, type StoredEntry } from './entry-json.ts';
import { contradict } from './identity-sql.ts';
import type { WorkingRoster } from './roster-to-apply.ts';
import { isOf, plannedChanges, rowsOf, type WorkingRun } from './working-tables.ts';

const plannedEntries = (sql: Sql, roster: WorkingRoster) =>
  rowsOf(sql, 'planned_entries', roster, { expected: roster.entryCount });
/** Few rosters repeat more people than this. */
const EXPECTED = 100;
const plannedDuplicates = (sql: Sql, run: WorkingRun) =>
  rowsOf(sql, 'planned_duplicates', run, { expected: EXPECTED });

/** Digits compare as numbers. */
const inOrder = (sql: Sql, alias: string): Fragment => {
  const m = sql(alias);
  return sql`not ${m}.is_present, ${m}.start_date,
    (case when ${m}.hr_id ~ '^[0-9]+$' then lpad(${m}.hr_id, 200, '0') else ${m}.hr_id end) collate "C",
    ${m}.hr_id collate "C"`;
};

/**
 * Finds entries that seem to list the same person as another entry. An entry waits only for an entry before it in the order,
 * so the first of them always counts.
 */
export async function findDuplicates(
  sql: Sql,
  day: CompanyDay,
  roster: WorkingRoster,
  isSmall: boolean,
): Promise<void> {
  const { companyId, integrationId } = roster;
  await insertValidEntries(sql, day, roster, isSmall);
  const entries = plannedEntries(sql, roster);
  await sql`
    insert into planned_duplicates (${sql.unsafe(DUPLICATE)})
    with relatives as (
      select m.*,
        first_value(m.hr_id) over (family order by ${inOrder(sql, 'm')}) as family_first,
        first_value(m.hr_id) over namesakes as first_hr_id,
        first_value(m.termination_date) over namesakes as first_termination
      from (
        select *, count(*) over (partition by email_normal, date_of_birth) as size
        from ${entries} e where not has_left
      ) m
      where m.size > 1
      window family as (partition by m.email_normal, m.date_of_birth),
        namesakes as (
          partition by m.email_normal, m.date_of_birth, lower(m.first_name) order by ${inOrder(sql, 'm')})
    )
    select r.company_id, r.run_id, r.position, r.hr_id, r.first_hr_id, d.decision, ${entryAsJson(sql, 'r')},
      r.hr_id <> r.first_hr_id,
      r.hr_id <> r.first_hr_id and not r.is_present and d.decision is distinct from 'two-people',
      coalesce(r.termination_date, r.first_termination) is not null
    from relatives r
    left join possible_duplicates d on ${isPair(sql, roster, sql`r.first_hr_id`, sql`r.hr_id`)}
    where r.hr_id <> r.family_first`;
  // People who were decided to be the same, although their entries differ by now.
  await sql`
    insert into planned_duplicates (${sql.unsafe(DUPLICATE)})
    select other.company_id, other.run_id, other.position, other.hr_id, first.hr_id, d.decision, ${entryAsJson(sql, 'other')}, true,
      not other.is_present, coalesce(other.termination_date, first.termination_date) is not null
    from possible_duplicates d
    join ${entries} first on not first.has_left and first.hr_id in (d.first_hr_id, d.hr_id)
    join ${entries} other on not other.has_left and other.hr_id in (d.first_hr_id, d.hr_id) and other.hr_id <> first.hr_id
    where d.company_id = ${companyId} and d.integration_id = ${integrationId} and d.decision = 'same-person'
      and (${inOrder(sql, 'first')}) < (${inOrder(sql, 'other')})
      and not ${contradict(sql, entryOf(sql, 'first'), entryOf(sql, 'other'))}
      and not exists (select from ${plannedDuplicates(sql, roster)} known where known.hr_id = other.hr_id and known.is_set_aside)`;
}

const DUPLICATE =
  'company_id, run_id, position, hr_id, first_hr_id, decision, entry, is_pair, is_set_aside, may_end';

async function insertValidEntries(
  sql: Sql,
  day: CompanyDay,
  roster: WorkingRoster,
  isSmall: boolean,
): Promise<void> {
  const { companyId, integrationId, runId } = roster;
  await sql`
    insert into planned_entries (company_id, run_id, position, hr_id, first_name, last_name, email, email_normal,
      date_of_birth, profile_image, start_date, termination_date, auto_sync, absences, payroll, has_left, is_present,
      link_id, employee_id)
    select e.company_id, ${runId}::bigint, e.position, e.hr_id, e.first_name, e.last_name, e.email, normal_email(e.email),
      e.date_of_birth, e.profile_image, e.start_date, e.termination_date, e.auto_sync, e.absences, e.payroll,
      coalesce(e.termination_date < ${day.today}::date, false), l.id is not null, l.id, l.employee_id
    from ${entriesOf(sql, roster, isSmall)} e
    left join hr_links l on l.company_id = ${companyId}::bigint and l.integration_id = ${integrationId}::bigint
      and l.hr_id = e.hr_id and ${isPresentHrLink(sql)}
    where e.first_name is not null`;
}

function isPair(
  sql: Sql,
  { companyId, integrationId }: WorkingRoster,
  one: Fragment,
  other: Fragment,
): Fragment {
  return sql`d.company_id = ${companyId} and d.integration_id = ${integrationId}
    and least(d.first_hr_id, d.hr_id) = least(${one}, ${other})
    and greatest(d.first_hr_id, d.hr_id) = greatest(${one}, ${other}) and d.decision is not null`;
}

/** Entries that wait change nobody. They count as listed. */
export async function setDuplicatesAside(sql: Sql, roster: WorkingRoster): Promise<void> {
  await sql`
    update planned_changes p set outcome = 'set-aside', reason = null, facts_changed = false
    from ${plannedDuplicates(sql, roster)} d
    where ${isOf(sql, 'p', roster)} and d.is_set_aside and p.hr_id = d.hr_id and p.outcome = 'added'`;
}

/**
 * An employment that is over may be listed beside a present one of the same person. It gets no separate record. If it owns
 * the person's record, the number of the present employment takes the record over.
 */
export async function takeOverFromLeft(sql: Sql, roster: WorkingRoster): Promise<void> {
  const { companyId, runId } = roster;
  const [plan, entries, ofRun] = [
    plannedChanges(sql, roster),
    plannedEntries(sql, roster),
    isOf(sql, 'p', roster),
  ];
  const same = (one: string, other: string) => isSamePerson(sql, roster, one, other);
  await sql`
    update planned_changes p set outcome = 'set-aside', reason = null, facts_changed = false
    from ${entries} o
    where ${ofRun} and p.outcome = 'added' and p.hr_id = o.hr_id and o.has_left and not o.is_present and (
      exists (select from ${entries} n where not n.has_left and ${same('o', 'n')})
      or exists (select from ${entries} n where n.has_left and n.is_present and ${same('o', 'n')}))`;
  await sql`
    with fits as (
      select distinct on (o.link_id) p.hr_id, o.hr_id as left_hr_id, o.link_id, o.employee_id, ${entryAsJson(sql, 'o')} as left_entry
      from ${entries} o
      join ${entries} n on not n.has_left and ${same('o', 'n')}
      join ${plan} p on p.outcome = 'added' and p.hr_id = n.hr_id
      join employees e on e.company_id = ${companyId} and e.id = o.employee_id
      where o.has_left and o.is_present and not ${contradict(sql, entryOf(sql, 'n'), entryOf(sql, 'e'))}
        and not exists (select from ${entries} listed where not listed.has_left and listed.is_present and ${same('o', 'listed')})
        and not exists (
          select from ${plan} i where i.outcome = 'invalid' and i.employee_id = o.employee_id)
      order by o.link_id, p.hr_id collate "C"
    ), chosen as (
      select distinct on (hr_id) * from fits order by hr_id, link_id
    ), matched as (
      update planned_changes p set employee_id = c.employee_id, outcome = 'renumbered', reason = 'new-number'
      from chosen c where ${ofRun} and p.hr_id = c.hr_id and p.outcome = 'added'
    ), changed as (
      update planned_changes p set outcome = 'replaced', position = null, entry = c.left_entry from chosen c
      where ${ofRun} and p.link_id = c.link_id
      returning p.link_id
    )
    -- Without a difference, the number listed the same before.
    insert into planned_changes (company_id, run_id, hr_id, link_id, employee_id, outcome, entry, listed_before)
    select ${companyId}, ${runId}, left_hr_id, link_id, employee_id, 'replaced', left_entry, left_entry
    from chosen where link_id not in (select link_id from changed)`;
}

/** Whether two entries list one person: by their data, unless decided otherwise, or by a decision. */
function isSamePerson(sql: Sql, roster: WorkingRoster, one: string, other: string): Fragment {
  const [a, b] = [sql(one), sql(other)];
  const decided = (decision: DuplicateDecision) => sql`exists (
    select from possible_duplicates d
    where ${isPair(sql, roster, sql`${a}.hr_id`, sql`${b}.hr_id`)} and d.decision = ${decision})`;
  return sql`(${a}.hr_id <> ${b}.hr_id and (
    (${describes(sql, recordOf(sql, one), recordOf(sql, other))} and not ${decided('two-people')})
    or (${decided('same-person')} and not ${contradict(sql, entryOf(sql, one), entryOf(sql, other))})))`;
}

/** A number that was set aside gets the person of the number that the roster omits. */
export async function takeOverFromOmitted(sql: Sql, roster: WorkingRoster): Promise<void> {
  const { companyId, integrationId } = roster;
  const [plan, ofRun] = [plannedChanges(sql, roster), isOf(sql, 'p', roster)];
  await sql`
    with fits as (
      select distinct on (gone.link_id) p.hr_id, p.start_date, false as is_present, gone.link_id, gone.employee_id
      from possible_duplicates d
      join ${plan} gone on gone.outcome = 'omitted' and gone.hr_id in (d.first_hr_id, d.hr_id)
      join ${plan} p on p.outcome = 'added' and p.hr_id in (d.first_hr_id, d.hr_id)
      join employees e on e.company_id = ${companyId} and e.id = gone.employee_id
      where d.company_id = ${companyId} and d.integration_id = ${integrationId}
        and d.decision is distinct from 'two-people'
        and not exists (
          select from ${plan} i where i.outcome = 'invalid' and i.employee_id = gone.employee_id)
        and not ${contradict(sql, entryOf(sql, 'p'), entryOf(sql, 'e'))}
      order by gone.link_id, p.start_date, p.hr_id collate "C"
    ), chosen as (
      select distinct on (hr_id) * from fits order by hr_id, link_id
    ), matched as (
      update planned_changes p set employee_id = c.employee_id, outcome = 'renumbered', reason = 'new-number'
      from chosen c where ${ofRun} and p.hr_id = c.hr_id and p.outcome = 'added'
    )
    update planned_changes p set outcome = 'replaced' from chosen c
    where ${ofRun} and p.link_id = c.link_id and p.outcome = 'omitted'`;
}

/** Replaces the open pairs of the integration by those of this roster. */
export async function replaceDuplicates(sql: Sql, roster: WorkingRoster): Promise<void> {
  const { companyId, integrationId } = roster;
  const isAsked = (plan: Fragment) => sql`d.is_pair and d.decision is null and not exists (
    select from ${plan} p
    where p.company_id = d.company_id and p.outcome = 'conflict' and p.hr_id in (d.first_hr_id, d.hr_id))`;
  await sql`
    delete from possible_duplicates o
    where company_id = ${companyId} and integration_id = ${integrationId} and decision is null and not exists (
      select from ${plannedDuplicates(sql, roster)} d
      where ${isAsked(plannedChanges(sql, roster))}
        and (d.first_hr_id, d.hr_id) in ((o.first_hr_id, o.hr_id), (o.hr_id, o.first_hr_id)))`;
  await sql`
    insert into possible_duplicates (company_id, integration_id, first_hr_id, hr_id, entry)
    select ${companyId}, ${integrationId}, d.first_hr_id, d.hr_id, d.entry
    from ${rowsOf(sql, 'planned_duplicates', roster, { expected: EXPECTED })} d
    where ${isAsked(rowsOf(sql, 'planned_changes', roster, { expected: roster.differences }))}
    order by d.position
    on conflict (company_id, integration_id, least(first_hr_id, hr_id), greatest(first_hr_id, hr_id))
    do update set first_hr_id = excluded.first_hr_id, hr_id = excluded.hr_id, entry = excluded.entry
    where (possible_duplicates.first_hr_id, possible_duplicates.entry)
      is distinct from (excluded.first_hr_id, excluded.entry)`;
}

/** `dependsOnDay`: some entry is set aside only until a `terminationDate` has passed. */
export async function selectDuplicateWarnings(
  sql: Sql,
  roster: WorkingRoster,
): Promise<{ warnings: Warning[]; dependsOnDay: boolean }> {
  const duplicates = plannedDuplicates(sql, roster);
  const [found] = await sql<
    { count: number; pointers: string[] | null; hrIds: string[] | null; dependsOnDay: boolean | null }[]
  >`
    select count(*)::int as count,
      (array_agg('/employees/' || position order by position))[1:${MAX_POINTERS}::int] as pointers,
      (array_agg(hr_id order by position))[1:${MAX_POINTERS}::int] as "hrIds",
      (select bool_or(is_set_aside and may_end) from ${duplicates} d) as "dependsOnDay"
    from ${duplicates} d where decision is null`;
  const { count = 0, pointers, hrIds, dependsOnDay = false } = found ?? {};
  return {
    warnings:
      count > 0 ? [{ code: 'possible-duplicate', count, pointers: pointers ?? [], hrIds: hrIds ?? [] }] : [],
    dependsOnDay: dependsOnDay ?? false,
  };
}

/** A pair that waits for a decision. */
export interface Duplicate {
  id: number;
  integrationId: number;
  /** The number that counts, and its person. */
  firstHrId: string;
  firstEmployeeId: number | null;
  /** The other number; its person if it has one. */
  hrId: string;
  employeeId: number | null;
  foundAt: Date;
  entry: {
    firstName: string;
    lastName: string;
    email: string;
    dateOfBirth: string;
    startDate: string;
  };
}

export async function selectDuplicates(
  sql: Sql,
  companyId: number,
  integrationId: number | null = null,
): Promise<Duplicate[]> {
  return await sql<Duplicate[]>`
    select d.id, d.integration_id as "integrationId", d.first_hr_id as "firstHrId", first.employee_id as "firstEmployeeId",
      d.hr_id as "hrId", other.employee_id as "employeeId", d.found_at as "foundAt",
      json_build_object('firstName', d.entry -> 'first_name', 'lastName', d.entry -> 'last_name',
        'email', d.entry -> 'email', 'dateOfBirth', d.entry -> 'date_of_birth', 'startDate', d.entry -> 'start_date') as entry
    from possible_duplicates d
    ${presentLinks(sql)}
    where d.company_id = ${companyId} and (${integrationId}::bigint is null or d.integration_id = ${integrationId})
      and d.decision is null
    order by d.id`;
}

const presentLinks = (sql: Sql): Fragment => sql`
  left join hr_links first on first.company_id = d.company_id and first.integration_id = d.integration_id
    and first.hr_id = d.first_hr_id and first.ended_at is null
  left join hr_links other on other.company_id = d.company_id and other.integration_id = d.integration_id
    and other.hr_id = d.hr_id and other.ended_at is null`;

/** Selects one open pair of the company, and of the integration if one is given. */
export interface DuplicateName {
  id: number;
  integrationId?: number;
}

export interface LockedDuplicate {
  id: number;
  integrationId: number;
  hrId: string;
  firstEmployeeId: number | null;
  /** The present link of the other number, and its person. */
  linkId: number | null;
  employeeId: number | null;
  /** The last applied run. */
  runId: number;
  listed: StoredEntry;
}

export async function lockDuplicate(
  sql: Sql,
  companyId: number,
  { id, integrationId }: DuplicateName,
): Promise<LockedDuplicate | undefined> {
  const [duplicate] = await sql<LockedDuplicate[]>`
    select d.id, d.integration_id as "integrationId", d.hr_id as "hrId", first.employee_id as "firstEmployeeId",
      other.id as "linkId", other.employee_id as "employeeId", i.last_applied_run_id as "runId", d.entry as listed
    from possible_duplicates d
    join hr_integrations i on i.company_id = d.company_id and i.id = d.integration_id
    ${presentLinks(sql)}
    where d.company_id = ${companyId} and d.id = ${id} and d.decision is null
      and d.integration_id = coalesce(${integrationId ?? null}, d.integration_id)
    for no key update of d`;
  return duplicate;
}

/** Remembers the decision. An unchanged roster now means something else. */
export async function rememberDecision(
  sql: Sql,
  { companyId }: OpenDay,
  id: number,
  decision: DuplicateDecision,
): Promise<void> {
  await sql`
    with ${rosterFactsRaised(sql, companyId)}
    update possible_duplicates set decision = ${decision}, decided_at = now(), entry = null
    where company_id = ${companyId} and id = ${id}`;
}
