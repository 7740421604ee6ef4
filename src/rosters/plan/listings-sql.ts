import type { Sql } from '../../platform/db/types.ts';
import { listingOf } from './entry-json.ts';
import type { OpenQuestions } from './questions-sql.ts';
import type { WorkingRoster } from './roster-to-apply.ts';
import { isOf } from './working-tables.ts';

/**
 * `findDifferences` reads what a number listed before from its present link. The roster before may have listed a number whose link
 * a decision has ended since. Called before the entries are matched.
 */
export async function correctEnded(
  sql: Sql,
  roster: WorkingRoster,
  { lastRunId }: OpenQuestions,
): Promise<void> {
  if (lastRunId === null) return;
  const { companyId, integrationId } = roster;
  await sql`
    update planned_changes p set listed_before = ${listingOf(sql, 'l', 'e')}
    from hr_links l
    join employees e on e.company_id = l.company_id and e.id = l.employee_id and e.erased_at is null
    where ${isOf(sql, 'p', roster)} and p.outcome = 'added'
      and l.company_id = ${companyId} and l.integration_id = ${integrationId} and l.hr_id = p.hr_id
      and l.ended_at is not null and l.last_run_id = ${lastRunId}`;
}

/**
 * The roster before may have said something else than the link holds: its change says so. Called when all changes are
 * planned.
 */
export async function correctUnapplied(
  sql: Sql,
  roster: WorkingRoster,
  { lastReadRunId, hasUnapplied }: OpenQuestions,
): Promise<void> {
  if (!hasUnapplied) return;
  const { companyId } = roster;
  await sql`
    update planned_changes p set listed_before = before.entry
    from sync_changes before
    where ${isOf(sql, 'p', roster)} and before.company_id = ${companyId} and before.run_id = ${lastReadRunId}
      and before.hr_id = p.hr_id and (before.entry is not null or before.position is null)`;
}
