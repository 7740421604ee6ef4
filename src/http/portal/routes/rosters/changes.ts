import { Type } from 'typebox';
import { recordChange } from '../../../../domain/audit/record-change.ts';
import { listChanges, readChanges } from '../../../../rosters/runs/list-changes.ts';
import { OUTCOMES } from '../../../../rosters/runs/sync-outcomes.ts';
import type { App } from '../../../app.ts';
import { listOf, pageOf, toPage } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { languageParameter, streamCsv, writingFor } from '../../csv.ts';
import { changeFile } from '../../files/changes.ts';
import { actorOf, companyOf, readerOf } from '../../require-session.ts';
import { ChangeSchema, findRun, type OfRun, runParameters, showPortalChange } from '../../runs.ts';
import { file, pageParameters } from '../../schemas.ts';

const changeFilters = {
  outcomes: listOf(OUTCOMES, 'By `outcome`.'),
  search: Type.Optional(
    Type.String({ maxLength: 320, format: 'search', description: 'In names and personnel numbers.' }),
  ),
};

/** What a sync changed, as a list and as a file. */
export function changeRoutes(app: App, { database }: Needs<'database'>): void {
  const requireRun = async (request: OfRun) => {
    await findRun(database.sql, request);
  };

  app.get(
    '/integrations/:id/syncs/:runId/changes',
    {
      config: { access: 'portal-see-people' },
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
      config: { access: 'portal-see-people' },
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
}
