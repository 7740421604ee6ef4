import { timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { digestOf } from '../../company/api-keys/secret.ts';
import { MAIL_OUTCOMES, type MailOutcome } from '../../notifications/mail/mail-outcomes.ts';
import type { Delivery } from '../../notifications/webhooks/deliveries-sql.ts';
import { DELIVERY_OUTCOMES } from '../../notifications/webhooks/webhook-types.ts';
import type { KnownCertificate } from '../../platform/config/certificates.ts';
import { WALLETS } from '../../platform/config/wallet-badges.ts';
import type { Pool } from '../../platform/db/types.ts';
import { RUN_OUTCOMES, type RunOutcome } from '../../rosters/apply/apply-run.ts';
import { type Delivery as PassUpdate, UPDATE_OUTCOMES } from '../../tickets/wallet/lasting/delivery.ts';
import type { Wallet } from '../../tickets/wallet/wallet-links.ts';
import { OPEN } from '../access.ts';
import type { App } from '../app.ts';
import { noSuchRoute, SERVER_ERRORS } from '../problems.ts';
import { REFUSAL_CODES } from '../refusal-codes.ts';
import { addStateMetrics } from './metrics-state.ts';

/** Metrics for Prometheus. They contain no personal data. */
export interface Metrics {
  readonly contentType: string;
  /** Returns the metrics in the text format of Prometheus. */
  read(): Promise<string>;
  /** Counts one attempt to apply a roster, with its outcome. */
  countRun(outcome: RunOutcome, seconds: number): void;
  /** Counts a roster with which suspiciously many people left although no hold is set. */
  countLargeOffboarding(): void;
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

interface Options {
  certificates?: readonly KnownCertificate[];
  patienceMs?: number;
}

/**
 * The series of counters by code or outcome begin with 0: Prometheus sees an increase only after a first value, and an alert would miss
 * the first refusal of each node.
 */
export function createMetrics(
  sql: Pool,
  { certificates = [], patienceMs = PATIENCE_MS }: Options = {},
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const runs = new Histogram({
    name: 'transit_sync_run_seconds',
    help: 'How long this node took for a roster, by its outcome.',
    labelNames: ['outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300],
    registers: [registry],
  });
  for (const outcome of RUN_OUTCOMES) runs.zero({ outcome });
  const refused = new Counter({
    name: 'transit_sync_refused_total',
    help: 'Rosters that this node has refused after authentication, or could not fetch, by problem code.',
    labelNames: ['code'],
    registers: [registry],
  });
  for (const code of REFUSAL_CODES) refused.inc({ code }, 0);
  const largeOffboardings = new Counter({
    name: 'transit_sync_large_offboardings_total',
    help: 'Rosters applied by this node with which suspiciously many people left although no hold is set.',
    registers: [registry],
  });
  const requests = new Histogram({
    name: 'transit_http_request_seconds',
    help: 'How long requests took, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers: [registry],
  });
  const failures = new Counter({
    name: 'transit_http_server_errors_total',
    help: 'Responses of this node with a status from 500 on.',
    labelNames: ['status'],
    registers: [registry],
  });
  for (const status of SERVER_ERRORS) failures.inc({ status }, 0);
  const deliveries = new Counter({
    name: 'transit_webhook_requests_total',
    help: 'Requests that this node has sent to webhooks, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of DELIVERY_OUTCOMES) deliveries.inc({ outcome }, 0);
  const mails = new Counter({
    name: 'transit_mail_attempts_total',
    help: 'Attempts of this node to send a mail, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of MAIL_OUTCOMES) mails.inc({ outcome }, 0);
  const passUpdates = new Counter({
    name: 'transit_pass_update_attempts_total',
    help: 'Attempts of this node to notify a phone, or Google, of a change of a pass, by wallet and outcome.',
    labelNames: ['wallet', 'outcome'],
    registers: [registry],
  });
  for (const wallet of WALLETS)
    for (const outcome of UPDATE_OUTCOMES) passUpdates.inc({ wallet, outcome }, 0);
  addCertificates(registry, certificates);
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
    countLargeOffboarding: () => largeOffboardings.inc(),
    countRefused: (code) => refused.inc({ code }),
    countDelivery: ({ outcome }) => deliveries.inc({ outcome }),
    countMail: (outcome) => mails.inc({ outcome }),
    countPassUpdate: (wallet, outcome) => passUpdates.inc({ wallet, outcome }),
    countRequest: (method, route, status, seconds) => {
      requests.observe({ method, route, status: String(status) }, seconds);
      if (status >= 500) failures.inc({ status });
    },
  };
}

function addCertificates(registry: Registry, certificates: readonly KnownCertificate[]): void {
  const expires = new Gauge({
    name: 'transit_certificate_expires_seconds',
    help: 'The time left until a certificate of this node expires; negative afterwards.',
    labelNames: ['certificate'],
    registers: [registry],
    collect() {
      for (const { name, validUntil } of certificates)
        expires.set({ certificate: name }, (validUntil.getTime() - Date.now()) / 1000);
    },
  });
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
