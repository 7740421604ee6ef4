import { selectHoldRule } from '../../company/integrations/integrations-sql.ts';
import { deleteRunningChange, inRunningChange, insertRunningChange } from '../../domain/day/long-change.ts';
import { emit } from '../../domain/events/emit.ts';
import { mailUsers } from '../../domain/mail-queue/mail-users.ts';
import { Overtaken } from '../../platform/claims/claims.ts';
import { constraintOf, isDatabaseUnavailable, isDiskFull } from '../../platform/db/failures.ts';
import { together } from '../../platform/db/together.ts';
import type { Pool, Transaction } from '../../platform/db/types.ts';
import { errorCode } from '../../platform/errors.ts';
import { inDay } from '../../tickets/issue/open-day.ts';
import { expireUpload } from '../receive/uploads-sql.ts';
import {
  areInvalidInARow,
  type ClaimedRun,
  claimOldestRun,
  failRun,
  finishRun,
  hasLaterRun,
  isDayFree,
  noteFailedAttempt,
  type Outcomes,
  selectEntriesBefore,
  supersedeHeld,
} from '../runs/runs-sql.ts';
import { applyRoster, type OnProgress } from './apply-roster.ts';

/** After this many attempts a run fails, so that it does not block others. */
export const MAX_ATTEMPTS = 10;

export interface RunContext {
  /** A connection without a statement timeout. */
  readonly worker: Pool;
  readonly onProgress: OnProgress;
  /** Called in the transaction, before the roster is applied. If it throws, the attempt fails. */
  readonly beforeApplying?: () => void;
}

