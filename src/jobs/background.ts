import type { Database } from '../db/types.ts';
import type { Sender } from '../mail/sender.ts';
import { createMissingJobs } from './create-missing-jobs.ts';
import type { JobLog } from './job.ts';
import { JOBS, PROMPT_JOBS } from './jobs.ts';
import type { Queue } from './queue.ts';
import { type RosterWorker, startRosterWorker } from './roster-worker.ts';
import { createTicker } from './ticker.ts';

/** Starts the background work of a node: applying rosters, scheduled jobs, and sending mail. */
export async function startBackground(
  queue: Queue,
  database: Database,
  log: JobLog,
  { onRun, sender }: { onRun?: Parameters<typeof startRosterWorker>[0]['onRun']; sender?: Sender } = {},
): Promise<RosterWorker> {
  const { sql, bulk, target } = database;
  const worker = await startRosterWorker({ queue, target, sql, log, ...(onRun && { onRun }) });
  const ticker = createTicker({
    sql: bulk,
    log,
    jobs: { ...JOBS, 'create-missing-jobs': createMissingJobs(queue) },
  });
  // On the pool of short statements: a job about all people of a company must not delay them.
  const prompt = createTicker({ sql, log, jobs: PROMPT_JOBS, everyMs: 1_000 });
  ticker.start();
  prompt.start();
  sender?.start();
  return {
    async stop(timeoutMs) {
      await Promise.all([worker.stop(timeoutMs), ticker.stop(), prompt.stop(), sender?.stop(timeoutMs)]);
    },
  };
}
