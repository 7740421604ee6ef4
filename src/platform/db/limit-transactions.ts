import { AppError } from '../errors.ts';
import type { Pool, Transaction } from './types.ts';

/**
 * A transaction that takes longer is rolled back, unless it may take long. Rows carry the start of their transaction, and a
 * client that follows changes looks back a limited time (docs/integrating.md, "Following changes").
 */
const MAX_TRANSACTION_MS = 20_000;

const long = new WeakSet<object>();

/** For a transaction that is noted as running (`day/long-change.ts`), or that writes nothing that a list of the API shows. */
export function allowLong(tx: Transaction): void {
  long.add(tx);
}

/** Limits the transactions of a pool. The time is that of the node: asking the database would take a statement more. */
export function limitedBegin(pool: Pool): Pool['begin'] {
  return (first: unknown, second?: unknown) =>
    typeof first === 'string'
      ? pool.begin(first, limited(second as Work))
      : (pool.begin(limited(first as Work)) as Promise<never>);
}

type Work = (tx: Transaction) => unknown;

export function limited(work: Work, maxMs = MAX_TRANSACTION_MS) {
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
