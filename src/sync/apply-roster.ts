import type { CompanyDay } from '../day/company-day.ts';
import { MANY, withoutNestedLoops } from '../db/planner.ts';
import type { Transaction } from '../db/types.ts';
import { followHrFacts } from '../subscriptions/follow-hr-facts.ts';
import { reissue } from '../tickets/reissue.ts';
import {
  countAffected,
  endLinks,
  insertLinks,
  insertNewcomers,
  selectAffected,
  selectRenamed,
  updateLinks,
  updateRecords,
} from './apply-sql.ts';
import { type HoldRule, mustBeHeld } from './hold.ts';
import { makePlan } from './make-plan.ts';
import { analyzePlan, indexPlan, type PlannedRoster, releaseEnds } from './plan-sql.ts';
import {
  countOutcomes,
  insertChangesWithConsequences,
  insertHeldEnds,
  insertOtherChanges,
  replaceConflicts,
  selectWarnings,
} from './report-sql.ts';
import type { Outcomes } from './sql.ts';

/** People whose subscriptions are looked at in one go: a megabyte or two of memory. More of them are no faster. */
const CHUNK = 5_000;

export type OnProgress = (step: 'planning' | 'people' | 'subscriptions', done: number, total: number) => void;

/** What a roster is applied with. */
export interface Application extends PlannedRoster {
  runId: number;
  hold: HoldRule;
  onProgress?: OnProgress;
}

/**
 * Plans what a roster changes and does it. The caller has the company's lock and has issued what is due; the whole
 * is part of the caller's transaction, so a preview is this and a rollback.
 */
export async function applyRoster(tx: Transaction, day: CompanyDay, roster: Application): Promise<Outcomes> {
  const { entryCount, onProgress } = roster;
  onProgress?.('planning', 0, entryCount);
  const { isLarge } = await makePlan(tx, roster);
  return await withoutNestedLoops(tx, isLarge, () => applyPlan(tx, day, roster, isLarge));
}

async function applyPlan(
  tx: Transaction,
  day: CompanyDay,
  roster: Application,
  isLarge: boolean,
): Promise<Outcomes> {
  const { runId, entryCount, onProgress } = roster;
  const isHeld = await mustBeHeld(tx, day, roster, roster.hold);
  if (!isHeld) await releaseEnds(tx);
  const outcomes = await countOutcomes(tx);
  const changed = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  if (isLarge) await indexPlan(tx);
  if (isLarge) await analyzePlan(tx);
  const warnings = await selectWarnings(tx, day);
  if (changed > 0) onProgress?.('people', 0, changed);
  const { waitingForEnrolment, ticketsReissued } = await applyChanges(tx, day, roster, changed);
  if (isHeld) await insertHeldEnds(tx, roster, runId);
  await replaceConflicts(tx, roster, runId);
  const listed = changed - outcomes.offboarded - outcomes.unlinked - (await heldOmissions(tx, isHeld));
  return {
    isHeld,
    warnings,
    counts: {
      entries: entryCount,
      ...outcomes,
      unchanged: entryCount - listed,
      waitingForEnrolment,
      ticketsReissued,
    },
  };
}

async function applyChanges(tx: Transaction, day: CompanyDay, roster: Application, changed: number) {
  if (changed === 0) return { waitingForEnrolment: 0, ticketsReissued: 0 };
  await changePeople(tx, day, roster);
  const waitingForEnrolment = await changeSubscriptions(tx, day, roster);
  const ticketsReissued = await reissue(tx, day, await selectRenamed(tx));
  await insertOtherChanges(tx, roster);
  return { waitingForEnrolment, ticketsReissued };
}

async function changePeople(tx: Transaction, day: CompanyDay, roster: Application): Promise<void> {
  const added = await insertNewcomers(tx, roster);
  // Foreign keys are checked with plans that the connection remembers. Those of a time when there were few people
  // read all of them for each check; ANALYZE would do as well, but keep other companies' runs waiting until the end.
  if (added > MANY) await tx`discard plans`;
  await endLinks(tx, roster);
  await updateLinks(tx, day, roster);
  await insertLinks(tx, day, roster);
  await updateRecords(tx, roster);
}

/** What follows from the changed facts is not for the sync to say. Returns how many people wait for enrolment. */
async function changeSubscriptions(tx: Transaction, day: CompanyDay, roster: Application): Promise<number> {
  const { companyId, runId, onProgress } = roster;
  const total = await countAffected(tx);
  let done = 0;
  let waiting = 0;
  for (let ids = await selectAffected(tx, 0, CHUNK); ids.length > 0; ) {
    onProgress?.('subscriptions', done, total);
    const decisions = await followHrFacts(tx, day, ids);
    waiting += decisions.filter(({ action }) => action === 'wait').length;
    await insertChangesWithConsequences(tx, { companyId, runId }, ids, decisions);
    done += ids.length;
    ids = await selectAffected(tx, ids.at(-1) ?? 0, CHUNK);
  }
  return waiting;
}

async function heldOmissions(tx: Transaction, isHeld: boolean): Promise<number> {
  if (!isHeld) return 0;
  const [row] = await tx<{ count: number }[]>`select count(*) from plan where held and position is null`;
  return row?.count ?? 0;
}
