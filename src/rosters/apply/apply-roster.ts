import type { OpenDay } from '../../domain/day/company-day.ts';
import { withoutNestedLoops } from '../../platform/db/planner.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { reissue } from '../../tickets/issue/reissue.ts';
import { followAmounts } from '../../tickets/subscriptions/follow-amounts.ts';
import { followHrFacts } from '../../tickets/subscriptions/follow-hr-facts.ts';
import { replaceDuplicates, selectDuplicateWarnings } from '../plan/duplicates-sql.ts';
import { type HoldRule, isLargeOffboarding, judgeEnds, judgeRenumberings } from '../plan/judge-ends.ts';
import { type Plan, planChanges } from '../plan/plan-changes.ts';
import type { RosterToApply, WorkingRoster } from '../plan/roster-to-apply.ts';
import { countPlanned, type PlannedCounts } from '../plan/steps-sql.ts';
import { replaceWaiting } from '../plan/waiting-entries-sql.ts';
import { clearWorkingTables } from '../plan/working-tables.ts';
import type { Outcomes } from '../runs/runs-sql.ts';
import { addNewcomers } from './add-newcomers.ts';
import {
  absencesBefore,
  countAffected,
  endCustomLinks,
  endLinks,
  followRemainingLinks,
  insertLinks,
  listAgain,
  rememberListed,
  selectAffected,
  selectRenamed,
  touchRecords,
  updateLinks,
  updateRecords,
} from './apply-sql.ts';
import { insertChangesWithConsequences, insertListings, insertOtherChanges } from './changes-sql.ts';
import { replaceConflicts } from './found-conflicts-sql.ts';
import { countHeldOmissions, insertHeldEnds } from './held-ends-sql.ts';
import { moveToGroups } from './move-to-groups.ts';
import { selectWarnings } from './warnings-sql.ts';

/**
 * The number of people that one statement changes or adds: one or two megabytes of memory. Larger parts are not
 * faster.
 */
const PART = 5_000;

const NO_DUPLICATES = { warnings: [], dependsOnDay: false };

export type OnProgress = (step: 'planning' | 'people' | 'subscriptions', done: number, total: number) => void;

/** The input of `applyRoster`: the roster, and the rule by which its ends are held. */
export interface ApplyInput extends RosterToApply {
  hold: HoldRule;
  onProgress?: OnProgress;
}

type RosterBeingApplied = ApplyInput & WorkingRoster;

/**
 * Plans and applies the changes of a roster within the caller's transaction. A preview is the same with a
 * rollback.
 */
export async function applyRoster(tx: Transaction, day: OpenDay, input: ApplyInput): Promise<Outcomes> {
  const { entryCount, onProgress } = input;
  onProgress?.('planning', 0, entryCount);
  const plan = await planChanges(tx, day, input);
  const roster = { ...input, differences: plan.differences };
  const outcomes = await withoutNestedLoops(tx, plan.isLarge, () =>
    applyPlannedChanges(tx, day, roster, plan),
  );
  await clearWorkingTables(tx, roster, plan);
  return outcomes;
}

async function applyPlannedChanges(
  tx: Transaction,
  day: OpenDay,
  roster: RosterBeingApplied,
  { mayHaveDuplicates, hasConflicts, hasWaiting }: Plan,
): Promise<Outcomes> {
  const { entryCount, onProgress } = roster;
  const { planned, isHeld, warnings: ofEnds } = await judge(tx, day, roster);
  const { outcomes, steps } = planned;
  const changed = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  const warnings = [...ofEnds, ...(steps.mayWarn > 0 ? await selectWarnings(tx, day, roster) : [])];
  const duplicates = mayHaveDuplicates ? await selectDuplicateWarnings(tx, roster) : NO_DUPLICATES;
  if (changed > 0) onProgress?.('people', 0, changed);
  const renamedByOtherLink = await changeKnownPeople(tx, day, roster, steps);
  const groups = await moveToGroups(tx, day, roster);
  const waitingForEnrolment = await changeAllSubscriptions(tx, day, roster, planned);
  await followAmounts(tx, day, groups.moved);
  const renamed = steps.nameChanges > 0 ? await selectRenamed(tx, roster) : [];
  const ticketsReissued = await reissue(tx, day, [...renamed, ...renamedByOtherLink]);
  if (steps.isOtherChange > 0) await insertOtherChanges(tx, roster);
  if (steps.isListingOnly > 0) await insertListings(tx, roster);
  if (steps.staysListed > 0) await listAgain(tx, day, roster);
  if (isHeld) await insertHeldEnds(tx, day, roster);
  const newConflicts = hasConflicts || outcomes.conflict > 0 ? await replaceConflicts(tx, roster) : 0;
  const newWaiting = hasWaiting || outcomes.waiting > 0 ? await replaceWaiting(tx, roster) : 0;
  if (mayHaveDuplicates) await replaceDuplicates(tx, roster);
  const listed =
    changed - outcomes.offboarded - outcomes.unlinked - (isHeld ? await countHeldOmissions(tx, roster) : 0);
  return {
    isHeld,
    warnings: [...warnings, ...duplicates.warnings, ...groups.warnings],
    dependsOnDay: duplicates.dependsOnDay,
    newConflicts,
    newWaiting,
    holdsGroupMoves: groups.isNewlyHeld,
    isLargeOffboarding: isLargeOffboarding({ isHeld, warnings }, roster.hold),
    counts: {
      entries: entryCount,
      ...outcomes,
      unchanged: entryCount - listed - steps.isInvalid,
      invalid: steps.isInvalid,
      waitingForEnrolment,
      ticketsReissued,
    },
  };
}

