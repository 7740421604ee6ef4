import { MANY, withoutNestedLoops } from '../db/planner.ts';
import type { Transaction } from '../db/types.ts';
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

/**
 * Matches entries with people and plans their changes: the steps of docs/sync.md, in their order. Writes
 * nothing but `planned_changes`. `isLarge` tells whether the changes are many.
 */
export async function planChanges(tx: Transaction, roster: PlannedRoster): Promise<{ isLarge: boolean }> {
  await createPlannedChanges(tx);
  const differences = await findDifferences(tx, roster);
  const isLarge = differences > MANY;
  if (differences === 0) return { isLarge };
  if (isLarge) await analyzePlannedChanges(tx);
  await withoutNestedLoops(tx, isLarge, async () => {
    await matchInvalid(tx, roster);
    await matchEndedLinks(tx, roster);
    await matchByEmail(tx, roster);
    await compareKnown(tx, roster);
    await planOmissions(tx, roster);
  });
  return { isLarge };
}
