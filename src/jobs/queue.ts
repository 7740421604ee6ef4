import { type JobWithMetadata, PgBoss } from 'pg-boss';
import { pgOptions } from '../platform/db/copy-pool.ts';
import type { Target, Transaction } from '../platform/db/types.ts';

const SCHEMA = 'queue';
const ROSTERS = 'rosters';
/**
 * The smallest interval that pg-boss allows. A job without a heartbeat for this long is given to another
 * worker.
 */
const HEARTBEAT_SECONDS = 10;
const HEARTBEAT_EVERY_SECONDS = 3;
const CHECK_HEARTBEATS_EVERY_SECONDS = 5;

interface CompanyJob {
  companyId: number;
}

export type RosterJob = JobWithMetadata<CompanyJob>;

/**
 * A job only says that a company has work; `sync_runs` says which. A lost job is created again, a redundant
 * one finds nothing to do. The defaults of pg-boss would break promises: without heartbeats the job of a dead
 * worker stays locked for 15 minutes, a permanently failed job blocks its company, and a job that waits for
 * long is deleted.
 */
const ROSTER_QUEUE = {
  policy: 'key_strict_fifo',
  notify: true,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: 24 * 60 * 60 - 1,
  retryLimit: 1_000_000,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 30,
  retentionSeconds: 365 * 24 * 60 * 60,
  deleteAfterSeconds: 60 * 60,
} as const;

const WORK = {
  batchSize: 1,
  includeMetadata: true,
  heartbeatRefreshSeconds: HEARTBEAT_EVERY_SECONDS,
  // Polling interval. Notifications arrive without it, unless a connection was lost.
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 5,
} as const;

export interface Queue {
  /** Notifies the workers of all nodes, when the transaction commits, that the company has work. */
  notifyWorkers(tx: Transaction, companyId: number): Promise<void>;
  /** Whether a job of the company is waiting. */
  hasWaitingJob(companyId: number): Promise<boolean>;
  /** Starts taking jobs, at most this many at a time. */
  work(atOnce: number, handler: (job: RosterJob) => Promise<void>): Promise<void>;
  /** Completes this attempt of the job within the transaction. False if another worker has taken over. */
  complete(tx: Transaction, job: RosterJob): Promise<boolean>;
  /** Takes no further jobs and waits for the running ones. */
  stop(timeoutMs: number): Promise<void>;
}

export async function openQueue(
  target: Target,
  options: { works: boolean; onError: (error: unknown) => void },
): Promise<Queue> {
  const boss = new PgBoss({
    ...pgOptions(target),
    schema: SCHEMA,
    application_name: 'transit-queue',
    max: options.works ? 4 : 1,
    useListenNotify: options.works,
    supervise: options.works,
    schedule: false,
    superviseIntervalSeconds: CHECK_HEARTBEATS_EVERY_SECONDS,
    monitorIntervalSeconds: CHECK_HEARTBEATS_EVERY_SECONDS,
  });
  boss.on('error', options.onError);
  try {
    await boss.start();
    if (!(await boss.getQueue(ROSTERS))) await boss.createQueue(ROSTERS, ROSTER_QUEUE);
    // Caches the queue's definition, so that a transaction that sends a job needs only its own connection,
    // even while the node is stopping.
    await boss.findJobs(ROSTERS, { key: 'nobody', queued: true });
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  return {
    async notifyWorkers(tx, companyId) {
      await boss.send(ROSTERS, { companyId }, { singletonKey: String(companyId), db: within(tx) });
    },
    async hasWaitingJob(companyId) {
      return (await boss.findJobs(ROSTERS, { key: String(companyId), queued: true })).length > 0;
    },
    async work(atOnce, handler) {
      const workers: string[] = [];
      const takeNext = () => {
        for (const worker of workers) boss.notifyWorker(worker);
      };
      for (let count = 0; count < atOnce; count++)
        workers.push(
          await boss.work<CompanyJob, void>(ROSTERS, WORK, async (jobs) => {
            // After a job, look for the next one at once: otherwise a worker would wait for a notification or
            // for the polling interval of five seconds.
            for (const job of jobs) await handler(job as RosterJob).finally(takeNext);
          }),
        );
    },
    async complete(tx, job) {
      const result = await boss.complete(ROSTERS, { id: job.id, retryCount: job.retryCount }, null, {
        db: within(tx),
      });
      return 'affected' in result && result.affected === 1;
    },
    async stop(timeoutMs) {
      await boss.stop({ graceful: true, timeout: timeoutMs, close: true });
    },
  };
}

/** Adapts our transaction to pg-boss, so that its writes are rolled back with ours. */
function within(tx: Transaction) {
  return {
    executeSql: async (text: string, values: unknown[] = []) => ({
      rows: await tx.unsafe(text, values as never[], { prepare: true }),
    }),
  };
}
