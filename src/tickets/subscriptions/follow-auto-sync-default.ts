import type { OpenDay } from '../../domain/day/company-day.ts';
import { MANY, withoutNestedLoops } from '../../platform/db/planner.ts';
import type { Transaction } from '../../platform/db/types.ts';
import {
  type ConcernedPerson,
  DEFAULT_EFFECTS,
  type DefaultEffect,
  type MonthlyCents,
  selectDefaultEffects,
  selectFollowers,
  selectMonthlyCents,
  setFirstSeenToTomorrow,
} from './auto-sync-sql.ts';
import { followSetting } from './follow-hr-facts.ts';
import type { HrDecision } from './hr-facts-sql.ts';

/** The number of people of each effect that are named. */
const MAX_NAMED = 100;
/** The number of people that one statement changes; see `rosters/apply/apply-roster.ts`. */
const PART = 5_000;

/** The effect of another default of `autoSyncEmployee` on the people who follow it. */
export interface DefaultChange {
  counts: Record<DefaultEffect, number>;
  /** The first people of each effect. */
  people: ConcernedPerson[];
  /** The difference per month, once all offers are accepted; negative if it saves money. */
  monthlyCents: MonthlyCents;
}

/**
 * Applies the new default of the integration, which the caller has written, to everybody. Entries with their own
 * `autoSyncEmployee`, and people that another integration decides about, are excluded. Nothing is issued for the running month.
 */
export async function followAutoSyncDefault(
  tx: Transaction,
  day: OpenDay,
  integrationId: number,
  isOn: boolean,
): Promise<DefaultChange> {
  const followers = await selectFollowers(tx, day, integrationId);
  if (isOn) await setFirstSeenToTomorrow(tx, day, integrationId);
  const ids = followers.map(({ employeeId }) => employeeId);
  const decisions = await withoutNestedLoops(tx, ids.length >= MANY, () => followInParts(tx, day, ids));
  const pausesBefore = new Map(followers.map(({ employeeId, pauses }) => [employeeId, pauses]));
  const people = await selectDefaultEffects(tx, day, decisions, pausesBefore);
  const byEffect = Map.groupBy(people, ({ effect }) => effect);
  const of = (effect: DefaultEffect) => byEffect.get(effect) ?? [];
  const counts = Object.fromEntries(DEFAULT_EFFECTS.map((effect) => [effect, of(effect).length]));
  return {
    counts: counts as Record<DefaultEffect, number>,
    people: DEFAULT_EFFECTS.flatMap((effect) => of(effect).slice(0, MAX_NAMED)),
    monthlyCents: await selectMonthlyCents(tx, day, people),
  };
}

async function followInParts(tx: Transaction, day: OpenDay, ids: readonly number[]): Promise<HrDecision[]> {
  const decisions: HrDecision[] = [];
  for (let first = 0; first < ids.length; first += PART)
    decisions.push(...(await followSetting(tx, day, ids.slice(first, first + PART))));
  return decisions;
}

/** Whether the change means anything for anybody. */
export const concernsAnybody = ({ counts }: DefaultChange) =>
  Object.values(counts).some((count) => count > 0);
