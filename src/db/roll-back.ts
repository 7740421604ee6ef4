import type { Pool, Transaction } from './types.ts';

/** Runs the work in a transaction, with all rules and refusals, and rolls it back. For previews. */
export async function rollBackAfter<Result>(
  sql: Pool,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const undo = new Error('undone on purpose');
  const done: { result?: Result } = {};
  try {
    await sql.begin(async (tx) => {
      done.result = await work(tx);
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  return done.result as Result;
}
