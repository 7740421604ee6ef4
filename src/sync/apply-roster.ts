import type { OpenDay } from '../day/company-day.ts';
import { withoutNestedLoops } from '../db/planner.ts';
import type { Transaction } from '../db/types.ts';
import { followHrFacts } from '../subscriptions/follow-hr-facts.ts';
import { reissue } from '../tickets/reissue.ts';
import { addNewcomers } from './add-newcomers.ts';
import {
  absencesBefore,
  countAffected,
  endLinks,
  insertLinks,
  listAgain,
  rememberListed,
  selectAffected,
  selectRenamed,
  updateLinks,
  updateRecords,
} from './apply-sql.ts';
import { replaceDuplicates, selectDuplicateWarnings } from './duplicates-sql.ts';
import { type HoldRule, judgeEnds } from './judge-ends.ts';
import { type Plan, planChanges } from './plan-changes.ts';
import type { PlannedRoster, Roster } from './planned-changes-sql.ts';
import {
  countHeldOmissions,
  countOutcomes,
  insertChangesWithConsequences,
  insertHeldEnds,
  insertOtherChanges,
  replaceConflicts,
  selectWarnings,
} from './report-sql.ts';
import type { Outcomes } from './sql.ts';
import { clearWorkingTables } from './working-tables.ts';

/**
 * The number of people whom one statement changes or adds: a megabyte or two of memory. Larger parts are no
 * faster.
 */
const PART = 5_000;

const NO_DUPLICATES = { warnings: [], dependsOnDay: false };

export type OnProgress = (step: 'planning' | 'people' | 'subscriptions', done: number, total: number) => void;

/** The input of `applyRoster`. */
export interface Application extends Roster {
  hold: HoldRule;
  onProgress?: OnProgress;
}

type PlannedApplication = Application & PlannedRoster;

/**
 * Plans and applies the changes of a roster within the caller's transaction. A preview is the same with a
 * rollback.
 */
export async function applyRoster(
  tx: Transaction,
  day: OpenDay,
  application: Application,
): Promise<Outcomes> {
  const { entryCount, onProgress } = application;
  onProgress?.('planning', 0, entryCount);
  const plan = await planChanges(tx, day, application);
  const roster = { ...application, differences: plan.differences };
  const outcomes = await withoutNestedLoops(tx, plan.isLarge, () =>
    applyPlannedChanges(tx, day, roster, plan),
  );
  await clearWorkingTables(tx, roster, plan);
  return outcomes;
}

async function applyPlannedChanges(
  tx: Transaction,
  day: OpenDay,
  roster: PlannedApplication,
  { mayHaveDuplicates }: Plan,
): Promise<Outcomes> {
  const { entryCount, onProgress } = roster;
  const { isHeld, warnings: ofEnds } = await judgeEnds(tx, day, roster, roster.hold);
  const { outcomes, noted, invalid } = await countOutcomes(tx, roster);
  const changed = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  const warnings = [...ofEnds, ...(await selectWarnings(tx, day, roster))];
  const duplicates = mayHaveDuplicates ? await selectDuplicateWarnings(tx, roster) : NO_DUPLICATES;
  if (changed > 0) onProgress?.('people', 0, changed);
  const { waitingForEnrolment, ticketsReissued } = await applyChanges(tx, day, roster, {
    changed,
    added: outcomes.added,
    noted,
  });
  if (invalid > 0) await listAgain(tx, day, roster);
  if (isHeld) await insertHeldEnds(tx, day, roster);
  const newConflicts = await replaceConflicts(tx, roster);
  if (mayHaveDuplicates) await replaceDuplicates(tx, roster);
  const listed =
    changed - outcomes.offboarded - outcomes.unlinked - (isHeld ? await countHeldOmissions(tx, roster) : 0);
  return {
    isHeld,
    warnings: [...warnings, ...duplicates.warnings],
    dependsOnDay: duplicates.dependsOnDay,
    newConflicts,
    counts: {
      entries: entryCount,
      ...outcomes,
      unchanged: entryCount - listed - invalid,
      invalid,
      waitingForEnrolment,
      ticketsReissued,
    },
  };
}

async function applyChanges(
  tx: Transaction,
  day: OpenDay,
  roster: PlannedApplication,
  { changed, added, noted }: { changed: number; added: number; noted: number },
) {
  if (changed > 0 || noted > 0) await changeKnownPeople(tx, day, roster);
  if (changed === 0) return { waitingForEnrolment: 0, ticketsReissued: 0 };
  const total = (await countAffected(tx, roster)) + added;
  let done = 0;
  const onPart = (people: number) => {
    done += people;
    roster.onProgress?.('subscriptions', done, total);
  };
  onPart(0);
  const knownWaiting = await changeSubscriptions(tx, day, roster, onPart);
  const newWaiting = await addNewcomers(tx, day, roster, { count: added, partSize: PART, onPart });
  const ticketsReissued = await reissue(tx, day, await selectRenamed(tx, roster));
  await insertOtherChanges(tx, roster);
  return { waitingForEnrolment: knownWaiting + newWaiting, ticketsReissued };
}

async function changeKnownPeople(tx: Transaction, day: OpenDay, roster: PlannedApplication): Promise<void> {
  await rememberListed(tx, day, roster);
  await endLinks(tx, day, roster);
  await updateLinks(tx, day, roster);
  await insertLinks(tx, day, roster);
  await updateRecords(tx, day, roster);
}

/**
 * Lets `subscriptions` decide what the changed facts mean for known people. Returns how many of them wait for
 * enrolment.
 */
async function changeSubscriptions(
  tx: Transaction,
  day: OpenDay,
  roster: PlannedApplication,
  onPart: (people: number) => void,
): Promise<number> {
  let waiting = 0;
  for (let ids = await selectAffected(tx, roster, { afterId: 0, limit: PART }); ids.length > 0; ) {
    const decisions = await followHrFacts(tx, day, ids, absencesBefore(tx, roster));
    waiting += decisions.filter(({ action }) => action === 'wait').length;
    await insertChangesWithConsequences(tx, roster, ids, decisions);
    onPart(ids.length);
    ids = await selectAffected(tx, roster, { afterId: ids.at(-1) ?? 0, limit: PART });
  }
  return waiting;
}
