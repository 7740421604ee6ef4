import type { Sender } from '../notifications/mail/sender.ts';
import type { Webhooks } from '../notifications/webhooks/webhooks.ts';
import type { Worker, WorkLog } from '../platform/claims/worker.ts';
import type { Retention } from '../platform/config/retention.ts';
import type { RosterLimits } from '../platform/config/roster-limits.ts';
import type { Database } from '../platform/db/types.ts';
import type { Sources } from '../rosters/pull/sources.ts';
import type { KeptBodies } from '../rosters/receive/kept-body.ts';
import type { Passes } from '../tickets/wallet/lasting/passes.ts';
import { startBulkActionWorker } from './bulk-action-worker.ts';
import { deleteOldRecords } from './delete-old-records.ts';
import { watchFolders } from './folder-watcher.ts';
import { JOBS, NUMBERING_JOBS } from './jobs.ts';
import { startPassWorkers } from './pass-workers.ts';
import { startPullWorker } from './pull-worker.ts';
import { startRosterWorker } from './roster-worker.ts';
import { createTicker } from './ticker.ts';
import { startWebhookSender } from './webhook-sender.ts';

/** How often the jobs of the three tickers run. */
const JOBS_MS = 30_000;
const NUMBERING_MS = 60_000;
const HOUSEKEEPING_MS = 60 * 60_000;

interface Options {
  database: Database;
  webhooks: Webhooks;
  passes: Passes;
  retention: Retention;
  sources: Sources;
  rosterLimits: RosterLimits;
  keptBodies: KeptBodies;
  /** With a folder of files for each integration. */
  dropDir?: string | undefined;
  log: WorkLog;
  /** For the metrics. */
  onRun?: Parameters<typeof startRosterWorker>[0]['onRun'] | undefined;
  onLargeOffboarding?: Parameters<typeof startRosterWorker>[0]['onLargeOffboarding'] | undefined;
  onRefused?: Parameters<typeof startPullWorker>[0]['onRefused'];
  onDelivery?: Parameters<typeof startWebhookSender>[0]['onAttempt'];
  onPassUpdate?: Parameters<typeof startPassWorkers>[0]['onUpdate'];
  /** Sends mail. Undefined: mail is not set up. */
  sender?: Sender;
}

export interface Background extends Pick<Worker, 'stop'> {
  wakeRosterWorker: Worker['wake'];
  wakePullWorker: Worker['wake'];
}

/** Starts the background work of a node: applying rosters, sending webhooks, mail and news of passes, and scheduled jobs. */
export function startBackground(options: Options): Background {
  const { database, webhooks, retention, log, onRun, onLargeOffboarding, onDelivery, sender, sources } =
    options;
  const { sql, bulk, server } = database;
  const rosters = startRosterWorker({
    ...{ server, sql, log },
    ...(onRun && { onRun }),
    ...(onLargeOffboarding && { onLargeOffboarding }),
  });
  const pulls = startPullWorker({
    database,
    sources,
    limits: options.rosterLimits,
    keptBodies: options.keptBodies,
    log,
    onAccepted: rosters.wake,
    onRefused: options.onRefused,
  });
  const { dropDir } = options;
  const folders =
    dropDir === undefined ? undefined : watchFolders({ sql, dropDir, log, onTaken: pulls.wake });
  const webhookSender = startWebhookSender({ server, webhooks, log, onAttempt: onDelivery });
  const passWorkers = startPassWorkers({ sql, passes: options.passes, log, onUpdate: options.onPassUpdate });
  const ticker = createTicker({ sql: bulk, log, jobs: JOBS, everyMs: JOBS_MS });
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
    wakePullWorker: pulls.wake,
    async stop(timeoutMs) {
      await Promise.all([
        folders?.stop(),
        rosters.stop(timeoutMs),
        pulls.stop(timeoutMs),
        webhookSender.stop(timeoutMs),
        passWorkers.stop(timeoutMs),
        sender?.stop(timeoutMs),
        ticker.stop(),
        numbering.stop(),
        bulkActions.stop(timeoutMs),
        housekeeping.stop(),
      ]);
    },
  };
}
