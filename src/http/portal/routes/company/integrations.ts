import { type Static, Type } from 'typebox';
import { MAX_ABSENCE_TYPES } from '../../../../company/integrations/change-absence-types.ts';
import { createIntegration } from '../../../../company/integrations/create-integration.ts';
import { disconnectIntegration } from '../../../../company/integrations/disconnect-integration.ts';
import {
  APPROVE_BY,
  EXPECT_EVERY,
  type ExpectEvery,
  INTEGRATION_TYPES,
  MAX_TAKEN_OVER,
  ON_INVALID,
} from '../../../../company/integrations/integration-types.ts';
import {
  type ManagedIntegration,
  selectManagedIntegrations,
} from '../../../../company/integrations/managed-sql.ts';
import { setIntegration } from '../../../../company/integrations/set-integration.ts';
import { runLongChange } from '../../../../domain/day/long-change.ts';
import { ABSENCE_KINDS } from '../../../../domain/person/absence-kinds.ts';
import { rollBackAfter } from '../../../../platform/db/roll-back.ts';
import type { Pool, Transaction } from '../../../../platform/db/types.ts';
import { notFound } from '../../../../platform/errors.ts';
import { DEFAULT_EFFECTS } from '../../../../tickets/subscriptions/auto-sync-sql.ts';
import type { DefaultChange } from '../../../../tickets/subscriptions/follow-auto-sync-default.ts';
import type { App } from '../../../app.ts';
import { IntegrationSchema, showIntegration } from '../../../routes/integration-schemas.ts';
import { idParameter, nullable, nullableDate, oneOf, pageOf, record, recordId } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { actorOf, companyOf, readerOf } from '../../require-session.ts';
import { email, named, nameText, nullableTimestamp, PaceSchema, shortText, toWhole } from '../../schemas.ts';

/** `auto`, `off`, or a time such as `24h` or `7d`. */
const expectEvery = Type.Unsafe<ExpectEvery>({ type: 'string', pattern: EXPECT_EVERY });

const Managed = named('Integration', {
  ...IntegrationSchema.properties,
  people: Type.Integer(),
  // The HR system that its rosters are fetched from.
  source: nullable(Type.String()),
  autoSyncDefault: Type.Boolean(),
  holdCount: nullable(Type.Integer()),
  holdPercent: nullable(Type.Number()),
  approveBy: oneOf(APPROVE_BY),
  onInvalid: oneOf(ON_INVALID),
  expectEvery,
  technicalContact: nullable(Type.String()),
  takesOver: Type.Array(recordId),
  lastRosterAt: nullableTimestamp,
  pace: nullable(PaceSchema),
  isSilent: Type.Boolean(),
  refused: Type.Integer(),
  refusedCode: nullable(Type.String()),
  refusedField: nullable(Type.String()),
  decisions: Type.Integer(),
  heldRunId: nullable(recordId),
  unseenRunId: nullable(recordId),
  absenceTypes: Type.Array(Type.Object({ name: Type.String(), kind: oneOf(ABSENCE_KINDS) })),
  disconnectedAt: nullableTimestamp,
});

const DefaultChangeSchema = named('DefaultChange', {
  counts: Type.Unsafe<DefaultChange['counts']>(
    Type.Object(Object.fromEntries(DEFAULT_EFFECTS.map((effect) => [effect, Type.Integer()]))),
  ),
  people: Type.Array(
    Type.Object({
      employeeId: recordId,
      firstName: Type.String(),
      lastName: Type.String(),
      effect: oneOf(DEFAULT_EFFECTS),
      from: nullableDate('The first day on which the effect shows.'),
    }),
  ),
  monthlyCents: Type.Object({ employer: Type.Integer(), employees: Type.Integer() }),
});

const holdSettings = {
  holdCount: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 999_999_999 }))),
  holdPercent: Type.Optional(nullable(Type.Number({ minimum: 0, maximum: 100 }))),
  approveBy: Type.Optional(oneOf(APPROVE_BY)),
};

const Settings = Type.Object(
  {
    name: Type.Optional(nameText),
    autoSyncDefault: Type.Optional(Type.Boolean()),
    ...holdSettings,
    onInvalid: Type.Optional(oneOf(ON_INVALID)),
    expectEvery: Type.Optional(expectEvery),
    technicalContact: Type.Optional(nullable(email)),
    // The integrations whose people it takes over.
    takesOver: Type.Optional(Type.Array(recordId, { maxItems: MAX_TAKEN_OVER })),
    // The types to change. Null removes one; those that are not named stay.
    absenceTypes: Type.Optional(
      Type.Array(Type.Object({ name: shortText, kind: nullable(oneOf(ABSENCE_KINDS)) }), {
        maxItems: MAX_ABSENCE_TYPES,
      }),
    ),
    disconnected: Type.Optional(Type.Boolean()),
  },
  { minProperties: 1 },
);

