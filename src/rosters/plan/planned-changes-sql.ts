import { andLinkedInScope, type Scope } from '../../domain/access/scope.ts';
import type { CompanyDay } from '../../domain/day/company-day.ts';
import { PAYROLL_FIELDS } from '../../domain/person/payroll-fields.ts';
import { isListed } from '../../domain/rules/listed-sql.ts';
import { subscriptionEnd } from '../../domain/rules/subscription-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import {
  atCompany,
  hiddenFromPlanner,
  inParallel,
  sameCompany,
  withoutNestedLoops,
} from '../../platform/db/planner.ts';
import type { Sql } from '../../platform/db/types.ts';
import { entriesOf, type FewEntries } from './entries-sql.ts';
import { listingOf, listingOfLink } from './entry-json.ts';
import { contradict, identityDiffers, identityOf, listedBy } from './identity-sql.ts';
import {
  changedFields,
  LISTED,
  listedFieldsOf,
  RECORD_FIELDS,
  recordFieldsOf,
  ticketDiffers,
} from './listed-sql.ts';
import type { PlannedRoster, Roster } from './planned-roster.ts';
import { isOf, plannedChanges, roundedUp } from './working-tables.ts';

/** From this number of entries on, parallel workers pay off. */
const LARGE = 10_000;

/**
 * Finds all differences in one pass over the roster and the present links: listed but not present (`added`,
 * unless a later step identifies the person), present but not listed (`omitted`), and both but different
 * (`differs`). Invalid entries have no first name; each gets a row (`invalid`). In most nights nearly nobody
 * differs, so nearly nothing is written.
 */
export async function findDifferences(sql: Sql, roster: Roster, isSmall: boolean): Promise<number> {
  const differences = differencesOf(
    sql,
    roster,
    sql`${entriesOf(sql, roster, isSmall)} e full join (${presentLinks(sql, roster)}) l on l.hr_id = e.hr_id`,
  );
  // The entries were just written and have no statistics.
  return await withoutNestedLoops(sql, true, async () => {
    const { count } =
      roster.entryCount >= LARGE && !sql.isDistributed
        ? await insertFoundInParallel(sql, differences)
        : await sql`insert into planned_changes (${sql.unsafe(FOUND)}) ${differences}`;
    return count;
  });
}

/**
 * Finds the differences of these entries. The number in the text lets the planner expect few. It would still read all links of the
 * integration, of which it expects few too; `limit 1` has it look up the number of each entry.
 */
export async function findFewDifferences(
  sql: Sql,
  roster: Roster,
  { positions, lines }: FewEntries,
): Promise<number> {
  if (positions.length === 0) return 0;
  const most = sql.unsafe(String(roundedUp(positions.length)));
  const { count } = await sql`
    insert into planned_changes (${sql.unsafe(FOUND)})
    ${differencesOf(
      sql,
      roster,
      sql`
        (select * from entries_of_lines(${lines}::text, ${positions}::integer[]) limit ${most}) e
        left join lateral (${presentLinks(sql, roster)} and l.hr_id = e.hr_id limit 1) l on true`,
    )}`;
  return count;
}

/** Finds present links that the roster does not list, if its other entries are those of the roster before. */
export async function findOmitted(sql: Sql, roster: Roster): Promise<number> {
  const { companyId, integrationId, runId } = roster;
  const { count } = await sql`
    insert into planned_changes (company_id, run_id, hr_id, link_id, employee_id, outcome, facts_changed, listed_before)
    select l.company_id, ${runId}::bigint, l.hr_id, l.id, l.employee_id, 'omitted', true,
      case when l.last_run_id is null then ${listingOf(sql, 'l', 'p')} end
    from hr_links l
    join employees p on p.company_id = l.company_id and p.id = l.employee_id
    where l.company_id = ${companyId} and l.integration_id = ${integrationId} and ${isListed(sql)}
      and l.hr_id not in (select e.hr_id from ${entriesOf(sql, roster, true)} e)`;
  return count;
}

