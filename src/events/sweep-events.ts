import type { Pool } from '../db/types.ts';
import { deleteOldEvents, selectCompaniesWithOldEvents } from './sql.ts';

const AT_ONCE = 10_000;

/** Deletes events older than 90 days, some thousands at a time. */
export async function sweepEvents(sql: Pool, signal: AbortSignal): Promise<number> {
  let deleted = 0;
  for (const companyId of await selectCompaniesWithOldEvents(sql))
    for (let part = AT_ONCE; part === AT_ONCE && !signal.aborted; ) {
      part = await deleteOldEvents(sql, companyId, AT_ONCE);
      deleted += part;
    }
  return deleted;
}
