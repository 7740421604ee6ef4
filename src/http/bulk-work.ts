import { BULK_CONNECTIONS } from '../db/connect.ts';
import type { Pool } from '../db/types.ts';
import { Slots } from '../slots.ts';
import { type ClientSocket, whileConnected } from './while-connected.ts';

/**
 * Operations about all people of a company that a request waits for. They take long. Each takes the company's lock, so
 * a second one of the same company would only hold a connection while it waits for the lock. One connection is left to
 * the ticker, which issues the tickets of all companies.
 */
const LIMITS = { count: BULK_CONNECTIONS - 1, mostEach: 1, mostWaiting: 100, patienceMs: 30_000 };

/**
 * Runs the work on the pool for bulk operations, companies in turn. Rejects with 503 `busy` after a long wait. If the
 * client goes while the work waits, the work never begins.
 */
export type BulkWork = <Result>(
  request: { raw: { socket: ClientSocket } },
  companyId: number,
  work: (bulk: Pool) => Promise<Result>,
) => Promise<Result>;

export function createBulkWork(bulk: Pool): BulkWork {
  const slots = new Slots(LIMITS);
  return (request, companyId, work) =>
    whileConnected(request.raw.socket, (signal) => slots.use(companyId, () => work(bulk), signal));
}
