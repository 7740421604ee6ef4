import { type Static, Type } from 'typebox';
import { runLongChange } from '../../../../domain/day/long-change.ts';
import { decideAllWaiting, decideWaiting } from '../../../../rosters/decide/decide-waiting.ts';
import { countWaiting, listWaiting, type WaitingEntry } from '../../../../rosters/decide/list-waiting.ts';
import { takeBackDecision } from '../../../../rosters/decide/take-back-decision.ts';
import { WAITING_DECISIONS } from '../../../../rosters/runs/sync-outcomes.ts';
import type { App } from '../../../app.ts';
import {
  countOf,
  date,
  idParameter,
  nullable,
  nullableDate,
  oneOf,
  pageOf,
  record,
  recordId,
  toPage,
} from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { requireIntegration } from '../../require-integration.ts';
import { actorOf, companyOf, readerOf } from '../../require-session.ts';
import { identity, named, nullableTimestamp, pageParameters } from '../../schemas.ts';

const entryParameters = Type.Object({ id: recordId, waitingId: recordId });

const WaitingSchema = named('WaitingEntry', {
  id: recordId,
  hrId: Type.String(),
  entry: Type.Object({
    ...identity,
    startDate: date('First day of employment.'),
    terminationDate: nullableDate('Last day of employment.'),
  }),
  decision: nullable(oneOf(WAITING_DECISIONS)),
  decidedAt: nullableTimestamp,
  people: Type.Array(
    Type.Object({
      employeeId: recordId,
      ...identity,
      fits: Type.Boolean(),
      hrId: nullable(Type.String()),
      listedBy: Type.Array(Type.String()),
    }),
  ),
});

const CountsSchema = named('WaitingCounts', {
  open: Type.Integer(),
  decided: Type.Integer(),
  samePerson: Type.Integer(),
  newPerson: Type.Integer(),
});

/** Entries of restricted keys that wait for a decision (docs/sync.md, "Restricted keys"). */
export function waitingRoutes(app: App, services: Needs<'database' | 'bulkWork' | 'dayWork'>): void {
  listRoutes(app, services);
  decideAllRoute(app, services);
  decisionRoutes(app, services);
}

function listRoutes(app: App, { database }: Needs<'database'>): void {
  app.get(
    '/integrations/:id/waiting',
    {
      config: { access: 'portal-see-people' },
      preValidation: requireIntegration(database.sql),
      schema: {
        params: idParameter,
        querystring: Type.Object({ ...pageParameters, decided: Type.Optional(Type.Boolean()) }),
        response: { 200: pageOf(WaitingSchema) },
      },
    },
    async (request) => {
      const { decided: isDecided = false, ...page } = request.query;
      const filter = { integrationId: request.params.id, isDecided };
      const entries = await database.lists.read(readerOf(request), (sql, companyId) =>
        listWaiting(sql, companyId, filter, page),
      );
      return toPage(entries, page, show);
    },
  );

  app.get(
    '/integrations/:id/waiting/counts',
    {
      config: { access: 'portal-see-people' },
      preValidation: requireIntegration(database.sql),
      schema: { params: idParameter, response: { 200: record(CountsSchema) } },
    },
    async (request) => ({
      data: await database.lists.read(readerOf(request), (sql, companyId) =>
        countWaiting(sql, companyId, request.params.id),
      ),
    }),
  );
}

function decideAllRoute(app: App, { bulkWork, database }: Needs<'database' | 'bulkWork'>): void {
  app.post(
    '/integrations/:id/waiting',
    {
      config: { access: 'portal-change-people' },
      preValidation: requireIntegration(database.sql),
      schema: {
        params: idParameter,
        body: Type.Object({ decision: oneOf(WAITING_DECISIONS), entries: countOf(0) }),
        response: { 200: record(Type.Object({ entries: Type.Integer() })) },
      },
    },
    async (request) => {
      const companyId = companyOf(request);
      const { decision, entries: expected } = request.body;
      const entries = await bulkWork(request, companyId, (bulk) =>
        runLongChange(bulk, companyId, (tx) =>
          decideAllWaiting(tx, companyId, request.params.id, actorOf(request), { decision, expected }),
        ),
      );
      return { data: { entries } };
    },
  );
}

function decisionRoutes(app: App, { dayWork }: Needs<'dayWork'>): void {
  app.post(
    '/integrations/:id/waiting/:waitingId',
    {
      config: { access: 'portal-change-people' },
      schema: {
        params: entryParameters,
        body: Type.Object({ decision: oneOf(WAITING_DECISIONS), employeeId: Type.Optional(recordId) }),
        response: { 200: record(Type.Object({ employeeId: recordId })) },
      },
    },
    async (request) => {
      const companyId = companyOf(request);
      const { id: integrationId, waitingId } = request.params;
      const name = { id: waitingId, integrationId };
      const employeeId = await dayWork(request, companyId, (sql) =>
        sql.begin((tx) => decideWaiting(tx, companyId, name, actorOf(request), request.body)),
      );
      return { data: { employeeId } };
    },
  );

  app.post(
    '/integrations/:id/waiting/:waitingId/take-back',
    {
      config: { access: 'portal-change-people' },
      schema: {
        params: entryParameters,
        response: { 200: record(Type.Object({ employeeId: recordId })) },
      },
    },
    async (request) => {
      const companyId = companyOf(request);
      const { id: integrationId, waitingId } = request.params;
      const employeeId = await dayWork(request, companyId, (sql) =>
        sql.begin((tx) =>
          takeBackDecision(tx, companyId, { id: waitingId, integrationId }, actorOf(request)),
        ),
      );
      return { data: { employeeId } };
    },
  );
}

function show(waiting: WaitingEntry): Static<typeof WaitingSchema> {
  const { id: waitingId, hrId, entry, decision, decidedAt, people } = waiting;
  return { id: waitingId, hrId, entry, decision, decidedAt: decidedAt?.toISOString() ?? null, people };
}
