import { runLongChange } from '../domain/day/long-change.ts';
import { Overtaken, releaseClaim, whileRenewing } from '../platform/claims/claims.ts';
import { startWorker, type Worker, type WorkLog } from '../platform/claims/worker.ts';
import type { Pool } from '../platform/db/types.ts';
import { WORKER_SLOTS } from '../platform/limits.ts';
import {
  BULK_ACTIONS,
  claimBulkAction,
  findCompaniesWithBulkActions,
} from '../views/bulk-actions/bulk-actions-sql.ts';
import { performBatch } from '../views/bulk-actions/perform-batch.ts';
import { isBusy } from './each-company.ts';

interface Options {
  sql: Pool;
  log: WorkLog;
  everyMs?: number;
}

/** Performs the actions about many people, companies in turn, one batch each. */
export function startBulkActionWorker({ sql, log, everyMs = 1_000 }: Options): Worker {
  return startWorker({
    name: 'actions about many people',
    sql,
    log,
    slots: WORKER_SLOTS.bulkActions.count,
    everyMs,
    find: async () => (await findCompaniesWithBulkActions(sql)).map((companyId) => ({ companyId, rank: 0 })),
    claim: ({ companyId }) => claimBulkAction(sql, companyId),
    async work(order) {
      const { companyId } = order;
      try {
        const failures = await whileRenewing(sql, BULK_ACTIONS, order, () =>
          runLongChange(sql, companyId, (tx) => performBatch(tx, order)),
        );
        for (const error of failures)
          log.error({ err: error, companyId }, 'an action about many people failed for one of them');
      } catch (error) {
        if (error instanceof Overtaken) {
          log.info({ companyId }, 'another worker has taken over');
          return;
        }
        // If this fails, the claim ends by itself.
        await releaseClaim(sql, BULK_ACTIONS, order, everyMs / 1000).catch(() => {});
        // Somebody else holds the company's lock. The next look finds the action again.
        if (!isBusy(error)) throw error;
      }
    },
  });
}
