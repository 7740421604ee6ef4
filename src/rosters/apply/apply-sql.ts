import type { OpenDay } from '../../domain/day/company-day.ts';
import { changedEmail } from '../../domain/day/link-version.ts';
import { rosterFactsRaised } from '../../domain/day/roster-facts.ts';
import { hiddenFromPlanner } from '../../platform/db/planner.ts';
import type { Sql, Transaction } from '../../platform/db/types.ts';
import type { AbsencesBefore } from '../../tickets/subscriptions/hr-facts-sql.ts';
import { LISTED, listsLike } from '../plan/listed-sql.ts';
import type { WorkingRoster } from '../plan/roster-to-apply.ts';
import { rowsFor } from '../plan/steps-sql.ts';
import { isOf, plannedChanges, type WorkingRun } from '../plan/working-tables.ts';
import { type FollowingRecord, followNextLinks, renamedOf } from './next-links-sql.ts';

/**
 * Records are about to change. The other links of these people remember what their numbers listed, which is what the
 * records said until now.
 */
export async function rememberListed(sql: Sql, { companyId }: OpenDay, run: WorkingRun): Promise<void> {
  await sql`
    with ${rosterFactsRaised(sql, companyId)}
    update hr_links l set ${listsLike(sql, 'e')}
    from ${plannedChanges(sql, run)} p
    join employees e on e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.id = p.employee_id
    where ${rowsFor(sql, 'recordChanges')} and l.company_id = ${hiddenFromPlanner(sql, companyId)}
      and l.employee_id = p.employee_id and l.type = 'hr-integration'
      and l.id is distinct from p.link_id and l.listed_date_of_birth is null`;
}

/** People who count as listed although no valid entry lists them, also if an earlier roster omitted them and that was held. */
export async function listAgain(sql: Sql, { companyId }: OpenDay, run: WorkingRun): Promise<void> {
  await sql`
    with ${rosterFactsRaised(sql, companyId)}
    update hr_links l set last_run_id = null
    from ${plannedChanges(sql, run)} p
    where p.outcome in ('invalid', 'kept') and l.company_id = ${hiddenFromPlanner(sql, companyId)} and l.id = p.link_id
      and l.last_run_id is not null`;
}

export async function updateRecords(sql: Sql, { companyId }: OpenDay, run: WorkingRun): Promise<void> {
  await sql`
    with ${rosterFactsRaised(sql, companyId)}
    update employees e set first_name = p.first_name, last_name = p.last_name,
      ${changedEmail(sql, sql`p.email`, { type: 'sync', id: run.runId })}, date_of_birth = p.date_of_birth,
      profile_image = p.profile_image, updated_at = now()
    from ${plannedChanges(sql, run)} p
    where ${rowsFor(sql, 'recordChanges')} and e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.id = p.employee_id`;
}

/** A change of a link also updates `updated_at`, because the record shows its links. */
export async function touchRecords(sql: Sql, { companyId }: OpenDay, run: WorkingRun): Promise<void> {
  await sql`
    update employees e set updated_at = now()
    from ${plannedChanges(sql, run)} p
    where ${rowsFor(sql, 'showsOtherLinks')} and e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.id = p.employee_id`;
}

/**
 * Ends links. An ended link is never deleted and stores the last run that listed it. That is the previous run, unless
 * the end was held before.
 */
export async function endLinks(sql: Sql, { companyId }: OpenDay, roster: WorkingRoster): Promise<void> {
  const { integrationId } = roster;
  await sql`
    with ${rosterFactsRaised(sql, companyId)}
    update hr_links l set ended_at = now(), last_run_id = coalesce(l.last_run_id, i.last_applied_run_id)
    from ${plannedChanges(sql, roster)} p
    join hr_integrations i on i.company_id = ${companyId} and i.id = ${integrationId}
    where ${rowsFor(sql, 'linkEnds')} and l.company_id = ${hiddenFromPlanner(sql, companyId)} and l.id = p.link_id and l.ended_at is null`;
}

/** Lets records follow the next link where links have ended. The changes of the run show it. Returns who has another name. */
export async function followRemainingLinks(
  tx: Transaction,
  day: OpenDay,
  run: WorkingRoster,
): Promise<number[]> {
  const who = tx`select p.employee_id from planned_changes p where ${isOf(tx, 'p', run)} and ${rowsFor(tx, 'linkEnds')}`;
  const following = await followNextLinks(tx, day, who, { type: 'sync', id: run.runId });
  if (following.length > 0) await addFields(tx, run, following);
  return renamedOf(following);
}

