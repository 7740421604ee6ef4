import { Type } from 'typebox';
import type { Pool } from '../../../../platform/db/types.ts';
import { countHeldPeople } from '../../../../rosters/decide/decide-sql.ts';
import { markSeen } from '../../../../rosters/decide/mark-seen.ts';
import { listRuns } from '../../../../rosters/runs/list-runs.ts';
import type { App } from '../../../app.ts';
import { RUN_STATUSES } from '../../../routes/sync-schemas.ts';
import { decideHeld, HELD_DECISIONS } from '../../../routes/syncs.ts';
import { countOf, idParameter, listOf, nullable, oneOf, pageOf, record, toPage } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { requireIntegration } from '../../require-integration.ts';
import { actorOf, companyOf, readerOf } from '../../require-session.ts';
import { findRun, type OfRun, RunSchema, runParameters, showPortalRun } from '../../runs.ts';
import { named, pageParameters } from '../../schemas.ts';

/** Adds the number of people that approving a held run would offboard or renumber now, and the number of renumbered ones. */
const RunWithPeople = named('Run', {
  ...RunSchema.properties,
  heldPeople: Type.Integer(),
  heldNumbers: Type.Integer(),
  largeOffboarding: nullable(oneOf(['unseen', 'seen'])),
});

export function syncRoutes(app: App, { bulkWork, database }: Needs<'database' | 'bulkWork'>): void {
  const show = async (sql: Pool, request: OfRun) => {
    const run = await findRun(database.sql, request);
    const held = await countHeldPeople(sql, companyOf(request), run.id);
    const { largeOffboarding } = run;
    return {
      data: {
        ...showPortalRun(run),
        heldPeople: held.people,
        heldNumbers: held.renumbered,
        largeOffboarding,
      },
    };
  };

  app.get(
    '/integrations/:id/syncs',
    {
      config: { access: 'portal-see-people' },
      preValidation: requireIntegration(database.sql),
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
    '/integrations/:id/syncs/:runId',
    {
      config: { access: 'portal-see-people' },
      schema: { params: runParameters, response: { 200: record(RunWithPeople) } },
    },
    (request) => database.lists.read(readerOf(request), (sql) => show(sql, request)),
  );

  for (const word of HELD_DECISIONS)
    app.post(
      `/integrations/:id/syncs/:runId/${word}`,
      {
        config: { access: 'portal-change-people' },
        schema: {
          params: runParameters,
          body: Type.Object({ people: countOf(0) }),
          response: { 200: record(RunWithPeople) },
        },
      },
      async (request) => {
        const { id: integrationId, runId } = request.params;
        const held = { companyId: companyOf(request), integrationId, name: { runId } };
        const expected = request.body.people;
        await decideHeld(bulkWork, request, word, { ...held, expected }, actorOf(request));
        return await show(database.sql, request);
      },
    );

  app.post(
    '/integrations/:id/syncs/:runId/seen',
    {
      config: { access: 'portal-change-people' },
      schema: { params: runParameters, response: { 200: record(RunWithPeople) } },
    },
    async (request) => {
      const { id: integrationId, runId } = request.params;
      await database.sql.begin((tx) =>
        markSeen(tx, companyOf(request), { integrationId, runId }, actorOf(request)),
      );
      return await show(database.sql, request);
    },
  );
}
