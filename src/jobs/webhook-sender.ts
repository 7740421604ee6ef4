import type { Delivery } from '../notifications/webhooks/deliveries-sql.ts';
import {
  type ClaimedEndpoint,
  claimEndpoints,
  findCompaniesToServe,
} from '../notifications/webhooks/sender-sql.ts';
import { serveEndpoint } from '../notifications/webhooks/serve-endpoint.ts';
import type { Webhooks } from '../notifications/webhooks/webhooks.ts';
import { startWorker, type Worker, type WorkLog } from '../platform/claims/worker.ts';
import { connectSender } from '../platform/db/connect.ts';
import type { Server } from '../platform/db/types.ts';
import { WEBHOOK_TURN, WORKER_SLOTS } from '../platform/limits.ts';

/** How often the database is asked for events that wait. */
const EVERY_MS = 1_000;

interface Options {
  server: Server;
  webhooks: Webhooks;
  log: WorkLog;
  /** Called with each request, for the metrics. */
  onAttempt?: ((delivery: Delivery) => void) | undefined;
  everyMs?: number;
  slots?: number;
}

/**
 * Sends events to webhooks. An endpoint has one sender at a time among all nodes. A node holds only as many endpoints as it has
 * slots, and only some events of each, however many wait. Slow endpoints have a separate worker, so they take no slot of
 * others.
 */
export function startWebhookSender(options: Options): Pick<Worker, 'stop'> {
  const {
    server,
    webhooks,
    log,
    onAttempt = () => {},
    everyMs = EVERY_MS,
    slots = WORKER_SLOTS.webhooks.count,
  } = options;
  const sql = connectSender(server);
  const onDisabled = ({ companyId, id: webhookId }: ClaimedEndpoint, reason: string) =>
    log.info({ companyId, webhookId, reason }, 'webhook disabled');
  const limits = { maxEvents: WEBHOOK_TURN.events, maxMs: WEBHOOK_TURN.ms };
  const workers = [false, true].map((isSlow) =>
    startWorker({
      name: isSlow ? 'slow webhooks' : 'webhooks',
      sql,
      log,
      slots,
      slotsOfACompany: WORKER_SLOTS.webhooks.maxEach,
      everyMs,
      find: async () =>
        (await findCompaniesToServe(sql, isSlow)).map((companyId) => ({ companyId, rank: 0 })),
      async claim({ companyId }, max) {
        const claimedAt = performance.now();
        const endpoints = await claimEndpoints(sql, companyId, { isSlow, max });
        return endpoints.map((endpoint) => ({ ...endpoint, claimedAt }));
      },
      work: ({ claimedAt, ...endpoint }, stopping) =>
        serveEndpoint({ sql, webhooks, ...limits, ...stopping, onAttempt, onDisabled }, endpoint, claimedAt),
    }),
  );
  return {
    async stop(timeoutMs) {
      await Promise.all(workers.map((worker) => worker.stop(timeoutMs)));
      await sql.end({ timeout: 5 });
    },
  };
}
