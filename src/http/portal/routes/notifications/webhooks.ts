import { type Static, Type } from 'typebox';
import { EVENT_TYPES, SHOWN_TYPES } from '../../../../domain/events/event-types.ts';
import { createWebhook } from '../../../../notifications/webhooks/create-webhook.ts';
import { deleteWebhook } from '../../../../notifications/webhooks/delete-webhook.ts';
import { listDeliveries, type StoredDelivery } from '../../../../notifications/webhooks/deliveries-sql.ts';
import { replayEvents } from '../../../../notifications/webhooks/replay-events.ts';
import { requireWebhook } from '../../../../notifications/webhooks/require-webhook.ts';
import { rotateSecret } from '../../../../notifications/webhooks/rotate-secret.ts';
import { setWebhook } from '../../../../notifications/webhooks/set-webhook.ts';
import { testWebhook } from '../../../../notifications/webhooks/test-webhook.ts';
import {
  DELIVERY_KINDS,
  DELIVERY_OUTCOMES,
  DELIVERY_PROBLEMS,
  DISABLED_REASONS,
  MAX_URL_LENGTH,
  WEBHOOK_STATES,
} from '../../../../notifications/webhooks/webhook-types.ts';
import {
  MAX_COUNTED,
  selectWebhooks,
  type WebhookRecord,
} from '../../../../notifications/webhooks/webhooks-sql.ts';
import { SLOTS } from '../../../../platform/limits.ts';
import { Slots } from '../../../../platform/slots.ts';
import type { App } from '../../../app.ts';
import {
  idParameter,
  listOf,
  nullable,
  oneOf,
  pageOf,
  record,
  recordId,
  timestamp,
  toPage,
} from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { actorOf, companyOf, readerOf, requireConfirmed, sessionOf } from '../../require-session.ts';
import {
  named,
  noContent,
  nullableTimestamp,
  overlapSeconds,
  pageParameters,
  toWhole,
} from '../../schemas.ts';

const url = Type.String({ minLength: 1, maxLength: MAX_URL_LENGTH });
/** Null: every type. */
const eventTypes = nullable(
  Type.Array(oneOf(EVENT_TYPES), { minItems: 1, maxItems: EVENT_TYPES.length, uniqueItems: true }),
);
const eventNumber = recordId;

const webhook = {
  id: recordId,
  url: Type.String(),
  eventTypes: nullable(Type.Array(oneOf(EVENT_TYPES))),
  state: oneOf(WEBHOOK_STATES),
  disabledBecause: nullable(oneOf(DISABLED_REASONS)),
  disabledAt: nullableTimestamp,
  failingSince: nullableTimestamp,
  failedAttempts: Type.Integer(),
  nextAttemptAt: nullableTimestamp,
  deliveredAt: nullableTimestamp,
  olderSecretUntil: nullableTimestamp,
  /** Events that wait. If `hasMoreWaiting`, there are more. */
  waiting: Type.Integer(),
  hasMoreWaiting: Type.Boolean(),
  createdAt: timestamp('When it was made.'),
};
const Webhook = named('Webhook', webhook);
const NewWebhook = named('IssuedWebhook', { ...webhook, secret: Type.String() });
const Settings = named('WebhookSettings', {
  eventTypes: Type.Array(oneOf(EVENT_TYPES)),
  /** Types that a test can send an example of. */
  exampleTypes: Type.Array(oneOf(SHOWN_TYPES)),
  allowsLoopback: Type.Boolean(),
});

const WebhookDelivery = named('WebhookDelivery', {
  id: recordId,
  at: timestamp('When it was sent.'),
  kind: oneOf(DELIVERY_KINDS),
  messageId: Type.String(),
  eventNumber: nullable(eventNumber),
  eventType: Type.String(),
  attempt: Type.Integer(),
  outcome: oneOf(DELIVERY_OUTCOMES),
  status: nullable(Type.Integer()),
  problem: nullable(oneOf(DELIVERY_PROBLEMS)),
  body: Type.String(),
  answer: nullable(Type.String()),
  tookMs: Type.Integer(),
});

/** Only admins see webhooks: the address of one may contain a secret of the receiver. */
export function webhookRoutes(app: App, services: Needs<'database' | 'webhooks'>): void {
  readRoutes(app, services);
  changeRoutes(app, services);
  deliveryRoutes(app, services);
  testRoute(app, services);
}

function readRoutes(app: App, { database: { sql }, webhooks }: Needs<'database' | 'webhooks'>): void {
  app.get(
    '/webhooks',
    { config: { access: 'portal-administer' }, schema: { response: { 200: pageOf(Webhook) } } },
    async (request) => toWhole(await selectWebhooks(sql, companyOf(request)), show),
  );

  app.get(
    '/webhook-settings',
    { config: { access: 'portal-administer' }, schema: { response: { 200: record(Settings) } } },
    async () => ({
      data: {
        eventTypes: [...EVENT_TYPES],
        exampleTypes: [...SHOWN_TYPES],
        allowsLoopback: webhooks.allowsLoopback,
      },
    }),
  );

  app.get(
    '/webhooks/:id',
    {
      config: { access: 'portal-administer' },
      schema: { params: idParameter, response: { 200: record(Webhook) } },
    },
    async (request) => ({ data: show(await requireWebhook(sql, companyOf(request), request.params.id)) }),
  );
}

