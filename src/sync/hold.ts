import type { CompanyDay } from '../day/company-day.ts';
import type { Transaction } from '../db/types.ts';
import { type Ends, markEnds, type PlannedRoster } from './plan-sql.ts';

/** From an integration's settings; null means that this never holds a run. */
export interface HoldRule {
  count: number | null;
  percent: number | null;
}

/** A small company loses a fifth of its people when one of five leaves: that alone is no reason to ask. */
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

/** More subscriptions than N would end, or more than P percent of the people present before would leave. */
function exceeds({ people, subscriptions, presentBefore }: Ends, { count, percent }: HoldRule): boolean {
  if (count !== null && subscriptions > count) return true;
  return percent !== null && people >= FEWEST_FOR_PERCENT && people * 100 > percent * presentBefore;
}
