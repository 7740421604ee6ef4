import { startBulkActionWorker } from '../../../src/jobs/bulk-action-worker.ts';
import type { Pool } from '../../../src/platform/db/types.ts';
import { until } from '../../pure/support/until.ts';

const QUIET = { info: () => {}, error: () => {} };

/** Performs all actions about many people, as a node does. */
export async function performBulkActions(sql: Pool): Promise<void> {
  const worker = startBulkActionWorker({ sql, log: QUIET, everyMs: 20 });
  await until('everybody is done', async () => {
    const left = await sql`select from bulk_actions where finished_at is null limit 1`;
    return left.length === 0;
  });
  await worker.stop(5_000);
}
