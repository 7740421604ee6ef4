import type { Transaction } from '../../platform/db/types.ts';
import { insertPull, newSyncId } from './pulls-sql.ts';
import { lockDueSources, setNextPull } from './sources-sql.ts';

/**
 * Queues the pulls of a company whose time has come, once on all nodes: the time is stored with the pull, and moved on in the same
 * transaction. If a pull is under way, it counts for this time too. A time that was missed is made up for once.
 */
export async function queueDuePulls(tx: Transaction, companyId: number): Promise<number> {
  let queued = 0;
  for (const source of await lockDueSources(tx, companyId)) {
    const { integrationId, schedule, dueAt, isDisconnected } = source;
    const isQueued =
      !isDisconnected &&
      (await insertPull(tx, companyId, {
        integrationId,
        syncId: newSyncId(),
        purpose: 'roster',
        slot: dueAt,
        keyId: null,
        userId: null,
        allowsGaps: false,
      }));
    if (isQueued) queued += 1;
    await setNextPull(tx, companyId, integrationId, schedule);
  }
  return queued;
}
