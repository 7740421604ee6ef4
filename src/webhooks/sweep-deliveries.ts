import type { Pool } from '../db/types.ts';
import { deleteOldDeliveries, selectCompaniesWithOldDeliveries } from './deliveries-sql.ts';

const AT_ONCE = 5_000;

/** Deletes logged requests older than 30 days, some thousands at a time. */
export async function sweepDeliveries(sql: Pool, signal: AbortSignal): Promise<number> {
  let deleted = 0;
  for (const companyId of await selectCompaniesWithOldDeliveries(sql))
    for (let part = AT_ONCE; part === AT_ONCE && !signal.aborted; ) {
      part = await deleteOldDeliveries(sql, companyId, AT_ONCE);
      deleted += part;
    }
  return deleted;
}
