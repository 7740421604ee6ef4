import type { Sql } from '../db/types.ts';
import type { Roster } from './planned-changes-sql.ts';

/** What earlier rosters of the integration left open: possible duplicates, decided ones among them, and conflicts. */
export interface OpenQuestions {
  hasDuplicates: boolean;
  hasConflicts: boolean;
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
      ) as "hasConflicts"
    from hr_integrations where company_id = ${companyId} and id = ${integrationId}`;
  return questions ?? { hasDuplicates: false, hasConflicts: false };
}
