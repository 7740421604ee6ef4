import { timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { digestOf } from '../../company/api-keys/secret.ts';
import type { MailOutcome } from '../../notifications/mail/sender.ts';
import type { Delivery } from '../../notifications/webhooks/deliveries-sql.ts';
import type { Pool } from '../../platform/db/types.ts';
import type { Delivery as PassUpdate } from '../../tickets/wallet/lasting/delivery.ts';
import type { Wallet } from '../../tickets/wallet/wallet-links.ts';
import { OPEN } from '../access.ts';
import type { App } from '../app.ts';
import { noSuchRoute } from '../problems.ts';
import { addStateMetrics } from './metrics-state.ts';

/** Metrics for Prometheus. They contain no personal data. */
export interface Metrics {
  readonly contentType: string;
  /** Returns the metrics in the text format of Prometheus. */
  read(): Promise<string>;
  /** Counts one attempt to apply a roster, with its outcome. */
  countRun(outcome: string, seconds: number): void;
  /** Counts an attempt by its code. */
  countRefused(code: string): void;
  /** Counts one request to a webhook. */
  countDelivery(delivery: Pick<Delivery, 'outcome'>): void;
  /** Counts one attempt to send a mail. */
  countMail(outcome: MailOutcome): void;
  /** Counts one attempt to notify a phone, or Google, of a change of a pass. */
  countPassUpdate(wallet: Wallet, outcome: PassUpdate['outcome']): void;
  countRequest(method: string, route: string, status: number, seconds: number): void;
}

/** A scrape is answered after this time at the latest. Prometheus waits for ten seconds. */
const PATIENCE_MS = 5_000;

export function createMetrics(sql: Pool, patienceMs = PATIENCE_MS): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const runs = new Histogram({
    name: 'transit_sync_run_seconds',
    help: 'How long this node took for a roster, by its outcome.',
    labelNames: ['outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300],
    registers: [registry],
  });
  const refused = new Counter({
    name: 'transit_sync_refused_total',
    help: 'Rosters that this node has refused after authentication, by problem code.',
    labelNames: ['code'],
    registers: [registry],
  });
  const requests = new Histogram({
    name: 'transit_http_request_seconds',
    help: 'How long requests took, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers: [registry],
  });
  const deliveries = new Counter({
    name: 'transit_webhook_requests_total',
    help: 'Requests that this node has sent to webhooks, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const mails = new Counter({
    name: 'transit_mail_attempts_total',
    help: 'Attempts of this node to send a mail, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const passUpdates = new Counter({
    name: 'transit_pass_update_attempts_total',
    help: 'Attempts of this node to notify a phone, or Google, of a change of a pass, by wallet and outcome.',
    labelNames: ['wallet', 'outcome'],
    registers: [registry],
  });
  const readState = addStateMetrics(registry, sql);
  const up = new Gauge({
    name: 'transit_database_up',
    help: '1 if the database could be asked for the figures that it stores.',
    registers: [registry],
  });
  // Scrapes share a reading: those of a database that hangs would take all connections.
  let reading: Promise<void> | undefined;
  const hasRead = async () => {
    reading ??= readState().finally(() => {
      reading = undefined;
    });
    const inTime = reading.then(
      () => true,
      () => false,
    );
    return await Promise.race([inTime, sleep(patienceMs, false, { ref: false })]);
  };
  return {
    contentType: registry.contentType,
    async read() {
      // Queried first: while the registry collects, each gauge would show the value of the previous scrape.
      up.set((await hasRead()) ? 1 : 0);
      return await registry.metrics();
    },
    countRun: (outcome, seconds) => runs.observe({ outcome }, seconds),
    countRefused: (code) => refused.inc({ code }),
    countDelivery: ({ outcome }) => deliveries.inc({ outcome }),
    countMail: (outcome) => mails.inc({ outcome }),
    countPassUpdate: (wallet, outcome) => passUpdates.inc({ wallet, outcome }),
    countRequest: (method, route, status, seconds) =>
      requests.observe({ method, route, status: String(status) }, seconds),
  };
}

/** Registered before the measured routes. Without the right token the route answers like an unknown one. */
export function measureRequests(app: App, metrics: Metrics, token: string): void {
  const expected = digestOf(token);
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    metrics.countRequest(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
  app.get('/metrics', { config: { access: OPEN }, schema: { hide: true } }, async (request, reply) => {
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!timingSafeEqual(digestOf(given), expected)) throw noSuchRoute();
    return reply.type(metrics.contentType).send(await metrics.read());
  });
}
