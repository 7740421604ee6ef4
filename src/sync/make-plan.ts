import { MANY, withoutNestedLoops } from '../db/planner.ts';
import type { Transaction } from '../db/types.ts';
import {
  analyzePlan,
  compareKnown,
  createPlan,
  findDifferences,
  matchByEmail,
  matchEndedLinks,
  type PlannedRoster,
  planOmissions,
} from './plan-sql.ts';

/**
 * Who is who, and what changes for them: the steps of docs/sync.md, in their order. Reads only, but for the plan. Says
 * whether it is about many.
 */
export async function makePlan(tx: Transaction, roster: PlannedRoster): Promise<{ isLarge: boolean }> {
  await createPlan(tx);
  const differences = await findDifferences(tx, roster);
  const isLarge = differences > MANY;
  if (differences === 0) return { isLarge };
  if (isLarge) await analyzePlan(tx);
  await withoutNestedLoops(tx, isLarge, async () => {
    await matchEndedLinks(tx, roster);
    await matchByEmail(tx, roster);
    await compareKnown(tx, roster);
    await planOmissions(tx, roster);
  });
  return { isLarge };
}
