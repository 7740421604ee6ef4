import { Overtaken, releaseClaim, whileRenewing } from '../platform/claims/claims.ts';
import { startWorker, type Worker, type WorkLog } from '../platform/claims/worker.ts';
import { connectSmallWorker, connectWorker } from '../platform/db/connect.ts';
import { isDatabaseUnavailable } from '../platform/db/failures.ts';
import { MANY } from '../platform/db/planner.ts';
import type { Pool, Server } from '../platform/db/types.ts';
import { WORKER_SLOTS } from '../platform/limits.ts';
import { pauseAfter } from '../platform/retry-pauses.ts';
import {
  applyRun,
  claimRun,
  type PreparedRun,
  type RunContext,
  type RunOutcome,
  type RunResult,
} from '../rosters/apply/apply-run.ts';
import { analyzePeople } from '../rosters/apply/apply-sql.ts';
import { sweepUpload } from '../rosters/receive/sweep-uploads.ts';
import { type Progress, recordProgress } from '../rosters/runs/progress-sql.ts';
import { findCompaniesWithRuns, RUNS } from '../rosters/runs/runs-sql.ts';

const { count: AT_ONCE, maxEach: OF_A_COMPANY } = WORKER_SLOTS.rosters;
/** How often the database is asked for rosters that other nodes have accepted. */
const EVERY_MS = 1_000;
/** The seconds after the first, second, … failed attempt. The last one repeats. */
const PAUSES = [1, 2, 4, 8, 16, 30];
/** Most rosters are applied within this time. Progress is written only for the others. */
const PROGRESS_AFTER_MS = 500;

interface Options {
  server: Server;
  sql: Pool;
  log: WorkLog;
  /** Called with the outcome of each attempt, for the metrics. */
  onRun?: (outcome: RunOutcome, seconds: number) => void;
  /** Called if suspiciously many people have left with a roster, for the metrics. */
  onLargeOffboarding?: () => void;
}

/** Applies rosters: one at a time per company, several companies in parallel. */
export function startRosterWorker({
  server,
  sql,
  log,
  onRun = () => {},
  onLargeOffboarding = () => {},
}: Options): Worker {
  const slots = Array.from({ length: AT_ONCE }, () => ({
    large: connectWorker(server),
    small: connectSmallWorker(server),
  }));
  const free = [...slots];
  const isAnalyzeDue = watchGrowth();

  async function apply(run: PreparedRun): Promise<void> {
    const slot = free.pop();
    if (!slot) throw new Error('more runs were claimed than there are connections');
    const { companyId, id: runId } = run;
    const worker = run.maxPeople > MANY ? slot.large : slot.small;
    const progress = afterAWhile((reached: Progress) => {
      // Written outside the transaction, whose own writes are invisible until it commits.
      void recordProgress(sql, companyId, runId, reached).catch(() => {});
    });
    const context: RunContext = {
      worker,
      onProgress: (step, done, total) => progress.reach({ step, done, total }),
    };
    const begin = performance.now();
    try {
      const result = await whileRenewing(sql, RUNS, run, () => applyRun(run, context));
      report(log, run, result);
      onRun(outcomeOf(result), (performance.now() - begin) / 1000);
      if ('outcomes' in result && result.outcomes.isLargeOffboarding) onLargeOffboarding();
      const added = 'outcomes' in result ? result.outcomes.counts.added : 0;
      await tidyUp(worker, run, isAnalyzeDue(added)).catch((error) => logFailure(log, companyId, error));
    } catch (error) {
      logFailure(log, companyId, error);
      onRun('to be tried again', (performance.now() - begin) / 1000);
      // If this fails, the claim ends by itself.
      await releaseClaim(sql, RUNS, run, pauseAfter(PAUSES, run.attempt)).catch(() => {});
    } finally {
      progress.stop();
      free.push(slot);
    }
  }

  const worker = startWorker({
    name: 'rosters',
    sql,
    log,
    slots: AT_ONCE,
    slotsOfACompany: OF_A_COMPANY,
    everyMs: EVERY_MS,
    find: async () => (await findCompaniesWithRuns(sql)).map((companyId) => ({ companyId, rank: 0 })),
    async claim({ companyId }) {
      const run = await claimRun(sql, companyId);
      return run ? [run] : [];
    },
    work: apply,
  });
  const endConnections = () =>
    Promise.all(slots.flatMap(({ large, small }) => [large, small]).map((each) => each.end({ timeout: 0 })));
  return {
    wake: worker.wake,
    async stop(timeoutMs) {
      const cutOff = setTimeout(() => void endConnections(), timeoutMs);
      await worker.stop(timeoutMs);
      clearTimeout(cutOff);
      await endConnections();
    },
  };
}

/** Writes what was reached, the first time after a while. */
function afterAWhile<Reached>(write: (reached: Reached) => void) {
  let latest: Reached | undefined;
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    if (latest !== undefined) write(latest);
  }, PROGRESS_AFTER_MS);
  return {
    reach(reached: Reached) {
      latest = reached;
      if (isLate) write(reached);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Cleans up after a run. If this fails, a sweep or autovacuum does it later. */
async function tidyUp(
  worker: Pool,
  { companyId, uploadId }: PreparedRun,
  isAnalyzeDue: boolean,
): Promise<void> {
  await sweepUpload(worker, companyId, uploadId);
  if (isAnalyzeDue) await analyzePeople(worker);
}

/**
 * ANALYZE is due after a run that added many people, and when the people added by all runs have doubled: many small companies are
 * many people too. It also replaces the plans of prepared statements, which were made when there were few people.
 */
function watchGrowth(): (added: number) => boolean {
  let all = 0;
  let dueAt = MANY;
  return (added) => {
    all += added;
    if (added <= MANY && all < dueAt) return false;
    dueAt = 2 * all;
    return true;
  };
}

function outcomeOf(result: RunResult): RunOutcome {
  if (!('outcomes' in result)) return 'failed';
  return result.outcomes.isHeld ? 'held' : 'succeeded';
}

function report(log: WorkLog, run: PreparedRun, result: RunResult): void {
  const { companyId, id: runId, integrationId, attempt } = run;
  const about = { companyId, integrationId, runId, attempt };
  if ('failure' in result) log.error({ ...about, failure: result.failure }, 'roster failed');
  else log.info({ ...about, ...result.outcomes.counts, held: result.outcomes.isHeld }, 'roster applied');
}

function logFailure(log: WorkLog, companyId: number, error: unknown): void {
  if (error instanceof Overtaken) log.info({ companyId }, 'another worker has taken over');
  else if (isDatabaseUnavailable(error)) log.error({ companyId, err: error }, 'database unavailable');
  else log.error({ companyId, err: error }, 'a roster could not be applied');
}
