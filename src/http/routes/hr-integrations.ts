import { Type } from 'typebox';
import { INTEGRATION_TYPES } from '../../company/integrations/integration-types.ts';
import { type Integration, selectIntegrations } from '../../company/integrations/integrations-sql.ts';
import { listIntegrations } from '../../company/integrations/list-integrations.ts';
import { noSuch } from '../../platform/errors.ts';
import { allOf, companyOf, scopeOf } from '../access.ts';
import type { App } from '../app.ts';
import { idParameter, listOf, record, ref } from '../schemas.ts';
import type { Needs } from '../services.ts';
import { IntegrationSchema, ROSTER_VERSION, showIntegration } from './integration-schemas.ts';
import { createListAnswers, filterOf, listOfRecords, recordListParameters } from './lists.ts';

export function hrIntegrationRoutes(app: App, services: Needs<'config' | 'database' | 'listCursors'>): void {
  const { database, config } = services;
  const answerList = createListAnswers(services);
  const show = (integration: Integration) => showIntegration(integration, config.baseUrl);

  app.get(
    '/hr-integrations',
    {
      config: { access: allOf('view-hr-integrations'), scoped: 'records' },
      schema: {
        operationId: 'listHrIntegrations',
        summary: 'List HR integrations',
        tags: ['HR integrations'],
        querystring: Type.Object({ ...recordListParameters, types: listOf(INTEGRATION_TYPES, 'By `type`.') }),
        response: { 200: listOfRecords(ref(IntegrationSchema)) },
      },
    },
    async (request) => {
      const filter = filterOf(request.query);
      return await answerList(
        request,
        (sql, companyId, order) => listIntegrations(sql, companyId, scopeOf(request), filter, order),
        show,
      );
    },
  );

  app.get(
    '/hr-integrations/:id',
    {
      config: { access: allOf('view-hr-integrations'), scoped: 'path' },
      schema: {
        operationId: 'getHrIntegration',
        summary: 'Get an HR integration',
        tags: ['HR integrations'],
        params: idParameter,
        response: {
          200: {
            ...record(ref(IntegrationSchema), 'The integration.'),
            headers: {
              ETag: { type: 'string', description: 'Its version, for `If-Match` of the next roster.' },
              [ROSTER_VERSION]: {
                type: 'string',
                description: 'Its version: the number of rosters accepted so far.',
              },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const [integration] = await selectIntegrations(database.sql, companyOf(request), [request.params.id]);
      if (!integration) throw noSuch('integration', request.params.id);
      const { version } = integration;
      reply.header('ETag', `"${version}"`).header(ROSTER_VERSION, String(version));
      return { data: show(integration) };
    },
  );
}
