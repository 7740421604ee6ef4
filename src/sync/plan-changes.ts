import type { CompanyDay } from '../day/company-day.ts';
import { MANY, withoutNestedLoops } from '../db/planner.ts';
import type { Transaction } from '../db/types.ts';
import {
  findDuplicates,
  hasDuplicates,
  setDuplicatesAside,
  takeOverFromLeft,
  takeOverFromOmitted,
} from './duplicates-sql.ts';
import {
  compareKnown,
  findDifferences,
  matchByEmail,
  matchEndedLinks,
  matchInvalid,
  planOmissions,
  type Roster,
} from './planned-changes-sql.ts';

export interface Plan {
  /** The number of rows that were planned at first. */
  differences: number;
  /** The changes are many. */
  isLarge: boolean;
  /** Duplicates were looked for. Without repeated e-mail addresses there are none. */
  mayHaveDuplicates: boolean;
}

/**
 * Matches entries with people and plans their changes: the steps of docs/sync.md, in their order. Writes
 * nothing but working tables.
 */
export async function planChanges(tx: Transaction, day: CompanyDay, received: Roster): Promise<Plan> {
  const differences = await findDifferences(tx, received);
  const roster = { ...received, differences };
  const isLarge = differences > MANY;
  const mayHaveDuplicates = roster.repeatsEmails || (await hasDuplicates(tx, roster));
  if (mayHaveDuplicates) await withoutNestedLoops(tx, true, () => findDuplicates(tx, day, roster));
  const plan = { differences, isLarge, mayHaveDuplicates };
  if (differences === 0) return plan;
  await withoutNestedLoops(tx, isLarge, async () => {
    await matchInvalid(tx, roster);
    if (mayHaveDuplicates) {
      await setDuplicatesAside(tx, roster);
      await takeOverFromLeft(tx, roster);
      await takeOverFromOmitted(tx, roster);
    }
    await matchEndedLinks(tx, roster);
    await matchByEmail(tx, roster);
    await compareKnown(tx, roster);
    await planOmissions(tx, roster);
  });
  return plan;
}