export function integrationRoutes(
  app: App,
  { bulkWork, config, database }: Needs<'config' | 'database' | 'bulkWork'>,
): void {
  const { sql } = database;
  const show = (integration: ManagedIntegration) => showManaged(integration, config.baseUrl);
  const readOne = async (on: Pool, companyId: number, id: number) => {
    const [integration] = await selectManagedIntegrations(on, companyId, id);
    if (!integration) throw notFound();
    return { data: show(integration) };
  };

  app.get(
    '/integrations',
    { config: { access: 'portal-see-people' }, schema: { response: { 200: pageOf(Managed) } } },
    async (request) => toWhole(await database.lists.read(readerOf(request), selectManagedIntegrations), show),
  );

  app.get(
    '/integrations/:id',
    {
      config: { access: 'portal-see-people' },
      schema: { params: idParameter, response: { 200: record(Managed) } },
    },
    (request) =>
      database.lists.read(readerOf(request), (on, companyId) => readOne(on, companyId, request.params.id)),
  );

  app.post(
    '/integrations',
    {
      config: { access: 'portal-change-people' },
      schema: {
        body: Type.Object({ name: nameText, type: oneOf(INTEGRATION_TYPES), ...holdSettings }),
        response: { 201: record(Managed) },
      },
    },
    async (request, reply) => {
      const companyId = companyOf(request);
      const { name, ...others } = request.body;
      const id = await sql.begin((tx) =>
        createIntegration(tx, companyId, actorOf(request), { name: name.trim(), ...others }),
      );
      return reply.code(201).send(await readOne(sql, companyId, id));
    },
  );

  app.patch(
    '/integrations/:id',
    {
      config: { access: 'portal-change-people' },
      schema: { params: idParameter, body: Settings, response: { 200: record(Managed) } },
    },
    async (request) => {
      const companyId = companyOf(request);
      const { id } = request.params;
      const { disconnected, name, ...others } = request.body;
      const settings = { ...others, ...(name !== undefined && { name: name.trim() }) };
      // Another default of autoSyncEmployee may concern everybody.
      const change = async (tx: Transaction) => {
        if (Object.keys(settings).length > 0)
          await setIntegration(tx, companyId, id, actorOf(request), settings);
        if (disconnected !== undefined)
          await disconnectIntegration(tx, companyId, id, actorOf(request), disconnected);
      };
      await bulkWork(request, companyId, (bulk) => runLongChange(bulk, companyId, change));
      return await readOne(sql, companyId, id);
    },
  );

  app.post(
    '/integrations/:id/auto-sync-default/preview',
    {
      config: { access: 'portal-change-people' },
      schema: {
        params: idParameter,
        body: Type.Object({ autoSyncDefault: Type.Boolean() }),
        response: { 200: record(DefaultChangeSchema) },
      },
    },
    async (request) => {
      const { id } = request.params;
      const change = await bulkWork(request, companyOf(request), (bulk) =>
        rollBackAfter(bulk, (tx) =>
          setIntegration(tx, companyOf(request), id, actorOf(request), request.body),
        ),
      );
      return { data: change ?? NO_CHANGE };
    },
  );
}

const NO_CHANGE: DefaultChange = {
  counts: { start: 0, offer: 0, continue: 0, wait: 0, 'pause-ends': 0, 'pause-begins': 0 },
  people: [],
  monthlyCents: { employer: 0, employees: 0 },
};

function showManaged(integration: ManagedIntegration, baseUrl: string): Static<typeof Managed> {
  const { absenceTypes, disconnectedAt, lastRosterAt, takesOver } = integration;
  return {
    // The schema chooses the fields.
    ...integration,
    ...showIntegration(integration, baseUrl),
    takesOver: [...takesOver],
    lastRosterAt: lastRosterAt?.toISOString() ?? null,
    absenceTypes: Object.entries(absenceTypes).map(([name, kind]) => ({ name, kind })),
    disconnectedAt: disconnectedAt?.toISOString() ?? null,
  };
}
