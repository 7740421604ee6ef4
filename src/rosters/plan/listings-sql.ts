import type { Sql } from '../../platform/db/types.ts';
import { listingOfLink } from './entry-json.ts';
import type { Found, PlannedRoster } from './planned-changes-sql.ts';
import type { OpenQuestions } from './questions-sql.ts';
import { isOf } from './working-tables.ts';

/**
 * Corrects what the numbers of the plan listed before. `findDifferences` reads it from the present links, but the roster before
 * may have said something else: its change says so. And a decision may have ended a link since.
 */
export async function correctListings(
  sql: Sql,
  roster: PlannedRoster,
  { lastRunId, lastReadRunId, hasUnapplied }: OpenQuestions,
  found: Found,
): Promise<void> {
  if (lastRunId === null) return;
  const { companyId, integrationId } = roster;
  const ofRun = isOf(sql, 'p', roster);
  if (found.added > 0)
    await sql`
      update planned_changes p set listed_before = ${listingOfLink(sql, 'l', 'e')}
      from hr_links l
      join employees e on e.company_id = ${companyId} and e.id = l.employee_id and e.erased_at is null
      where ${ofRun} and p.outcome = 'added' and l.company_id = ${companyId} and l.integration_id = ${integrationId}
        and l.hr_id = p.hr_id and l.ended_at is not null and l.last_run_id = ${lastRunId}`;
  if (hasUnapplied)
    await sql`
      update planned_changes p set listed_before = before.entry
      from sync_changes before
      where ${ofRun} and before.company_id = ${companyId} and before.run_id = ${lastReadRunId} and before.hr_id = p.hr_id
        and (before.entry is not null or before.position is null)`;
}
