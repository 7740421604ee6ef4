import { isLinkedInScope, type Scope } from '../../domain/access/scope.ts';
import { rosterFactsRaised } from '../../domain/day/roster-facts.ts';
import { emitted } from '../../domain/events/emit.ts';
import { isAwaited } from '../../domain/person/awaited-sql.ts';
import { describes, entryOf, recordOf } from '../../domain/person/describes-sql.ts';
import { hiddenFromPlanner } from '../../platform/db/planner.ts';
import type { Sql } from '../../platform/db/types.ts';
import { fieldsOfRun } from '../runs/emit-changes-sql.ts';
import { entryAsJson } from './entry-json.ts';
import type { WorkingRoster } from './roster-to-apply.ts';
import { isOf, plannedChanges } from './working-tables.ts';

/**
 * Entries with the e-mail address of a person outside the sender's scope wait for an admin. The birth date is ignored: a right
 * and a wrong one must have the same outcome. Returns the number of waiting entries.
 */
export async function letWait(sql: Sql, roster: WorkingRoster, visible: Scope): Promise<number> {
  if (visible === null) return 0;
  const { companyId } = roster;
  const { count } = await sql`
    with outside as materialized (
      select distinct p.hr_id
      from ${plannedChanges(sql, roster, sql`outcome = 'added'`)} p
      join employees e on e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.email_normal = normal_email(p.email)
        and e.erased_at is null
      where not ${isLinkedInScope(sql, companyId, visible, sql`e.id`)}
    )
    update planned_changes p set outcome = 'waiting', reason = 'known-outside-scope', facts_changed = false
    from outside o where ${isOf(sql, 'p', roster)} and p.hr_id = o.hr_id and p.outcome = 'added'`;
  return count;
}

/**
 * People that match a waiting entry count as listed, also if the entry is of the last roster of another integration. So a
 * person who moves from one HR system to another is not offboarded meanwhile.
 */
export async function keepAwaited(sql: Sql, roster: WorkingRoster): Promise<void> {
  const { companyId, integrationId } = roster;
  await sql`
    update planned_changes p set outcome = 'kept', facts_changed = false
    from employees e
    where ${isOf(sql, 'p', roster)} and p.outcome = 'omitted' and e.company_id = ${companyId} and e.id = p.employee_id and (
      exists (
        select from ${plannedChanges(sql, roster, sql`outcome = 'waiting'`)} w
        where ${describes(sql, entryOf(sql, 'w'), recordOf(sql, 'e'))})
      or exists (
        select from waiting_entries w
        where w.company_id = ${companyId} and w.integration_id <> ${integrationId} and ${isAwaited(sql, 'w', 'e')}))`;
}

/**
 * Replaces the open entries of the integration by those of this roster. An invalid entry leaves its number waiting. Returns
 * the number of new ones. Rosters of other integrations depend on them, so a change raises `roster_facts`.
 */
export async function replaceWaiting(sql: Sql, roster: WorkingRoster): Promise<number> {
  const { companyId, integrationId, runId, scope } = roster;
  // biome-ignore lint/plugin: raised at the end, if anything has changed.
  const deleted = await sql`
    delete from waiting_entries w
    where company_id = ${companyId} and integration_id = ${integrationId} and decision is null and not exists (
      select from ${plannedChanges(sql, roster, sql`outcome in ('waiting', 'invalid')`)} p where p.hr_id = w.hr_id)`;
  const fields = fieldsOfRun(sql, roster);
  const found = emitted(sql, companyId, 'entry.waiting', {
    of: 'found',
    where: sql`r.id not in (select id from known)`,
    each: sql`${fields}, 'waitingEntryId', r.id`,
    all: fields,
  });
  // biome-ignore lint/plugin: raised at the end, if anything has changed.
  const [row] = await sql<{ changed: number; found: number }[]>`
    with known as materialized (
      select id from waiting_entries
      where company_id = ${companyId} and integration_id = ${integrationId} and decision is null
    ), found as (
      insert into waiting_entries (company_id, integration_id, hr_id, run_id, scope, entry)
      select ${companyId}, ${integrationId}, p.hr_id, ${runId}, ${scope as number[]}::bigint[], ${entryAsJson(sql, 'p')}
      from ${plannedChanges(sql, roster)} p where p.outcome = 'waiting'
      on conflict (company_id, integration_id, hr_id)
      do update set run_id = excluded.run_id, scope = excluded.scope, entry = excluded.entry, decision = null,
        employee_id = null, decided_at = null, record_before = null,
        found_at = case when waiting_entries.decision is null then waiting_entries.found_at else excluded.found_at end
      where (waiting_entries.scope, waiting_entries.entry) is distinct from (excluded.scope, excluded.entry)
        or waiting_entries.decision is not null
      returning id
    ), ${found}
    select rows as found, (select count(*) from found) as changed from emitted_count`;
  const { changed = 0, found: fresh = 0 } = row ?? {};
  if (deleted.count + changed > 0) await sql`with ${rosterFactsRaised(sql, companyId)} select`;
  return fresh;
}