/** Counts what is planned and decides whether its renumberings and its ends are held. */
async function judge(tx: Transaction, day: OpenDay, roster: RosterBeingApplied) {
  const planned = await countPlanned(tx, roster);
  const renumberings = await judgeRenumberings(tx, roster, roster.hold, planned.outcomes.renumbered);
  const ends =
    planned.steps.mayEnd > 0
      ? await judgeEnds(tx, day, roster, roster.hold)
      : { isHeld: false, warnings: [] };
  const isHeld = renumberings.isHeld || ends.isHeld;
  return {
    planned: isHeld ? await countPlanned(tx, roster) : planned,
    isHeld,
    warnings: [...renumberings.warnings, ...ends.warnings],
  };
}

/** Returns the people who have another name because their record follows another link. */
async function changeKnownPeople(
  tx: Transaction,
  day: OpenDay,
  roster: RosterBeingApplied,
  steps: PlannedCounts['steps'],
): Promise<number[]> {
  if (steps.recordChanges > 0) await rememberListed(tx, day, roster);
  if (steps.linkEnds > 0) await endLinks(tx, day, roster);
  if (steps.oldLinkReturns > 0) await endCustomLinks(tx, day, roster);
  if (steps.linkChanges > 0) await updateLinks(tx, day, roster);
  if (steps.linkIsNew > 0) await insertLinks(tx, day, roster);
  if (steps.recordChanges > 0) await updateRecords(tx, day, roster);
  if (steps.showsOtherLinks > 0) await touchRecords(tx, day, roster);
  return steps.linkEnds > 0 ? await followRemainingLinks(tx, day, roster) : [];
}

/** Known people first, then newcomers. Returns how many of them wait for enrolment. */
async function changeAllSubscriptions(
  tx: Transaction,
  day: OpenDay,
  roster: RosterBeingApplied,
  { outcomes: { added }, steps }: PlannedCounts,
): Promise<number> {
  const affected = steps.isAffected > 0 ? await countAffected(tx, roster) : 0;
  if (affected + added === 0) return 0;
  let done = 0;
  const onPart = (people: number) => {
    done += people;
    roster.onProgress?.('subscriptions', done, affected + added);
  };
  onPart(0);
  const knownNotEnrolled = affected > 0 ? await changeSubscriptions(tx, day, roster, onPart) : 0;
  return knownNotEnrolled + (await addNewcomers(tx, day, roster, { count: added, partSize: PART, onPart }));
}

/**
 * Lets `subscriptions` decide what the changed facts mean for known people. Returns how many of them wait for
 * enrolment.
 */
async function changeSubscriptions(
  tx: Transaction,
  day: OpenDay,
  roster: RosterBeingApplied,
  onPart: (people: number) => void,
): Promise<number> {
  let notEnrolled = 0;
  for (let ids = await selectAffected(tx, roster, { afterId: 0, limit: PART }); ids.length > 0; ) {
    const decisions = await followHrFacts(tx, day, ids, {
      cause: 'roster',
      absencesBefore: absencesBefore(tx, roster),
    });
    notEnrolled += decisions.filter(({ action }) => action === 'wait').length;
    await insertChangesWithConsequences(tx, roster, ids, decisions);
    onPart(ids.length);
    ids = await selectAffected(tx, roster, { afterId: ids.at(-1) ?? 0, limit: PART });
  }
  return notEnrolled;
}
