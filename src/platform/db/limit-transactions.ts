import type postgres from 'postgres';
import { AppError } from '../errors.ts';
import { TIMES } from '../limits.ts';
import type { Pool, Server, Transaction, Types } from './types.ts';

const long = new WeakSet<object>();

/** For a transaction with a row in `running_changes` (`day/long-change.ts`), or that writes nothing that a list of the API shows. */
export function allowLong(tx: Transaction): void {
  long.add(tx);
}

/** Limits the transactions of a pool. The time is that of the node: asking the database would take a statement more. */
export function limitedBegin(pool: postgres.Sql<Types>, server: Server): Pool['begin'] {
  return (first: unknown, second?: unknown) =>
    typeof first === 'string'
      ? pool.begin(first, on(server, limited(second as Work)))
      : (pool.begin(on(server, limited(first as Work))) as Promise<never>);
}

/** Passes on what the server is. Each savepoint is a handle of its own. */
function on(server: Server, work: Work) {
  return (tx: postgres.TransactionSql<Types>): unknown => {
    const { savepoint } = tx;
    return work(
      Object.assign(tx, {
        isDistributed: server.isDistributed,
        savepoint: (inner: Work) => savepoint(on(server, inner)),
      }) as Transaction,
    );
  };
}

type Work = (tx: Transaction) => unknown;

export function limited(work: Work, maxMs = TIMES.transactionMs) {
  return async (tx: Transaction): Promise<unknown> => {
    const begun = performance.now();
    const result = await work(tx);
    if (performance.now() - begun > maxMs && !long.has(tx))
      throw new AppError('busy', 'The change took too long and was undone. Please try again in a moment.', {
        retryAfterSeconds: 10,
      });
    return result;
  };
}
