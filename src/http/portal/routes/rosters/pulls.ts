import { Type } from 'typebox';
import { notFound } from '../../../../platform/errors.ts';
import type { Preview } from '../../../../rosters/apply/preview-roster.ts';
import { cancelPreview, selectPreview, selectPull } from '../../../../rosters/pull/pulls-sql.ts';
import { triggerPull } from '../../../../rosters/pull/trigger-pull.ts';
import type { App } from '../../../app.ts';
import { idParameter, oneOf, record } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { companyOf, sessionOf } from '../../require-session.ts';
import { noContent } from '../../schemas.ts';
import { PortalPreview, showNamed } from './rosters.ts';
import { PortalPullSchema, showPortalPull } from './source-schemas.ts';

const pullParameters = Type.Object({ ...idParameter.properties, syncId: Type.String({ maxLength: 200 }) });

/** Fetching a roster now, or previewing what the source that is being set up would bring. */
export function pullRoutes(
  app: App,
  { config, database, wakePullWorker }: Needs<'config' | 'database' | 'wakePullWorker'>,
): void {
  const { sql } = database;

  app.post(
    '/integrations/:id/pulls',
    {
      config: { access: 'portal-change-people' },
      schema: {
        params: idParameter,
        body: Type.Object({
          purpose: oneOf(['roster', 'preview']),
          allowsGaps: Type.Optional(Type.Boolean()),
        }),
        response: { 202: record(PortalPullSchema) },
      },
    },
    async (request, reply) => {
      const { companyId, userId } = sessionOf(request);
      const integrationId = request.params.id;
      const syncId = await sql.begin((tx) =>
        triggerPull(tx, { companyId, integrationId, keyId: null, userId, ...request.body }),
      );
      wakePullWorker(companyId);
      return reply.code(202).send(await readPull(companyId, integrationId, syncId));
    },
  );

  const readPull = async (companyId: number, integrationId: number, syncId: string) => {
    const pull = await selectPull(sql, companyId, integrationId, syncId);
    if (!pull) throw notFound();
    return { data: showPortalPull(pull, integrationId, config.baseUrl) };
  };

  app.get(
    '/integrations/:id/pulls/:syncId',
    {
      config: { access: 'portal-see-people' },
      schema: { params: pullParameters, response: { 200: record(PortalPullSchema) } },
    },
    (request) => readPull(companyOf(request), request.params.id, request.params.syncId),
  );

  // The node that fetches it cannot settle it any more. Nothing has to be taken back.
  app.delete(
    '/integrations/:id/pulls/:syncId',
    {
      config: { access: 'portal-change-people' },
      schema: { params: pullParameters, response: { 204: noContent } },
    },
    async (request, reply) => {
      const { id, syncId } = request.params;
      if (!(await cancelPreview(sql, companyOf(request), id, syncId))) throw notFound();
      return reply.code(204).send();
    },
  );

  app.get(
    '/integrations/:id/pulls/:syncId/preview',
    {
      config: { access: 'portal-change-people' },
      schema: { params: pullParameters, response: { 200: record(PortalPreview) } },
    },
    async (request) => {
      const { id, syncId } = request.params;
      const preview = await selectPreview(sql, companyOf(request), id, syncId);
      if (!preview) throw notFound();
      return { data: showNamed({ ...(preview as Preview), digest: Buffer.alloc(0) }) };
    },
  );
}
