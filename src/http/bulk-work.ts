import { BULK_CONNECTIONS } from '../db/connect.ts';
import type { Pool } from '../db/types.ts';
import { Slots } from '../slots.ts';

/**
 * Operations about all people of a company that a request waits for. They take long, and some wait for the company's
 * lock meanwhile. One connection is left to the ticker, which issues the tickets of all companies.
 */
const LIMITS = { count: BULK_CONNECTIONS - 1, mostEach: 2, mostWaiting: 100, patienceMs: 30_000 };

/** Runs the work on the pool for bulk operations, companies in turn. Rejects with 503 `busy` after a long wait. */
export type BulkWork = <Result>(companyId: number, work: (bulk: Pool) => Promise<Result>) => Promise<Result>;

export function createBulkWork(bulk: Pool): BulkWork {
  const slots = new Slots(LIMITS);
  return (companyId, work) => slots.use(companyId, () => work(bulk));
}
