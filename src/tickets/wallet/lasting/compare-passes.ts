import type { Pool, Transaction } from '../../../platform/db/types.ts';
import {
  lockPassCounter,
  noteChanges,
  noteCompared,
  selectEndOfBatch,
  selectFacts,
  setPassCounter,
} from './compare-sql.ts';

/** Passes of one transaction: few enough for a second. */
const BATCH = 5_000;

/**
 * Finds the passes of a company that show something else than before. Returns how many. It may be repeated and interrupted at any
 * time: the facts are noted only after all passes have been compared.
 */
export async function comparePasses(sql: Pool, companyId: number, signal?: AbortSignal): Promise<number> {
  const facts = await selectFacts(sql, companyId);
  let changed = 0;
  for (let after = 0; ; ) {
    if (signal?.aborted) return changed;
    const through = await selectEndOfBatch(sql, companyId, after, BATCH);
    if (through === null) break;
    const from = after;
    changed += await sql.begin(async (tx) => {
      const last = await lockPassCounter(tx, companyId);
      const noted = await noteChanges(tx, companyId, last, tx`p.id > ${from} and p.id <= ${through}`);
      if (noted > 0) await setPassCounter(tx, companyId, last + noted);
      return noted;
    });
    after = through;
  }
  await noteCompared(sql, companyId, facts);
  return changed;
}

/** Compares one pass, in a transaction that has locked the counter. Returns the last number. */
export async function comparePass(
  tx: Transaction,
  companyId: number,
  passId: number,
  lastNumber: number,
): Promise<number> {
  const noted = await noteChanges(tx, companyId, lastNumber, tx`p.id = ${passId}`);
  if (noted > 0) await setPassCounter(tx, companyId, lastNumber + noted);
  return lastNumber + noted;
}
