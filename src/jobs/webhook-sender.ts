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

/** Endpoints that a node serves at the same time, slow ones and others each, and those of one company among them. */
const PLACES = 64;
const PLACES_OF_A_COMPANY = 4;
const TURN_EVENTS = 200;
const TURN_MS = 10_000;
/** How often the database is asked for events that wait. */
const EVERY_MS = 1_000;

interface Options {
  server: Server;
  webhooks: Webhooks;
  log: WorkLog;
  /** Called with each request, for the metrics. */
  onAttempt?: ((delivery: Delivery) => void) | undefined;
  everyMs?: number;
  places?: number;
}

/**
 * Sends events to webhooks. An endpoint has one sender at a time among all nodes. A node holds only as many endpoints as it has
 * places, and only some events of each, however many wait. Slow endpoints have a separate worker, so they take no place of
 * others.
 */
export function startWebhookSender(options: Options): Pick<Worker, 'stop'> {
  const { server, webhooks, log, onAttempt = () => {}, everyMs = EVERY_MS, places = PLACES } = options;
  const sql = connectSender(server);
  const onDisabled = ({ companyId, id: webhookId }: ClaimedEndpoint, reason: string) =>
    log.info({ companyId, webhookId, reason }, 'webhook disabled');
  const limits = { maxEvents: TURN_EVENTS, maxMs: TURN_MS };
  const workers = [false, true].map((isSlow) =>
    startWorker({
      name: isSlow ? 'slow webhooks' : 'webhooks',
      sql,
      log,
      places,
      placesOfACompany: PLACES_OF_A_COMPANY,
      everyMs,
      find: async () =>
        (await findCompaniesToServe(sql, isSlow)).map((companyId) => ({ companyId, rank: 0 })),
      async claim({ companyId }, most) {
        const claimedAt = performance.now();
        const endpoints = await claimEndpoints(sql, companyId, { isSlow, most });
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