function changeRoutes(app: App, { database: { sql }, webhooks }: Needs<'database' | 'webhooks'>): void {
  app.post(
    '/webhooks',
    {
      config: { access: 'portal-administer-confirmed' },
      schema: { body: Type.Object({ url, eventTypes }), response: { 201: record(NewWebhook) } },
    },
    async (request, reply) => {
      const made = await sql.begin((tx) =>
        createWebhook(tx, companyOf(request), actorOf(request), request.body, webhooks),
      );
      return reply.code(201).send({ data: { ...show(made), secret: made.secret } });
    },
  );

  app.patch(
    '/webhooks/:id',
    {
      config: { access: 'portal-administer' },
      schema: {
        params: idParameter,
        body: Type.Object({
          url: Type.Optional(url),
          eventTypes: Type.Optional(eventTypes),
          enabled: Type.Optional(Type.Boolean()),
          skipWaiting: Type.Optional(Type.Boolean()),
        }),
        response: { 200: record(Webhook) },
      },
    },
    async (request) => {
      const { id } = request.params;
      // Another address is like a new webhook: from now on somebody else gets the events.
      if (request.body.url !== undefined) requireConfirmed(sessionOf(request));
      const changed = await sql.begin((tx) =>
        setWebhook(tx, companyOf(request), id, actorOf(request), request.body, webhooks),
      );
      return { data: show(changed) };
    },
  );

  app.delete(
    '/webhooks/:id',
    {
      config: { access: 'portal-administer-confirmed' },
      schema: { params: idParameter, response: { 204: noContent } },
    },
    async (request, reply) => {
      await sql.begin((tx) => deleteWebhook(tx, companyOf(request), request.params.id, actorOf(request)));
      return reply.code(204).send();
    },
  );

  app.post(
    '/webhooks/:id/rotate',
    {
      config: { access: 'portal-administer-confirmed' },
      schema: {
        params: idParameter,
        body: Type.Object({ overlapSeconds }),
        response: { 200: record(NewWebhook) },
      },
    },
    async (request) => {
      const rotated = await sql.begin((tx) =>
        rotateSecret(
          tx,
          companyOf(request),
          request.params.id,
          actorOf(request),
          request.body.overlapSeconds,
          webhooks,
        ),
      );
      return { data: { ...show(rotated), secret: rotated.secret } };
    },
  );
}

function deliveryRoutes(app: App, { database: { sql, lists } }: Needs<'database'>): void {
  app.get(
    '/webhooks/:id/deliveries',
    {
      config: { access: 'portal-administer' },
      schema: {
        params: idParameter,
        querystring: Type.Object({
          ...pageParameters,
          outcomes: listOf(DELIVERY_OUTCOMES, 'Delivered or failed requests only.'),
        }),
        response: { 200: pageOf(WebhookDelivery) },
      },
    },
    async (request) => {
      const { id } = request.params;
      const { outcomes } = request.query;
      await requireWebhook(sql, companyOf(request), id);
      const page = await lists.read(readerOf(request), (reader, companyId) =>
        listDeliveries(reader, companyId, id, { outcomes }, request.query),
      );
      return toPage(page, request.query, showDelivery);
    },
  );

  app.post(
    '/webhooks/:id/replay',
    {
      config: { access: 'portal-administer' },
      schema: {
        params: idParameter,
        /** Without `to`: to the newest event. */
        body: Type.Object({ from: eventNumber, to: Type.Optional(eventNumber) }),
        response: { 200: record(Type.Object({ events: Type.Integer() })) },
      },
    },
    async (request) => {
      const { id } = request.params;
      const events = await sql.begin((tx) =>
        replayEvents(tx, companyOf(request), id, actorOf(request), request.body),
      );
      return { data: { events } };
    },
  );
}

function testRoute(app: App, { database: { sql }, webhooks }: Needs<'database' | 'webhooks'>): void {
  const tests = new Slots(SLOTS.webhookTests);

  app.post(
    '/webhooks/:id/test',
    {
      config: { access: 'portal-administer' },
      schema: {
        params: idParameter,
        /** Without a type: an event of the type `webhook.test`. */
        body: Type.Object({ exampleOf: Type.Optional(oneOf(SHOWN_TYPES)) }),
        response: { 200: record(WebhookDelivery) },
      },
    },
    async (request) => {
      const { exampleOf } = request.body;
      const companyId = companyOf(request);
      const { id } = request.params;
      await requireWebhook(sql, companyId, id);
      const delivery = await tests.use(
        companyId,
        () => testWebhook(sql, companyId, id, webhooks, exampleOf),
        request.signal,
      );
      return { data: showDelivery(delivery) };
    },
  );
}

function show(shown: WebhookRecord): Static<typeof Webhook> {
  const iso = (moment: Date | null) => moment?.toISOString() ?? null;
  return {
    id: shown.id,
    url: shown.url,
    eventTypes: shown.eventTypes,
    state: shown.state,
    disabledBecause: shown.disabledBecause,
    disabledAt: iso(shown.disabledAt),
    failingSince: iso(shown.failingSince),
    failedAttempts: shown.failedAttempts,
    nextAttemptAt: iso(shown.nextAttemptAt),
    deliveredAt: iso(shown.deliveredAt),
    olderSecretUntil: iso(shown.olderSecretUntil),
    waiting: shown.waiting,
    hasMoreWaiting: shown.waiting >= MAX_COUNTED,
    createdAt: shown.createdAt.toISOString(),
  };
}

function showDelivery({ at, ...delivery }: StoredDelivery): Static<typeof WebhookDelivery> {
  return { ...delivery, at: at.toISOString() };
}
