import { isPresentHrLink } from '../../domain/rules/links-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import { inParallel, withoutNestedLoops } from '../../platform/db/planner.ts';
import type { Sql } from '../../platform/db/types.ts';
import { entriesOf, type FewEntries } from './entries-sql.ts';
import { listingOf, listingOfLink } from './entry-json.ts';
import { LISTED, listedFieldsOf, recordFieldsOf } from './listed-sql.ts';
import type { RosterToApply, WorkingRoster } from './roster-to-apply.ts';
import { isOf, roundedUp } from './working-tables.ts';

/** From this number of entries on, parallel workers pay off. */
const LARGE = 10_000;

/**
 * Finds all differences in one pass over the roster and the present links: listed but not present (`added`,
 * unless a later step identifies the person), present but not listed (`omitted`), and both but different
 * (`differs`). Invalid entries have no first name; each gets a row (`invalid`). In most nights nearly nobody
 * differs, so nearly nothing is written.
 */
export async function findDifferences(sql: Sql, roster: RosterToApply, isSmall: boolean): Promise<number> {
  const differences = differencesOf(
    sql,
    roster,
    sql`${entriesOf(sql, roster, isSmall)} e full join (${presentLinks(sql, roster)}) l on l.hr_id = e.hr_id`,
  );
  // The entries were just written and have no statistics.
  return await withoutNestedLoops(sql, true, async () => {
    const { count } =
      roster.entryCount >= LARGE
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
  roster: RosterToApply,
  { positions, lines }: FewEntries,
): Promise<number> {
  if (positions.length === 0) return 0;
  const max = sql.unsafe(String(roundedUp(positions.length)));
  const { count } = await sql`
    insert into planned_changes (${sql.unsafe(FOUND)})
    ${differencesOf(
      sql,
      roster,
      sql`
        (select * from entries_of_lines(${lines}::text, ${positions}::integer[]) limit ${max}) e
        left join lateral (${presentLinks(sql, roster)} and l.hr_id = e.hr_id limit 1) l on true`,
    )}`;
  return count;
}

/** Finds present links that the roster does not list, if its other entries are those of the roster before. */
export async function findOmitted(sql: Sql, roster: RosterToApply): Promise<number> {
  const { companyId, integrationId, runId } = roster;
  const { count } = await sql`
    insert into planned_changes (company_id, run_id, hr_id, link_id, employee_id, outcome, facts_changed, listed_before)
    select l.company_id, ${runId}::bigint, l.hr_id, l.id, l.employee_id, 'omitted' as outcome, true,
      case when l.last_run_id is null then ${listingOf(sql, 'l', 'p')} end
    from hr_links l
    join employees p on p.company_id = l.company_id and p.id = l.employee_id
    where l.company_id = ${companyId} and l.integration_id = ${integrationId} and ${isPresentHrLink(sql)}
      and l.hr_id not in (select e.hr_id from ${entriesOf(sql, roster, true)} e)`;
  return count;
}

/** The present links of the integration, with the records of their people. */
const presentLinks = (sql: Sql, { companyId, integrationId }: RosterToApply): Fragment => sql`
  select l.id, l.hr_id, l.employee_id, l.start_date, l.termination_date, l.auto_sync, l.absences, l.payroll, l.last_run_id,
    ${listedFieldsOf(sql, 'l')} as listed, ${sql.unsafe(LISTED.map((column) => `l.${column}`).join(', '))}, p.first_name,
    p.last_name, p.email, p.date_of_birth, p.profile_image
  from hr_links l
  join employees p on p.company_id = l.company_id and p.id = l.employee_id
  where l.company_id = ${companyId}::bigint and l.integration_id = ${integrationId}::bigint and ${isPresentHrLink(sql)}`;

/** The rows to insert for entries `e` that are joined with links `l`. */
function differencesOf(sql: Sql, { companyId, runId }: RosterToApply, joined: Fragment): Fragment {
  return sql`
    select ${companyId}::bigint as company_id, ${runId}::bigint as run_id, e.position, coalesce(e.hr_id, l.hr_id) as hr_id,
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
export type Found = Record<'added' | 'omitted' | 'invalid' | 'withoutLink', number>;

export async function countFound(sql: Sql, roster: WorkingRoster): Promise<Found> {
  const [found] = await sql<Found[]>`
    select count(*) filter (where outcome = 'added') as added, count(*) filter (where outcome = 'omitted') as omitted,
      count(*) filter (where outcome = 'invalid') as invalid, count(*) filter (where link_id is null) as "withoutLink"
    from planned_changes p where ${isOf(sql, 'p', roster)}`;
  return found ?? NOTHING_FOUND;
}

export const NOTHING_FOUND: Found = { added: 0, omitted: 0, invalid: 0, withoutLink: 0 };

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
