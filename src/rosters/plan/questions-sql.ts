import type { Sql } from '../../platform/db/types.ts';
import type { Roster } from './planned-changes-sql.ts';

/**
 * What earlier rosters of the integration left open: possible duplicates, decided ones among them, conflicts, and entries that
 * wait, also those of other integrations. And the integrations whose people this one takes over.
 */
export interface OpenQuestions {
  hasDuplicates: boolean;
  hasConflicts: boolean;
  hasWaiting: boolean;
  hasWaitingElsewhere: boolean;
  takesOver: number[];
}

export async function selectOpenQuestions(
  sql: Sql,
  { companyId, integrationId }: Roster,
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
      takes_over as "takesOver"
    from hr_integrations where company_id = ${companyId} and id = ${integrationId}`;
  if (!questions) throw new Error(`there is no integration ${integrationId}`);
  return questions;
}
