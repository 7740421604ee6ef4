import type postgres from 'postgres';
import { AppError } from '../errors.ts';
import { TIMES } from '../limits.ts';
import type { Pool, Transaction, Types } from './types.ts';

const long = new WeakSet<object>();

/** For a transaction with a row in `running_changes` (`day/long-change.ts`), or that writes nothing that a list of the API shows. */
export function allowLong(tx: Transaction): void {
  long.add(tx);
}

/** Limits the transactions of a pool. The time is that of the node: asking the database would take a statement more. */
export function limitedBegin(pool: postgres.Sql<Types>): Pool['begin'] {
  return (first: unknown, second?: unknown) =>
    typeof first === 'string'
      ? pool.begin(first, limited(second as Work) as never)
      : (pool.begin(limited(first as Work) as never) as Promise<never>);
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
