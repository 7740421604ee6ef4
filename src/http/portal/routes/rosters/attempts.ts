import { Type } from 'typebox';
import { listAttempts } from '../../../../rosters/runs/list-attempts.ts';
import type { App } from '../../../app.ts';
import { idParameter, pageOf, toPage } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { requireIntegration } from '../../require-integration.ts';
import { readerOf } from '../../require-session.ts';
import { AttemptSchema, showPortalAttempt } from '../../runs.ts';
import { pageParameters } from '../../schemas.ts';

export function attemptRoutes(app: App, { database }: Needs<'database'>): void {
  app.get(
    '/integrations/:id/attempts',
    {
      config: { access: 'portal-see-people' },
      preValidation: requireIntegration(database.sql),
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
}
