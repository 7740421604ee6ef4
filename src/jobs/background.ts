import type { Sender } from '../notifications/mail/sender.ts';
import type { Webhooks } from '../notifications/webhooks/webhooks.ts';
import type { Worker, WorkLog } from '../platform/claims/worker.ts';
import type { Retention } from '../platform/config/retention.ts';
import type { Database } from '../platform/db/types.ts';
import { startBulkActionWorker } from './bulk-action-worker.ts';
import { deleteOldRecords } from './delete-old-records.ts';
import { JOBS, NUMBERING_JOBS } from './jobs.ts';
import { startRosterWorker } from './roster-worker.ts';
import { createTicker } from './ticker.ts';
import { startWebhookSender } from './webhook-sender.ts';

const HOUSEKEEPING_MS = 60 * 60_000;
const NUMBERING_MS = 60_000;

interface Options {
  database: Database;
  webhooks: Webhooks;
  retention: Retention;
  log: WorkLog;
  /** For the metrics. */
  onRun?: Parameters<typeof startRosterWorker>[0]['onRun'] | undefined;
  onDelivery?: Parameters<typeof startWebhookSender>[0]['onAttempt'];
  /** Sends mail. Undefined: mail is not set up. */
  sender?: Sender;
}

export interface Background extends Pick<Worker, 'stop'> {
  wakeRosterWorker: Worker['wake'];
}

/** Starts the background work of a node: applying rosters, sending webhooks and mail, and scheduled jobs. */
export function startBackground(options: Options): Background {
  const { database, webhooks, retention, log, onRun, onDelivery, sender } = options;
  const { sql, bulk, server } = database;
  const rosters = startRosterWorker({ server, sql, log, ...(onRun && { onRun }) });
  const webhookSender = startWebhookSender({ server, webhooks, log, onAttempt: onDelivery });
  const ticker = createTicker({ sql: bulk, log, jobs: JOBS });
  // On the pool of short statements: a job about all people of a company must not delay them.
  const numbering = createTicker({ sql, log, jobs: NUMBERING_JOBS, everyMs: NUMBERING_MS });
  const bulkActions = startBulkActionWorker({ sql: bulk, log });
  // A separate ticker: it may take minutes, and nothing else should wait for it.
  const housekeeping = createTicker({
    sql,
    log,
    jobs: { 'delete-old-records': deleteOldRecords(retention) },
    everyMs: HOUSEKEEPING_MS,
  });
  ticker.start();
  numbering.start();
  housekeeping.start();
  sender?.start();
  return {
    wakeRosterWorker: rosters.wake,
    async stop(timeoutMs) {
      await Promise.all([
        rosters.stop(timeoutMs),
        webhookSender.stop(timeoutMs),
        sender?.stop(timeoutMs),
        ticker.stop(),
        numbering.stop(),
        bulkActions.stop(timeoutMs),
        housekeeping.stop(),
      ]);
    },
  };
}
