import type { Pool, Transaction } from './types.ts';

/** Runs the work in a transaction, with all rules and refusals, and rolls it back. For previews. */
export async function rollBackAfter<Result>(
  sql: Pool,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const done: { result?: Result } = {};
  await commitIfDefined(sql, async (tx) => {
    done.result = await work(tx);
    return undefined;
  });
  return done.result as Result;
}

/** Runs the work in a transaction, and rolls it back if the result is undefined. */
export async function commitIfDefined<Result>(
  sql: Pool,
  work: (tx: Transaction) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const undo = new Error('undone on purpose');
  const done: { result?: Result } = {};
  try {
    await sql.begin(async (tx) => {
      const result = await work(tx);
      if (result === undefined) throw undo;
      done.result = result;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  return done.result;
}

/** Runs the work within a transaction and undoes it; the rest of the transaction stays. */
export async function rollBackPart<Result>(
  tx: Transaction,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const undo = new Error('undone on purpose');
  const done: { result?: Result } = {};
  try {
    await tx.savepoint(async (part) => {
      done.result = await work(part);
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  return done.result as Result;
}