/** What becomes of an attempt to apply a roster, for the metrics. */
export const RUN_OUTCOMES = ['succeeded', 'held', 'failed', 'to be tried again'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

export type RunResult = { outcomes: Outcomes } | { failure: string };

/** A claimed run with its row of `running_changes`, which is committed with the claim: before the roster is applied. */
export interface PreparedRun extends ClaimedRun {
  runningChangeId: number;
  /** The run is about so many people at most: those of the roster, or of the one before. */
  maxPeople: number;
}

/** Claims the company's oldest unfinished run. */
export async function claimRun(sql: Pool, companyId: number): Promise<PreparedRun | undefined> {
  return await sql
    .begin(async (tx) => {
      const run = await claimOldestRun(tx, companyId);
      if (!run) return undefined;
      if (run.attempt > 1 && !(await isDayFree(tx, companyId))) throw new StillApplied();
      return await prepareRun(tx, run);
    })
    .catch((error) => {
      if (error instanceof StillApplied) return undefined;
      throw error;
    });
}

export async function prepareRun(tx: Transaction, run: ClaimedRun): Promise<PreparedRun> {
  const { companyId, integrationId } = run;
  const [runningChangeId, before] = await together([
    insertRunningChange(tx, companyId),
    selectEntriesBefore(tx, companyId, integrationId),
  ]);
  return { ...run, runningChangeId, maxPeople: Math.max(run.entryCount, before) };
}

/** Undoes the claim of a run that an earlier worker may still be applying. */
class StillApplied extends Error {}

/**
 * Applies a claimed roster in one transaction that also settles the claim, so it is applied exactly once or not at all. A failed
 * attempt is recorded in the run and rethrown; after the last attempt the run has failed. Attempts that find the disk full do not
 * count.
 */
export async function applyRun(
  { runningChangeId, maxPeople: _, ...run }: PreparedRun,
  context: RunContext,
): Promise<RunResult> {
  const { worker } = context;
  const { companyId } = run;
  const counted = run.attempt - run.excused;
  if (counted > MAX_ATTEMPTS) {
    await deleteRunningChange(worker, companyId, runningChangeId);
    return await giveUp(run, worker, 'The worker died each time.');
  }
  try {
    const outcomes = await inRunningChange(worker, companyId, runningChangeId, (tx) =>
      apply(tx, run, context),
    );
    return { outcomes };
  } catch (error) {
    if (error instanceof Overtaken || isDatabaseUnavailable(error)) throw error;
    const reason = describe(error);
    // An accepted roster is applied once the disk has space; its sender cannot help.
    const excused = isDiskFull(error);
    if (counted >= MAX_ATTEMPTS && !excused) return await giveUp(run, worker, reason);
    await noteFailedAttempt(worker, run, {
      failure: `Attempt ${run.attempt}: ${reason}`,
      excused,
    });
    throw error;
  }
}

async function apply(
  tx: Transaction,
  run: ClaimedRun,
  { onProgress, beforeApplying }: RunContext,
): Promise<Outcomes> {
  const { companyId } = run;
  return await inDay(tx, companyId, 'unlimited', async (day) => {
    beforeApplying?.();
    const { integrationId, uploadId, entryCount, repeatsEmails, id: runId } = run;
    // Somebody was deciding about it when this roster was accepted, or it has been held since.
    await supersedeHeld(tx, companyId, run, 'unlimited');
    const outcomes = await applyRoster(tx, day, {
      companyId,
      integrationId,
      uploadId,
      runId,
      syncId: run.syncId,
      entryCount,
      repeatsEmails,
      scope: run.scope,
      holdsMissing: run.holdsMissing,
      hold: await selectHoldRule(tx, companyId, integrationId),
      onProgress,
    });
    if (!(await finishRun(tx, companyId, run, outcomes))) throw new Overtaken();
    const synced = { hrIntegrationId: integrationId, syncId: run.syncId };
    if (!outcomes.isHeld) await emit(tx, companyId, 'sync.succeeded', [synced]);
    else if (await hasLaterRun(tx, companyId, run))
      await supersedeHeld(tx, companyId, { integrationId, acceptSeq: run.acceptSeq + 1 }, 'unlimited');
    else {
      await emit(tx, companyId, 'sync.held', [synced]);
      await mailUsers(tx, companyId, 'sync-held', { integrationId, runId });
    }
    if (outcomes.isLargeOffboarding)
      await mailUsers(tx, companyId, 'large-offboarding', { integrationId, runId });
    if (outcomes.newConflicts > 0) await mailUsers(tx, companyId, 'conflict-found', { integrationId });
    if (outcomes.newWaiting > 0) await mailUsers(tx, companyId, 'entries-waiting', { integrationId });
    if (outcomes.holdsGroupMoves) await mailUsers(tx, companyId, 'group-moves-held', { integrationId });
    if (outcomes.counts.invalid > 0 && (await areInvalidInARow(tx, companyId, integrationId)))
      await mailUsers(tx, companyId, 'invalid-entries', { integrationId });
    await expireUpload(tx, companyId, uploadId);
    return outcomes;
  });
}

async function giveUp(run: ClaimedRun, worker: Pool, reason: string): Promise<RunResult> {
  const { companyId } = run;
  const failure = `It could not be applied in ${MAX_ATTEMPTS} attempts, and nothing was changed. ${reason}`;
  await worker.begin(async (tx) => {
    await supersedeHeld(tx, companyId, run, 'unlimited');
    if (!(await failRun(tx, companyId, run, failure))) throw new Overtaken();
    await emit(tx, companyId, 'sync.failed', [{ hrIntegrationId: run.integrationId, syncId: run.syncId }]);
    await mailUsers(tx, companyId, 'sync-failed', { integrationId: run.integrationId, runId: run.id });
    await expireUpload(tx, companyId, run.uploadId);
  });
  return { failure };
}

/** Without values: PostgreSQL quotes them in its messages. */
function describe(error: unknown): string {
  const [code, constraint] = [errorCode(error), constraintOf(error)];
  const where = constraint ? ` (${constraint})` : '';
  if (isDiskFull(error)) return 'The database has no room left on its disk.';
  return code
    ? `The database refused it with code ${code}${where}.`
    : 'Something went wrong on our side; it is in the log.';
}