async function addFields(sql: Sql, run: WorkingRun, following: readonly FollowingRecord[]): Promise<void> {
  const fields = following.map((record) => JSON.stringify(record.fields));
  await sql`
    update planned_changes p set fields = p.fields || f.fields::jsonb
    from unnest(${following.map(({ employeeId }) => employeeId)}::bigint[], ${fields}::text[]) as f (employee_id, fields)
    where ${isOf(sql, 'p', run)} and p.employee_id = f.employee_id and p.outcome <> 'replaced'`;
}

/**
 * A person who returns under an earlier HR number gets that link back, so a link made by hand to this integration ends.
 */
export async function endCustomLinks(sql: Sql, { companyId }: OpenDay, roster: WorkingRoster): Promise<void> {
  const { integrationId } = roster;
  await sql`
    with ${rosterFactsRaised(sql, companyId)}
    update hr_links l set ended_at = now()
    from ${plannedChanges(sql, roster)} p
    where ${rowsFor(sql, 'oldLinkReturns')} and l.company_id = ${hiddenFromPlanner(sql, companyId)} and l.employee_id = p.employee_id
      and l.integration_id = ${integrationId} and l.type = 'custom' and l.ended_at is null`;
}

/**
 * Updates existing links: changed facts, ended links that are present again, links made by hand that the HR system now
 * lists, and links with something to note.
 */
export async function updateLinks(sql: Sql, day: OpenDay, roster: WorkingRoster): Promise<void> {
  const { companyId } = roster;
  await sql`
    with ${rosterFactsRaised(sql, companyId)}
    update hr_links l set
      type = 'hr-integration', hr_id = p.hr_id,
      start_date = p.start_date,
      termination_date = case when p.held then p.termination_before else p.termination_date end,
      auto_sync = p.auto_sync, absences = p.absences, payroll = p.payroll,
      ended_at = null, last_run_id = null,
      ${sql.unsafe(LISTED.map((column) => `${column} = p.${column}`).join(', '))},
      first_seen_on = case
        when p.was_ended or l.type = 'custom' then ${day.today}::date
        when coalesce(p.auto_sync, i.auto_sync_default) and not coalesce(l.auto_sync, i.auto_sync_default)
          then ${day.today}::date
        else l.first_seen_on
      end
    from ${plannedChanges(sql, roster)} p
    join hr_integrations i on i.company_id = ${companyId} and i.id = ${roster.integrationId}
    where ${rowsFor(sql, 'linkChanges')} and l.company_id = ${hiddenFromPlanner(sql, companyId)} and l.id = p.link_id`;
}

export async function insertLinks(sql: Sql, day: OpenDay, roster: WorkingRoster): Promise<void> {
  const { companyId, integrationId } = roster;
  await sql`
    with ${rosterFactsRaised(sql, companyId)}
    insert into hr_links (company_id, employee_id, integration_id, type, hr_id, start_date, termination_date,
      auto_sync, absences, payroll, first_seen_on, ${sql.unsafe(LISTED.join(', '))})
    select ${companyId}, p.employee_id, ${integrationId}, 'hr-integration', p.hr_id, p.start_date,
      case when p.held then p.termination_before else p.termination_date end, p.auto_sync, p.absences, p.payroll, ${day.today},
      ${sql.unsafe(LISTED.map((column) => `p.${column}`).join(', '))}
    from ${plannedChanges(sql, roster)} p where ${rowsFor(sql, 'linkIsNew')}`;
}

/** The absences that this roster has replaced. */
export const absencesBefore = (sql: Sql, run: WorkingRun): AbsencesBefore => sql`
  select p.link_id, p.fields -> 'absences' -> 'from' as absences
  from ${plannedChanges(sql, run)} p where p.outcome = 'updated' and p.fields ? 'absences'`;

/**
 * Selects people in the order of their ids, part by part: memory stays flat, and all code locks people in the
 * same order.
 */
export async function selectAffected(
  sql: Sql,
  run: WorkingRun,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select p.employee_id as id from planned_changes p
    where ${isOf(sql, 'p', run)} and ${rowsFor(sql, 'isAffected')} and p.employee_id > ${afterId}
    group by p.employee_id order by p.employee_id limit ${limit}`;
  return rows.map(({ id }) => id);
}

export async function countAffected(sql: Sql, run: WorkingRun): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(distinct p.employee_id) from ${plannedChanges(sql, run)} p where ${rowsFor(sql, 'isAffected')}`;
  return row?.count ?? 0;
}

export async function selectRenamed(sql: Sql, run: WorkingRun): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select distinct employee_id as id from ${plannedChanges(sql, run)} p where ${rowsFor(sql, 'nameChanges')} order by 1`;
  return rows.map(({ id }) => id);
}

/** `ANALYZE` after a bulk insert: otherwise the planner assumes empty tables. */
export async function analyzePeople(sql: Sql): Promise<void> {
  for (const table of ['employees', 'hr_links', 'sync_changes']) await sql`analyze ${sql(table)}`;
}
