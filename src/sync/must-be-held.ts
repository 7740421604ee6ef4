import type { CompanyDay } from '../day/company-day.ts';
import type { Transaction } from '../db/types.ts';
import { type Ends, markEnds, type PlannedRoster } from './planned-changes-sql.ts';

/** The hold settings of an integration; null switches a limit off. */
export interface HoldRule {
  count: number | null;
  percent: number | null;
}

/** In a small company one leaver is already a large percentage, which is no reason to hold a run. */
const FEWEST_FOR_PERCENT = 5;

export async function mustBeHeld(
  tx: Transaction,
  day: CompanyDay,
  roster: PlannedRoster,
  rule: HoldRule,
): Promise<boolean> {
  if (rule.count === null && rule.percent === null) return false;
  return exceeds(await markEnds(tx, day, roster), rule);
}

/**
 * Whether more than `count` subscriptions would end, or more than `percent` of the present people would
 * leave.
 */
function exceeds({ people, subscriptions, presentBefore }: Ends, { count, percent }: HoldRule): boolean {
  if (count !== null && subscriptions > count) return true;
  return percent !== null && people >= FEWEST_FOR_PERCENT && people * 100 > percent * presentBefore;
}
