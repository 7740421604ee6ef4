import type { Transaction } from './connect.ts';

/** For the rest of the transaction: a statement over all people of a large company outlasts a request's patience. */
export async function allowLongStatements(tx: Transaction): Promise<void> {
  await tx`select set_config('statement_timeout', '0', true)`;
}
