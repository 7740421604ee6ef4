import { connectWorker } from '../platform/db/connect.ts';
import { isDatabaseUnavailable } from '../platform/db/failures.ts';
import { MANY } from '../platform/db/planner.ts';
import type { Pool, Target } from '../platform/db/types.ts';
import { analyzePeople } from '../rosters/apply/apply-sql.ts';
import { Overtaken, type RunContext, type RunResult, runNext } from '../rosters/apply/run-next.ts';
import { sweepUpload } from '../rosters/receive/sweep-uploads.ts';
import { type Progress, recordProgress } from '../rosters/runs/progress-sql.ts';
import type { JobLog } from './job.ts';
import type { Queue, RosterJob } from './queue.ts';

/** Rosters of different companies that one node applies at the same time. */
const AT_ONCE = 2;
/** Most rosters are applied by then. Only the progress of the others is written. */
const PROGRESS_AFTER_MS = 500;

export interface RosterWorker {
  /** Resolves when running work is done or the time is over. */
  stop(timeoutMs: number): Promise<void>;
}

interface Options {
  queue: Queue;
  target: Target;
  sql: Pool;
  log: JobLog;
  /** Called with the outcome of each attempt, for the metrics. */
  onRun?: (outcome: 'succeeded' | 'held' | 'failed' | 'to be tried again', seconds: number) => void;
}

/** Applies rosters: one at a time per company, several companies in parallel. */
export async function startRosterWorker(options: Options): Promise<RosterWorker> {
  const { queue, target, sql, log, onRun = () => {} } = options;
  const connections = Array.from({ length: AT_ONCE }, () => connectWorker(target));
  const free = [...connections];

  async function handle(job: RosterJob): Promise<void> {
    const worker = free.pop();
    if (!worker) throw new Error('the queue gave more jobs than were asked for');
    const { companyId } = job.data;
    const progress = afterAWhile(({ runId, ...reached }: Progress & { runId: number }) => {
      // Written outside the transaction, whose own writes are invisible until it commits.
      void recordProgress(sql, companyId, runId, reached).catch(() => {});
    });
    const context: RunContext = {
      worker,
      settle: (tx) => queue.complete(tx, job),
      onProgress: (run, step, done, total) => progress.reach({ runId: run.id, step, done, total }),
    };
    const begin = performance.now();
    try {
      const result = await runNext(companyId, context);
      report(log, companyId, result);
      if (result.run) onRun(outcomeOf(result), (performance.now() - begin) / 1000);
      await tidyUp(worker, companyId, result).catch((error) => logFailure(log, companyId, error));
    } catch (error) {
      logFailure(log, companyId, error);
      onRun('to be tried again', (performance.now() - begin) / 1000);
      // pg-boss stores the error, and database errors quote rejected values.
      throw new Error('not applied');
    } finally {
      progress.stop();
      free.push(worker);
    }
  }

  await queue.work(AT_ONCE, handle);
  return {
    async stop(timeoutMs) {
      await queue.stop(timeoutMs);
      await Promise.all(connections.map((connection) => connection.end({ timeout: 0 })));
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
async function tidyUp(worker: Pool, companyId: number, result: RunResult): Promise<void> {
  if (!result.run) return;
  await sweepUpload(worker, { companyId, uploadId: result.run.uploadId });
  if ('outcomes' in result && result.outcomes.counts.added > MANY) await analyzePeople(worker);
}

function outcomeOf(result: RunResult): 'succeeded' | 'held' | 'failed' {
  if (!('outcomes' in result)) return 'failed';
  return result.outcomes.isHeld ? 'held' : 'succeeded';
}

function report(log: JobLog, companyId: number, result: RunResult): void {
  if (!result.run) return;
  const { id: runId, integrationId, attempt } = result.run;
  const about = { companyId, integrationId, runId, attempt };
  if ('failure' in result) log.error({ ...about, failure: result.failure }, 'roster failed');
  else log.info({ ...about, ...result.outcomes.counts, held: result.outcomes.isHeld }, 'roster applied');
}

function logFailure(log: JobLog, companyId: number, error: unknown): void {
  if (error instanceof Overtaken) log.info({ companyId }, 'another worker has taken over');
  else if (isDatabaseUnavailable(error)) log.error({ companyId, err: error }, 'database unavailable');
  else log.error({ companyId, err: error }, 'a roster could not be applied');
}
