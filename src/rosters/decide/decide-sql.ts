import type { ApproveBy } from '../../company/integrations/integration-types.ts';
import type { OpenDay } from '../../domain/day/company-day.ts';
import { rosterFactsRaised } from '../../domain/day/roster-facts.ts';
import { emit } from '../../domain/events/emit.ts';
import { isLinked } from '../../domain/rules/links-sql.ts';
import type { Sql, Transaction } from '../../platform/db/types.ts';
import { LISTED, RECORD_FIELDS } from '../plan/listed-sql.ts';
import { type EmittingRun, emitChanges, type WrittenChange } from '../runs/emit-changes-sql.ts';
import { isNamed, nothingHeld, type RunName } from '../runs/runs-sql.ts';

export interface DecidableRun {
  id: number;
  syncId: string;
  isHeld: boolean;
  approveBy: ApproveBy;
}

/**
 * Locks the run, so that only one decision is made, and a roster that is accepted meanwhile leaves it alone. It is not held any more
 * once a later roster has been accepted: that one supersedes it at the latest when it is applied.
 */
export async function lockHeldRun(
  sql: Sql,
  companyId: number,
  integrationId: number,
  name: RunName,
): Promise<DecidableRun | undefined> {
  const [run] = await sql<DecidableRun[]>`
    select id, sync_id as "syncId", status = 'held' and not exists (
        select from sync_runs later where later.company_id = ${companyId} and later.integration_id = ${integrationId}
          and later.accept_seq > r.accept_seq) as "isHeld",
      (select approve_by from hr_integrations i where i.company_id = ${companyId} and i.id = ${integrationId}) as "approveBy"
    from sync_runs r
    where company_id = ${companyId} and integration_id = ${integrationId} and ${isNamed(sql, name)} for no key update of r`;
  return run;
}

/** Counts the people that approval would offboard or renumber, and how many of them only get a new number. */
export interface HeldPeople {
  people: number;
  renumbered: number;
}

/** Counts the people of a held run. Links may have ended by other means in the meantime. */
export async function countHeldPeople(sql: Sql, companyId: number, runId: number): Promise<HeldPeople> {
  const [row] = await sql<HeldPeople[]>`
    select count(distinct l.employee_id) as people,
      count(distinct l.employee_id) filter (where h.entry is not null) as renumbered
    from sync_held_ends h
    join hr_links l on l.company_id = h.company_id and l.id = h.link_id and l.ended_at is null
    where h.company_id = ${companyId} and h.run_id = ${runId}`;
  return row ?? { people: 0, renumbered: 0 };
}

/**
 * Gives people the new numbers that were held: their old links end, and the new links remember what the entries list, so that
 * the records can follow them. Links that have ended in the meantime are skipped, and so are numbers that somebody has by now.
 */
export async function renumberHeld(
  sql: Sql,
  day: OpenDay,
  { integrationId, runId }: { integrationId: number; runId: number },
): Promise<number[]> {
  const { companyId, today } = day;
  const rows = await sql<{ employeeId: number }[]>`
    with ${rosterFactsRaised(sql, companyId)}
    update hr_links l set ended_at = now(), last_run_id = coalesce(l.last_run_id, ${runId})
    from sync_held_ends h
    where h.company_id = ${companyId} and h.run_id = ${runId} and h.entry is not null
      and l.company_id = h.company_id and l.id = h.link_id and l.ended_at is null
      and not exists (
        select from hr_links taken where taken.company_id = ${companyId} and taken.integration_id = ${integrationId}
          and taken.hr_id = h.entry ->> 'hr_id' and taken.ended_at is null)
    returning l.employee_id as "employeeId"`;
  const ids = rows.map(({ employeeId }) => employeeId);
  if (ids.length === 0) return [];
  const listed = RECORD_FIELDS.map(
    ([, column]) => `(h.entry ->> '${column}')${column === 'date_of_birth' ? '::date' : ''}`,
  ).join(', ');
  await sql`
    with ${rosterFactsRaised(sql, companyId)}
    insert into hr_links (company_id, employee_id, integration_id, type, hr_id, start_date, termination_date, auto_sync,
      absences, payroll, first_seen_on, ${sql.unsafe(LISTED.join(', '))})
    select ${companyId}, l.employee_id, ${integrationId}, 'hr-integration', h.entry ->> 'hr_id',
      (h.entry ->> 'start_date')::date, (h.entry ->> 'termination_date')::date, (h.entry ->> 'auto_sync')::boolean,
      h.entry -> 'absences', h.entry -> 'payroll', ${today}::date, ${sql.unsafe(listed)}
    from sync_held_ends h
    join hr_links l on l.company_id = h.company_id and l.id = h.link_id
    where h.company_id = ${companyId} and h.run_id = ${runId} and h.entry is not null and l.employee_id = any(${ids}::bigint[])`;
  await sql`update employees set updated_at = now() where company_id = ${companyId} and id = any(${ids}::bigint[])`;
  return ids;
}