/** The present links of the integration, with the records of their people. */
const presentLinks = (sql: Sql, { companyId, integrationId }: Roster): Fragment => sql`
  select l.id, l.hr_id, l.employee_id, l.start_date, l.termination_date, l.auto_sync, l.absences, l.payroll, l.last_run_id,
    ${listedFieldsOf(sql, 'l')} as listed, ${sql.unsafe(LISTED.map((column) => `l.${column}`).join(', '))}, p.first_name,
    p.last_name, p.email, p.date_of_birth, p.profile_image
  from hr_links l
  join employees p on p.company_id = l.company_id and p.id = l.employee_id
  where l.company_id = ${companyId}::bigint and l.integration_id = ${integrationId}::bigint and ${isListed(sql)}`;

/** The rows to insert for entries `e` that are joined with links `l`. */
function differencesOf(sql: Sql, { companyId, runId }: Roster, joined: Fragment): Fragment {
  const at = atCompany(sql, companyId);
  return sql`
    select ${at.id} as company_id, ${runId}::bigint as run_id, e.position, coalesce(e.hr_id, l.hr_id) as hr_id,
      e.first_name, e.last_name, e.email, e.date_of_birth, e.profile_image, e.start_date, e.termination_date, e.auto_sync,
      e.absences, e.payroll, l.id as link_id, l.employee_id,
      case
        when e.hr_id is null then 'omitted'
        when e.first_name is null then 'invalid'
        when l.id is null then 'added'
        else 'differs'
      end as outcome,
      case when e.first_name is not null and l.id is null then 'new-in-roster' end as reason,
      e.hr_id is null or e.first_name is not null as facts_changed,
      case when l.last_run_id is null then ${listingOfLink(sql, 'l', 'l')} end as listed_before
    from ${joined}
    ${at.join}
    where e.hr_id is null or l.id is null or e.first_name is null
      or e.first_name <> l.first_name or e.last_name <> l.last_name or e.email <> l.email
      or e.date_of_birth <> l.date_of_birth or e.start_date <> l.start_date
      or e.profile_image is distinct from l.profile_image
      or e.termination_date is distinct from l.termination_date
      or e.auto_sync is distinct from l.auto_sync or e.absences <> l.absences or e.payroll is distinct from l.payroll
      or l.last_run_id is not null
      or (l.listed_date_of_birth is not null and l.listed is distinct from ${recordFieldsOf(sql, 'e')})`;
}

/** How many rows of each kind were found: upper bounds for the steps that follow, which turn them into others. */
export type Found = Record<'added' | 'omitted' | 'invalid' | 'unlinked', number>;

export async function countFound(sql: Sql, roster: PlannedRoster): Promise<Found> {
  const [found] = await sql<Found[]>`
    select count(*) filter (where outcome = 'added') as added, count(*) filter (where outcome = 'omitted') as omitted,
      count(*) filter (where outcome = 'invalid') as invalid, count(*) filter (where link_id is null) as unlinked
    from planned_changes p where ${isOf(sql, 'p', roster)}`;
  return found ?? NOTHING_FOUND;
}

export const NOTHING_FOUND: Found = { added: 0, omitted: 0, invalid: 0, unlinked: 0 };

const FOUND = `company_id, run_id, position, hr_id, first_name, last_name, email, date_of_birth, profile_image, start_date,
  termination_date, auto_sync, absences, payroll, link_id, employee_id, outcome, reason, facts_changed, listed_before`;

/** PostgreSQL finds rows in parallel for a new table, but not for an INSERT. */
async function insertFoundInParallel(sql: Sql, differences: Fragment): Promise<{ count: number }> {
  const found = await inParallel(
    sql,
    () => sql`create temp table differences on commit drop as ${differences}`,
  );
  if (found.count > 0)
    await sql`insert into planned_changes (${sql.unsafe(FOUND)}) select * from differences`;
  await sql`drop table differences`;
  return found;
}

/**
 * The number of an invalid entry that is not present belongs to the person who had it last. That person is matched with
 * no other entry.
 */
