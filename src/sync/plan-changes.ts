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
  analyzePlannedChanges,
  compareKnown,
  createPlannedChanges,
  findDifferences,
  matchByEmail,
  matchEndedLinks,
  matchInvalid,
  type PlannedRoster,
  planOmissions,
} from './planned-changes-sql.ts';

export interface Plan {
  /** The changes are many. */
  isLarge: boolean;
  /** The table `duplicates` exists. Without repeated e-mail addresses it need not be made. */
  mayHaveDuplicates: boolean;
}

/**
 * Matches entries with people and plans their changes: the steps of docs/sync.md, in their order. Writes
 * nothing but temporary tables.
 */
export async function planChanges(tx: Transaction, day: CompanyDay, roster: PlannedRoster): Promise<Plan> {
  await createPlannedChanges(tx);
  const differences = await findDifferences(tx, roster);
  const isLarge = differences > MANY;
  const mayHaveDuplicates = roster.repeatsEmails || (await hasDuplicates(tx, roster));
  if (mayHaveDuplicates) await withoutNestedLoops(tx, true, () => findDuplicates(tx, day, roster));
  const plan = { isLarge, mayHaveDuplicates };
  if (differences === 0) return plan;
  if (isLarge) await analyzePlannedChanges(tx);
  await withoutNestedLoops(tx, isLarge, async () => {
    await matchInvalid(tx, roster);
    if (mayHaveDuplicates) {
      await setDuplicatesAside(tx);
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