/** Ends the held links and sets the held terminations. Links that have ended in the meantime are skipped. */
export async function endHeldLinks(sql: Sql, { companyId }: OpenDay, runId: number): Promise<number[]> {
  const rows = await sql<{ employeeId: number }[]>`
    with ${rosterFactsRaised(sql, companyId)}, ended as (
      update hr_links l set ended_at = now(), last_run_id = coalesce(l.last_run_id, ${runId})
      from sync_held_ends h
      where h.company_id = ${companyId} and h.run_id = ${runId} and h.termination_date is null and h.entry is null
        and l.company_id = h.company_id and l.id = h.link_id and l.ended_at is null
      returning l.employee_id
    ), terminated as (
      update hr_links l set termination_date = h.termination_date
      from sync_held_ends h
      where h.company_id = ${companyId} and h.run_id = ${runId} and h.termination_date is not null
        and l.company_id = h.company_id and l.id = h.link_id and l.ended_at is null
      returning l.employee_id
    ), affected as (
      select employee_id from ended union select employee_id from terminated
    ), touched as (
      update employees e set updated_at = now() from affected a where e.company_id = ${companyId} and e.id = a.employee_id
    )
    select employee_id as "employeeId" from affected order by employee_id`;
  return rows.map(({ employeeId }) => employeeId);
}

/** Finishes the run, records the decision in its changes and emits events. */
export async function settleHeldRun(
  tx: Transaction,
  run: EmittingRun & { runId: number },
  { status, ticketsReissued }: { status: 'succeeded' | 'discarded'; ticketsReissued: number },
): Promise<void> {
  const { companyId, integrationId, runId, syncId } = run;
  const approved = status === 'succeeded';
  const changes = await tx<WrittenChange[]>`
    update sync_changes c set reason = ${approved ? 'approved' : 'discarded'},
      outcome = case
        when not ${approved} then 'held'
        when c.reason = 'new-number-waits' then 'renumbered'
        when ${isLinked(tx, 'c', 'c.employee_id')}
          then case when c.position is null then 'unlinked' else 'updated' end
        else 'offboarded'
      end
    where c.company_id = ${companyId} and c.run_id = ${runId} and c.outcome = 'held'
    returning c.id, c.employee_id as "employeeId", c.outcome`;
  await emitChanges(tx, run, changes);
  await tx`delete from sync_held_ends where company_id = ${companyId} and run_id = ${runId}`;
  await tx`
    update sync_runs r set status = ${status}, finished_at = now(), updated_at = now(),
      counts = r.counts || ${nothingHeld(tx)}
        || jsonb_build_object('ticketsReissued', coalesce((r.counts ->> 'ticketsReissued')::int, 0) + ${ticketsReissued}) || (
        select coalesce(jsonb_object_agg(outcome, count), '{}') from (
          select o.outcome, (select count(*) from sync_changes c
            where c.company_id = ${companyId} and c.run_id = ${runId} and c.outcome = o.outcome) as count
          from unnest(array['offboarded', 'unlinked', 'updated', 'renumbered']) o (outcome)) counted)
    where r.company_id = ${companyId} and r.id = ${runId}`;
  // It shows the status of the run.
  await tx`
    update hr_integrations set updated_at = now() where company_id = ${companyId} and id = ${integrationId}`;
  if (approved) await emit(tx, companyId, 'sync.succeeded', [{ hrIntegrationId: integrationId, syncId }]);
}
