import { Type } from 'typebox';
import { requireKnown } from '../../../../company/integrations/require-known.ts';
import { recordChange } from '../../../../domain/audit/record-change.ts';
import { runLongChange } from '../../../../domain/day/long-change.ts';
import type { Pool } from '../../../../platform/db/types.ts';
import { approveRun, discardRun } from '../../../../rosters/decide/decide-held-run.ts';
import { countHeldPeople } from '../../../../rosters/decide/decide-sql.ts';
import { listAttempts } from '../../../../rosters/runs/list-attempts.ts';
import { listChanges, readChanges } from '../../../../rosters/runs/list-changes.ts';
import { listRuns } from '../../../../rosters/runs/list-runs.ts';
import { readRun } from '../../../../rosters/runs/read-run.ts';
import { OUTCOMES } from '../../../../rosters/runs/sync-outcomes.ts';
import type { App } from '../../../app.ts';
import { SMALL_BODY_BYTES } from '../../../json-bodies.ts';
import { RUN_STATUSES } from '../../../routes/sync-schemas.ts';
import { idParameter, listOf, pageOf, record, toPage } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { languageParameter, streamCsv, writingFor } from '../../csv.ts';
import { changeFile } from '../../files/changes.ts';
import { actorOf, companyOf, readerOf } from '../../require-session.ts';
import {
  AttemptSchema,
  ChangeSchema,
  type OfRun,
  RunSchema,
  runParameters,
  showPortalAttempt,
  showPortalChange,
  showPortalRun,
} from '../../runs.ts';
import { file, named, pageParameters } from '../../schemas.ts';

const changeFilters = {
  outcomes: listOf(OUTCOMES, 'By `outcome`.'),
  search: Type.Optional(
    Type.String({ maxLength: 320, format: 'search', description: 'In names and personnel numbers.' }),
  ),
};

/** Adds the number of people that approving a held run would offboard or renumber now, and the number of renumbered ones. */
const RunWithPeople = named('Run', {
  ...RunSchema.properties,
  heldPeople: Type.Integer(),
  heldNumbers: Type.Integer(),
});

export function syncRoutes(app: App, { bulkWork, database }: Needs<'database' | 'bulkWork'>): void {
  const find = (request: OfRun) => {
    const { id: integrationId, runId } = request.params;
    return readRun(database.sql, companyOf(request), integrationId, { runId });
  };
  const requireRun = async (request: OfRun) => {
    await find(request);
  };
  const show = async (sql: Pool, request: OfRun) => {
    const run = await find(request);
    const held = await countHeldPeople(sql, companyOf(request), run.id);
    return { data: { ...showPortalRun(run), heldPeople: held.people, heldNumbers: held.renumbered } };
  };

  app.get(
    '/integrations/:id/syncs',
    {
      config: { access: 'portal-viewer' },
      preValidation: async (request) =>
        await requireKnown(database.sql, companyOf(request), request.params.id),
      schema: {
        params: idParameter,
        querystring: Type.Object({ ...pageParameters, statuses: listOf(RUN_STATUSES, 'By `status`.') }),
        response: { 200: pageOf(RunSchema) },
      },
    },
    async (request) => {
      const { page, perPage, ...filter } = request.query;
      const newest = { page, perPage, sortField: 'id', sortOrder: 'desc' } as const;
      const runs = await database.lists.read(readerOf(request), (sql, companyId) =>
        listRuns(sql, companyId, request.params.id, filter, newest),
      );
      return toPage(runs, newest, showPortalRun);
    },
  );

  app.get(
    '/integrations/:id/attempts',
    {
      config: { access: 'portal-viewer' },
      preValidation: async (request) =>
        await requireKnown(database.sql, companyOf(request), request.params.id),
      schema: {
        params: idParameter,
        querystring: Type.Object(pageParameters),
        response: { 200: pageOf(AttemptSchema) },
      },
    },
    async (request) => {
      const newest = { ...request.query, sortField: 'id', sortOrder: 'desc' } as const;
      const attempts = await database.lists.read(readerOf(request), (sql, companyId) =>
        listAttempts(sql, companyId, request.params.id, {}, newest),
      );
      return toPage(attempts, newest, showPortalAttempt);
    },
  );

  app.get(
    '/integrations/:id/syncs/:runId',
    {
      config: { access: 'portal-viewer' },
      schema: { params: runParameters, response: { 200: record(RunWithPeople) } },
    },
    (request) => database.lists.read(readerOf(request), (sql) => show(sql, request)),
  );

  app.get(
    '/integrations/:id/syncs/:runId/changes',
    {
      config: { access: 'portal-viewer' },
      preValidation: requireRun,
      schema: {
        params: runParameters,
        querystring: Type.Object({ ...pageParameters, ...changeFilters }),
        response: { 200: pageOf(ChangeSchema) },
      },
    },
    async (request) => {
      const { page, perPage, ...filter } = request.query;
      const order = { page, perPage, sortField: 'id', sortOrder: 'asc' } as const;
      const { runId } = request.params;
      const changes = await database.lists.read(readerOf(request), (sql, companyId) =>
        listChanges(sql, companyId, runId, filter, order),
      );
      return toPage(changes, order, showPortalChange);
    },
  );

  app.get(
    '/integrations/:id/syncs/:runId/changes.csv',
    {
      config: { access: 'portal-viewer' },
      preValidation: requireRun,
      schema: {
        params: runParameters,
        querystring: Type.Object({ ...changeFilters, ...languageParameter }),
        response: { 200: file },
      },
    },
    async (request, reply) => {
      const { id, runId } = request.params;
      await recordChange(database.sql, companyOf(request), {
        actor: actorOf(request),
        action: 'sync-changes-exported',
        subject: { type: 'hr-integration', id },
        details: { runId },
      });
      const read = database.lists.batches(readerOf(request));
      const { language: _, ...filter } = request.query;
      const batches = readChanges(read, companyOf(request), runId, filter);
      const writing = writingFor(request);
      return await streamCsv(reply, writing, { ...changeFile(writing, runId), batches });
    },
  );

  for (const [word, decide] of Object.entries({ approve: approveRun, discard: discardRun }))
    app.post(
      `/integrations/:id/syncs/:runId/${word}`,
      {
        bodyLimit: SMALL_BODY_BYTES,
        config: { access: 'portal-admin' },
        schema: {
          params: runParameters,
          body: Type.Object({ people: Type.Integer({ minimum: 0 }) }),
          response: { 200: record(RunWithPeople) },
        },
      },
      async (request) => {
        const { id: integrationId, runId } = request.params;
        const held = { companyId: companyOf(request), integrationId, name: { runId } };
        const expected = request.body.people;
        await bulkWork(request, held.companyId, (bulk) =>
          runLongChange(bulk, held.companyId, (tx) => decide(tx, { ...held, expected }, actorOf(request))),
        );
        return await show(database.sql, request);
      },
    );
}
