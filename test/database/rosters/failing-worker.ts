import type { Pool, Transaction } from '../../../src/platform/db/types.ts';

/**
 * Returns the worker with a fault: `happens` runs before one statement of its second transaction, which
 * applies the run. A query fragment is not awaited, so it does not count as a statement.
 */
export function failingWorker(worker: Pool, after: number, happens: () => Promise<void>): Pool {
  let begun = 0;
  const begin = (work: (tx: Transaction) => Promise<unknown>) =>
    worker.begin((tx) => work(++begun === 2 ? failing(tx, after, happens) : tx));
  return new Proxy(worker, {
    get: (target, name) => (name === 'begin' ? begin : Reflect.get(target, name)),
  });
}

function failing(tx: Transaction, after: number, happens: () => Promise<void>): Transaction {
  let sent = 0;
  return new Proxy(tx, {
    apply(target, self, parts) {
      const query = Reflect.apply(target, self, parts);
      if (typeof query?.then !== 'function') return query;
      return new Proxy(query, {
        get(awaited, name) {
          const value: unknown = Reflect.get(awaited, name);
          if (typeof value !== 'function') return value;
          if (name !== 'then' || sent++ !== after) return value.bind(awaited);
          return (...callbacks: [() => void, () => void]) =>
            happens()
              .then(() => awaited)
              .then(...callbacks);
        },
      });
    },
  });
}
