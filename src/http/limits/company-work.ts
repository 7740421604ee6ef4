import { BULK_CONNECTIONS } from '../../platform/db/connect.ts';
import type { Database, Pool } from '../../platform/db/types.ts';
import { Slots } from '../../platform/slots.ts';
import { type ClientSocket, whileConnected } from './while-connected.ts';

/**
 * Operations about all people of a company that a request waits for. They take long. Each takes the company's lock, so
 * a second one of the same company would only hold a connection while it waits for the lock. One connection is left to
 * the ticker, which issues the tickets of all companies.
 */
const BULK = { count: BULK_CONNECTIONS - 1, maxEach: 1, maxWaiting: 100, patienceMs: 30_000 };

/**
 * Short transactions that take the company's lock, such as people's actions and their previews. Those of one company
 * wait for each other anyway: here they hold no connection meanwhile. Before, 40 previews at once held all connections
 * for short statements, and another company's reads took a second.
 */
const DAY = { count: 4, maxEach: 1, maxWaiting: 100, patienceMs: 10_000 };

/** Pages that take many short statements. */
const PAGES = { count: 6, maxEach: 3, maxWaiting: 200, patienceMs: 10_000 };

/** Files that take long to make and to send, such as a ZIP of a month's receipts. Each keeps a thread busy. */
const LONG_FILES = { count: 2, maxEach: 1, maxWaiting: 20, patienceMs: 10_000 };

/**
 * Runs the work on a pool of connections, companies in turn. Rejects with 503 `busy` after a long wait. If the client
 * goes while the work waits, the work never begins.
 */
export type CompanyWork = <Result>(
  request: { raw: { socket: ClientSocket } },
  companyId: number,
  work: (pool: Pool) => Promise<Result>,
) => Promise<Result>;

export function createCompanyWork({ bulk, sql }: Pick<Database, 'bulk' | 'sql'>) {
  return {
    bulkWork: inTurn(bulk, BULK),
    dayWork: inTurn(sql, DAY),
    pageWork: inTurn(sql, PAGES),
    longFileWork: inTurn(sql, LONG_FILES),
  };
}

function inTurn(pool: Pool, limits: ConstructorParameters<typeof Slots>[0]): CompanyWork {
  const slots = new Slots(limits);
  return (request, companyId, work) =>
    whileConnected(request.raw.socket, (signal) => slots.use(companyId, () => work(pool), signal));
}
