import type { Pool, Transaction } from './types.ts';

/** What would come of it: the work is done in full, rules and refusals included, and then undone. */
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