export async function matchInvalid(sql: Sql, roster: PlannedRoster): Promise<void> {
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
export async function matchEndedLinks(sql: Sql, roster: PlannedRoster): Promise<void> {
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
          and o.integration_id = ${integrationId} and ${isListed(sql, 'o')}
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
export async function matchByEmail(sql: Sql, roster: PlannedRoster, visible: Scope): Promise<void> {
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
      left join hr_links custom on ${sameCompany(sql, 'custom', 'e', companyId)} and custom.employee_id = e.id
        and custom.integration_id = ${integrationId} and custom.ended_at is null and custom.type = 'custom'
      left join ${plan(sql`outcome = 'omitted'`)} omitted on omitted.employee_id = e.id
      cross join lateral (
        select count(*) > 0 as known,
          coalesce(bool_or(lower(l.listed_first_name) = lower(p.first_name)), false) as listed_so
        from hr_links l where ${sameCompany(sql, 'l', 'e', companyId)} and l.employee_id = e.id
          and l.integration_id = ${integrationId} and l.type = 'hr-integration'
      ) here
      cross join lateral (
        select here.known and not here.listed_so and lower(e.first_name) <> lower(p.first_name) as found
      ) twin
      where not exists (
          select from ${plan(sql`outcome in ('rehired', 'differs', 'invalid')`)} taken where taken.employee_id = e.id)
        and (omitted.link_id is not null or not exists (
          select from hr_links l
          where ${sameCompany(sql, 'l', 'e', companyId)} and l.employee_id = e.id and l.integration_id = ${integrationId}
            and ${isListed(sql)}))
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

/**
 * Computes the differences of known people, and whether they matter: a record follows only its oldest present
 * link. An entry is a conflict, and is not applied, if it contradicts both the record and the last listed data of its number, or
 * if it describes another person of the integration. Two entries that describe each other's people are one conflict.
 */
export async function compareKnown(sql: Sql, roster: PlannedRoster): Promise<void> {
  const { companyId } = roster;
  const plan = (which?: Fragment) => plannedChanges(sql, roster, which);
  const [entry, record] = [identityOf(sql, 'r'), identityOf(sql, 'e')];
  await sql`
    with ${describedOthers(sql, roster)}, compared as materialized (
      select r.hr_id, owner.owns, other.link_id as described_link_id, other.exchanged_with, other.stands_for_both, listed.*, record.differs as record_differs,
        ${contradict(sql, entry, record)}
          and (l.listed_date_of_birth is null or ${contradict(sql, entry, listedBy(sql))}) as is_contradiction,
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
      left join (
        select o.employee_id, min(o.id) as link_id
        from hr_links o
        where o.company_id = ${hiddenFromPlanner(sql, companyId)} and ${isListed(sql, 'o')}
          and o.employee_id in (select employee_id from ${plan()} p)
          and not exists (
            select from ${plan(sql`outcome in ('omitted', 'replaced')`)} gone where gone.link_id = o.id)
        group by o.employee_id
      ) oldest on oldest.employee_id = r.employee_id
      cross join lateral (select coalesce(oldest.link_id >= l.id, oldest.link_id is null) as owns) owner
      cross join lateral (
        select ${recordFieldsOf(sql, 'r')} is distinct from ${recordFieldsOf(sql, 'e')} as differs
      ) record
      left join lateral (
        values ${recordFieldsOf(sql, 'r')}
      ) listed (${sql.unsafe(LISTED.join(', '))}) on not owner.owns and record.differs
    ), judged as (
      select *, is_contradiction or described_link_id is not null as is_conflict from compared
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
 * The common table expression `others`: changed entries of known numbers that have first name, e-mail address and birth date
 * of another person of the integration, with the link of that person. If the entry of that link describes the person of
 * this one, `exchanged_with` is that link too, and the smaller number represents both. Another e-mail address alone does not mean another person.
 */
function describedOthers(sql: Sql, roster: PlannedRoster): Fragment {
  const { companyId, integrationId } = roster;
  return sql`
    described as materialized (
      select r.hr_id, r.link_id, min(ol.id) as described_link_id
      -- The planner would begin with all links of the integration, of which it expects few.
      from (
        select r.hr_id, r.link_id, o.id as other_id
        from ${plannedChanges(sql, roster, sql`outcome = 'differs' or was_ended`)} r
        join employees e on e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.id = r.employee_id
          and (lower(e.first_name) <> lower(r.first_name) or e.date_of_birth <> r.date_of_birth)
        join hr_links l on l.company_id = ${hiddenFromPlanner(sql, companyId)} and l.id = r.link_id
          and (l.listed_date_of_birth is null or ${identityDiffers(sql, identityOf(sql, 'r'), listedBy(sql))})
        join employees o on o.company_id = ${hiddenFromPlanner(sql, companyId)} and o.email_normal = normal_email(r.email)
          and o.date_of_birth = r.date_of_birth and lower(o.first_name) = lower(r.first_name) and o.erased_at is null
          and o.id <> r.employee_id
        offset 0
      ) r
      join hr_links ol on ol.company_id = ${hiddenFromPlanner(sql, companyId)} and ol.employee_id = r.other_id and ol.integration_id = ${integrationId}
        and ${isListed(sql, 'ol')}
      group by r.hr_id, r.link_id
    ), others as materialized (
      select d.hr_id, d.described_link_id as link_id, back.link_id as exchanged_with,
        d.hr_id collate "C" < back.hr_id collate "C" as stands_for_both
      from described d
      left join described back on back.link_id = d.described_link_id and back.described_link_id = d.link_id
    )`;
}

const FACT_FIELDS = [
  ['startDate', 'start_date'],
  ['terminationDate', 'termination_date'],
  ['autoSyncEmployee', 'auto_sync'],
  ['absences', 'absences'],
  ...PAYROLL_FIELDS.map((name) => [name, `payroll ->> '${name}'`] as const),
] as const;

/** People who return under an earlier number stay: only the number that is no longer listed ends. */
export async function replaceReturning(sql: Sql, roster: PlannedRoster): Promise<void> {
  await sql`
    update planned_changes p set outcome = 'replaced'
    from ${plannedChanges(sql, roster, sql`outcome = 'rehired'`)} back
    where ${isOf(sql, 'p', roster)} and p.outcome = 'omitted' and p.employee_id = back.employee_id`;
}

/**
 * People who are no longer listed are offboarded, or only unlinked if another link is present. People that an invalid
 * entry may refer to, by an earlier number or by the e-mail address, stay.
 */
export async function planOmissions(sql: Sql, roster: PlannedRoster): Promise<void> {
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
  roster: PlannedRoster,
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
  roster: PlannedRoster,
  butMissing: Fragment = sql`false`,
): Promise<void> {
  await sql`
    update planned_changes p set held = false
    where ${isOf(sql, 'p', roster)} and held and outcome <> 'renumbering' and not ${butMissing}`;
}

/** Whether the person of the marked end `p` was employed by the last roster, and is missing now. */
export const isMissing = (sql: Sql, { today }: CompanyDay): Fragment =>
  sql`(p.outcome = 'offboarded' and coalesce(p.termination_before >= ${today}, true))`;

export async function countMissing(sql: Sql, day: CompanyDay, roster: PlannedRoster): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from planned_changes p where ${isOf(sql, 'p', roster)} and p.held and ${isMissing(sql, day)}`;
  return row?.count ?? 0;
}

/** Counts the people that the integration lists before this roster. */
export async function countPresent(sql: Sql, { companyId, integrationId }: Roster): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from hr_links where company_id = ${companyId} and integration_id = ${integrationId}
      and ${isListed(sql, 'hr_links')}`;
  return row?.count ?? 0;
}

/** Holds the renumberings: nothing of their entries is applied, and the links of the old numbers stay. */
export async function holdRenumberings(sql: Sql, roster: PlannedRoster): Promise<void> {
  await sql`
    update planned_changes p set outcome = 'kept', facts_changed = false
    from ${plannedChanges(sql, roster, sql`outcome = 'renumbered'`)} renumbered
    where ${isOf(sql, 'p', roster)} and p.outcome = 'replaced' and p.employee_id = renumbered.employee_id`;
  await sql`
    update planned_changes p set outcome = 'renumbering', reason = 'new-number-waits', held = true, facts_changed = false,
      record_changed = false, name_changed = false, link_noted = false, fields = '{}'
    where ${isOf(sql, 'p', roster)} and p.outcome = 'renumbered'`;
}
