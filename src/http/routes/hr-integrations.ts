import { type Static, Type } from 'typebox';
import { notFound } from '../../errors.ts';
import { listIntegrations } from '../../integrations/list-integrations.ts';
import { type Integration, selectIntegrations } from '../../integrations/sql.ts';
import {
  CONNECTION_STATUSES,
  INTEGRATION_STATUSES,
  INTEGRATION_TYPES,
  SYNC_STATUSES,
} from '../../integrations/vocabulary.ts';
import { allOf, companyOf, readerOf, scopeOf } from '../access.ts';
import type { App } from '../app.ts';
import {
  idParameter,
  link,
  listOf,
  listParameters,
  nullable,
  oneOf,
  pageOf,
  record,
  ref,
  toLink,
  toPage,
} from '../schemas.ts';
import type { Services } from '../services.ts';

export const IntegrationSchema = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    type: oneOf(INTEGRATION_TYPES),
    status: oneOf(INTEGRATION_STATUSES, {
      description:
        '`pending` until a first roster is accepted; `error` after a failed run until one succeeds.',
    }),
    initialConnectionStatus: oneOf(CONNECTION_STATUSES),
    lastSyncId: nullable(Type.String({ description: 'Of the latest roster that was accepted.' })),
    lastSyncStatus: oneOf(SYNC_STATUSES),
    lastSynced: nullable(
      Type.String({
        format: 'date-time',
        description: 'When it finished, or until then when it was accepted.',
      }),
    ),
    canTriggerSync: Type.Boolean({
      description: 'False: rosters are pushed, the service does not pull them.',
    }),
    resource: oneOf(['hr-integration']),
    _links: Type.Object({ self: link('This integration.') }),
  },
  { $id: 'HrIntegration' },
);

export function hrIntegrationRoutes(app: App, { database, config }: Services): void {
  const show = (integration: Integration) => showIntegration(integration, config.baseUrl);

  app.get(
    '/hr-integrations',
    {
      config: { access: allOf('view-hr-integrations'), scoped: 'records' },
      schema: {
        operationId: 'listHrIntegrations',
        summary: 'List HR integrations',
        tags: ['HR integrations'],
        querystring: Type.Object({ ...listParameters, types: listOf(INTEGRATION_TYPES, 'By `type`.') }),
        response: { 200: pageOf(ref(IntegrationSchema)) },
      },
    },
    async (request) => {
      const { page, perPage, sortField, sortOrder, ...filter } = request.query;
      const order = { page, perPage, sortField, sortOrder };
      const found = await database.lists.read(readerOf(request), (sql, companyId) =>
        listIntegrations(sql, companyId, scopeOf(request), filter, order),
      );
      return toPage(found, order, show);
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
        response: { 200: record(ref(IntegrationSchema)) },
      },
    },
    async (request) => {
      const [integration] = await selectIntegrations(database.sql, companyOf(request), [request.params.id]);
      if (!integration) throw notFound();
      return { data: show(integration) };
    },
  );
}

export function showIntegration(integration: Integration, baseUrl: string): Static<typeof IntegrationSchema> {
  return {
    id: integration.id,
    name: integration.name,
    type: integration.type,
    status: integration.status,
    initialConnectionStatus: integration.initialConnectionStatus,
    lastSyncId: integration.lastSyncId,
    lastSyncStatus: integration.lastSyncStatus,
    lastSynced: integration.lastSyncedAt?.toISOString() ?? null,
    canTriggerSync: false,
    resource: 'hr-integration',
    _links: { self: toLink(`${baseUrl}/hr-integrations/${integration.id}`) },
  };
}
