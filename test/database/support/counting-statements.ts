import type { Pool, Transaction } from '../../../src/platform/db/types.ts';

/**
 * Counts the statements that `work` sends within one transaction. A query fragment is not awaited, so it does
 * not count.
 */
export async function countingStatements(
  sql: Pool,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<number> {
  let statements = 0;
  await sql.begin(async (tx) => {
    const counting = new Proxy(tx, {
      apply(target, self, parts) {
        const query = Reflect.apply(target, self, parts);
        return typeof query?.then === 'function' ? counted(query, () => statements++) : query;
      },
    });
    await work(counting);
  });
  return statements;
}

function counted<Query extends object>(query: Query, count: () => void): Query {
  return new Proxy(query, {
    get(target, name) {
      if (name === 'then') count();
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
