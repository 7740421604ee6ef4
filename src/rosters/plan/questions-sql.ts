import type { Sql } from '../../platform/db/types.ts';
import type { RosterToApply } from './roster-to-apply.ts';

/**
 * Open questions of earlier rosters of the integration: possible duplicates (also decided ones), conflicts, and waiting entries
 * (also those of other integrations). Also the integrations whose people this one takes over.
 */
export interface OpenQuestions {
  hasDuplicates: boolean;
  hasConflicts: boolean;
  hasWaiting: boolean;
  hasWaitingElsewhere: boolean;
  takesOver: number[];
  /** The run that was applied last, and the one that was read last: an unchanged roster is not read. Null before the first. */
  lastRunId: number | null;
  lastReadRunId: number | null;
  /** The entries wait as one text. */
  isSmall: boolean;
  /** The roster of that run listed numbers whose links do not hold what it said. */
  hasUnapplied: boolean;
}

export async function selectOpenQuestions(
  sql: Sql,
  { companyId, integrationId, uploadId }: RosterToApply,
): Promise<OpenQuestions> {
  const [questions] = await sql<OpenQuestions[]>`
    select exists (
        select from possible_duplicates where company_id = ${companyId} and integration_id = ${integrationId}
      ) as "hasDuplicates",
      exists (
        select from sync_conflicts where company_id = ${companyId} and integration_id = ${integrationId}
      ) as "hasConflicts",
      exists (
        select from waiting_entries where company_id = ${companyId} and integration_id = ${integrationId} and decision is null
      ) as "hasWaiting",
      exists (
        select from waiting_entries where company_id = ${companyId} and integration_id <> ${integrationId} and decision is null
      ) as "hasWaitingElsewhere",
      exists (
        select from roster_uploads where company_id = ${companyId} and id = ${uploadId} and entries is not null
      ) as "isSmall",
      i.takes_over as "takesOver", r.id as "lastRunId", read.id as "lastReadRunId", exists (
        select from sync_changes c where c.company_id = ${companyId} and c.run_id = read.id
          and (c.entry is not null or c.position is null)
      ) as "hasUnapplied"
    from hr_integrations i
    left join sync_runs r on r.company_id = ${companyId} and r.id = i.last_applied_run_id
    cross join lateral (select coalesce(r.same_as_run_id, r.id) as id) read
    where i.company_id = ${companyId} and i.id = ${integrationId}`;
  if (!questions) throw new Error(`there is no integration ${integrationId}`);
  return questions;
}
