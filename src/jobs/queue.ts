import { type JobWithMetadata, PgBoss } from 'pg-boss';
import { pgOptions } from '../db/copy-pool.ts';
import type { Target, Transaction } from '../db/types.ts';

const SCHEMA = 'queue';
const ROSTERS = 'rosters';
/** The least the queue allows: a job whose worker has not been heard of for so long is given to another. */
const HEARTBEAT_SECONDS = 10;
const HEARTBEAT_EVERY_SECONDS = 3;
const LOOK_FOR_THE_DEAD_EVERY_SECONDS = 5;

interface Doorbell {
  companyId: number;
}

export type RosterJob = JobWithMetadata<Doorbell>;

/**
 * The queue only says for whom there is work; `sync_runs` says what. A lost ring is rung again, a needless one finds
 * nothing to do. The defaults of the queue would break promises: without heartbeats a dead worker's job stays for 15
 * minutes, a job that has failed for good blocks its company, and one that waits for long is deleted.
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
  // Rings arrive by themselves; this is for those that got lost with a connection.
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 5,
} as const;

export interface Queue {
  /** Tells the workers of all nodes, when the transaction commits, that there is something to do for a company. */
  ring(tx: Transaction, companyId: number): Promise<void>;
  /** Whether a ring for the company waits to be heard. */
  isRinging(companyId: number): Promise<boolean>;
  /** Begins to take jobs, so many at a time. */
  work(atOnce: number, handler: (job: RosterJob) => Promise<void>): Promise<void>;
  /** Settles this very attempt within the transaction. False when it is not the caller's any more. */
  complete(tx: Transaction, job: RosterJob): Promise<boolean>;
  /** Takes no further job and waits for those under way. */
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
    superviseIntervalSeconds: LOOK_FOR_THE_DEAD_EVERY_SECONDS,
    monitorIntervalSeconds: LOOK_FOR_THE_DEAD_EVERY_SECONDS,
  });
  boss.on('error', options.onError);
  try {
    await boss.start();
    if (!(await boss.getQueue(ROSTERS))) await boss.createQueue(ROSTERS, ROSTER_QUEUE);
    // Has the queue looked up and remembered: a transaction that rings needs nothing but its own connection then, even
    // while the node is stopping.
    await boss.findJobs(ROSTERS, { key: 'nobody', queued: true });
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  return {
    async ring(tx, companyId) {
      await boss.send(ROSTERS, { companyId }, { singletonKey: String(companyId), db: within(tx) });
    },
    async isRinging(companyId) {
      return (await boss.findJobs(ROSTERS, { key: String(companyId), queued: true })).length > 0;
    },
    async work(atOnce, handler) {
      const workers: string[] = [];
      const takeNext = () => {
        for (const worker of workers) boss.notifyWorker(worker);
      };
      for (let count = 0; count < atOnce; count++)
        workers.push(
          await boss.work<Doorbell, void>(ROSTERS, WORK, async (jobs) => {
            // A worker looks again only when it is rung or the interval is over: of rosters that wait behind one
            // another it would take one every five seconds.
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

/** Our transaction in the words of the queue: what it does there is undone with it. */
function within(tx: Transaction) {
  return {
    executeSql: async (text: string, values: unknown[] = []) => ({
      rows: await tx.unsafe(text, values as never[], { prepare: true }),
    }),
  };
}
