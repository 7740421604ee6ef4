import { describes, entryInJson, entryOf } from '../../domain/person/describes-sql.ts';
import type { Sql } from '../../platform/db/types.ts';
import type { WorkingRoster } from './roster-to-apply.ts';
import { plannedChanges } from './working-tables.ts';

/**
 * Selects the numbers whose entries say the same as in an open conflict: that conflict stays, whatever has become of the
 * other person since. A roster that raises a conflict may omit or change the person whom the entry describes, and the next one
 * would find nobody.
 */
export async function selectStillInConflict(sql: Sql, roster: WorkingRoster): Promise<string[]> {
  const { companyId, integrationId } = roster;
  const rows = await sql<{ hrId: string }[]>`
    select distinct p.hr_id as "hrId"
    from sync_conflicts c
    join ${plannedChanges(sql, roster, sql`outcome = 'differs' or was_ended`)} p on p.link_id in (c.link_id, c.other_link_id)
      and ${describes(sql, entryOf(sql, 'p'), entryInJson(sql, sql`case when c.link_id = p.link_id then c.entry else c.other_entry end`))}
    where c.company_id = ${companyId} and c.integration_id = ${integrationId}`;
  return rows.map(({ hrId }) => hrId);
}
