import type { CompanyDay } from '../../domain/day/company-day.ts';
import type { Transaction } from '../../platform/db/types.ts';
import type { Warning } from '../runs/sync-outcomes.ts';
import { countEnds, countPresent, type Ends, holdEnds, holdRenumberings } from './ends-sql.ts';
import type { WorkingRoster } from './roster-to-apply.ts';

/** The hold settings of an integration; null switches a limit off. */
export interface HoldRule {
  count: number | null;
  percent: number | null;
}

/** In a small company one leaver is already a large percentage, which is no reason to hold a run. */
export const MIN_FOR_PERCENT = 5;

/** A run that exceeds this warns, whether or not it is held. The portal proposes the same limit for holding. */
export const LARGE_PERCENT = 20;
const LARGE: HoldRule = { count: null, percent: LARGE_PERCENT };

/**
 * Decides whether the ends of this roster are held for approval, and whether there are suspiciously many of them. If the HR system
 * lists people who have left, everybody who is missing is held, from one person on.
 */
export async function judgeEnds(
  tx: Transaction,
  day: CompanyDay,
  roster: WorkingRoster,
  rule: HoldRule,
): Promise<{ isHeld: boolean; warnings: Warning[] }> {
  const ends = await countEnds(tx, day, roster, MIN_FOR_PERCENT);
  const missing = roster.holdsMissing ? ends.missing : 0;
  const isLarge = exceeds(ends, rule);
  if (isLarge || missing > 0) await holdEnds(tx, day, roster, { onlyMissing: !isLarge });
  const warnings: Warning[] = exceeds(ends, LARGE)
    ? [{ code: 'large-offboarding', count: ends.people, outOf: ends.presentBefore, pointers: [] }]
    : [];
  if (missing > 0) warnings.push({ code: 'no-longer-visible', count: missing, pointers: [] });
  return { isHeld: isLarge || missing > 0, warnings };
}

/** Whether suspiciously many people leave with a roster although no hold is set that would have judged it. */
export function isLargeOffboarding(
  { isHeld, warnings }: { isHeld: boolean; warnings: readonly Warning[] },
  { count, percent }: HoldRule,
): boolean {
  const hasHold = isHeld || count !== null || percent !== null;
  return !hasHold && warnings.some(({ code }) => code === 'large-offboarding');
}

/**
 * Whether more than `count` subscriptions would end, or more than `percent` of the present people would
 * leave.
 */
function exceeds({ people, subscriptions, presentBefore }: Ends, { count, percent }: HoldRule): boolean {
  if (count !== null && subscriptions > count) return true;
  return percent !== null && people >= MIN_FOR_PERCENT && people * 100 > percent * presentBefore;
}

/**
 * Decides whether the renumberings of this roster are held for approval: if holding is on at all, and by the percentage.
 * The ends are judged afterwards, because a held renumbering is no end.
 */
export async function judgeRenumberings(
  tx: Transaction,
  roster: WorkingRoster,
  { count, percent }: HoldRule,
  people: number,
): Promise<{ isHeld: boolean; warnings: Warning[] }> {
  if (people < MIN_FOR_PERCENT) return { isHeld: false, warnings: [] };
  const presentBefore = await countPresent(tx, roster);
  const isAbove = (limit: number | null) => limit !== null && people * 100 > limit * presentBefore;
  const isHeld = isAbove(percent ?? (count === null ? null : LARGE_PERCENT));
  if (isHeld) await holdRenumberings(tx, roster);
  const warnings: Warning[] =
    isHeld || isAbove(LARGE_PERCENT)
      ? [{ code: 'large-renumbering', count: people, outOf: presentBefore, pointers: [] }]
      : [];
  return { isHeld, warnings };
}
