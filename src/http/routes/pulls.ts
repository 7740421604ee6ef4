import { type Static, Type } from 'typebox';
import { noSuchIn } from '../../platform/errors.ts';
import { PULL_STATUSES, type Pull, selectPull } from '../../rosters/pull/pulls-sql.ts';
import { triggerPull } from '../../rosters/pull/trigger-pull.ts';
import { companyOf, keyOf } from '../access.ts';
import type { App } from '../app.ts';
import { idParameter, link, nullable, oneOf, record, recordId, ref, toLink } from '../schemas.ts';
import type { Needs } from '../services.ts';
import { SYNC_PERMISSIONS } from './roster.ts';
import { syncUrl } from './sync-schemas.ts';

const timestamp = (description: string) => nullable(Type.String({ format: 'date-time', description }));

export const PullSchema = Type.Object(
  {
    syncId: Type.String({ description: 'Of the roster that it becomes.' }),
    hrIntegrationId: recordId,
    status: oneOf(PULL_STATUSES, {
      description:
        '`queued`: it waits for a worker, for an earlier file, or until the source is set up. `fetching`: the HR system is being asked. `accepted`: it has become a roster, see `_links.sync`. `previewed`: somebody ' +
        'looks at it in the portal. `failed`: nothing has changed, see `code`.',
    }),
    isScheduled: Type.Boolean(),
    people: Type.Integer({ description: 'Fetched so far.' }),
    total: nullable(Type.Integer({ description: 'As the HR system says; null if it does not.' })),
    leftEarlier: Type.Integer({
      description: 'People who left before this month, whom the roster does not need.',
    }),
    withoutNumber: Type.Integer({
      description: 'People without a personnel number, whom the roster leaves out.',
    }),
    code: nullable(Type.String({ description: 'Why it failed.' })),
    detail: nullable(Type.String()),
    field: nullable(Type.String({ description: 'The field that the HR system does not show.' })),
    right: nullable(Type.String({ description: 'The right to grant, as the HR system calls it.' })),
    createdAt: Type.String({ format: 'date-time' }),
    startedAt: timestamp('When it was last begun.'),
    finishedAt: timestamp('When it ended.'),
    resource: oneOf(['hr-pull']),
    _links: Type.Object({
      self: link('This pull.'),
      sync: Type.Optional(link('The sync, once it is accepted.')),
    }),
  },
  { $id: 'HrPull' },
);

export function showPull(pull: Pull, integrationId: number, baseUrl: string): Static<typeof PullSchema> {
  const { purpose: _, runId: __, isOfFile: ___, createdAt, startedAt, finishedAt, ...shown } = pull;
  return {
    ...shown,
    hrIntegrationId: integrationId,
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
    resource: 'hr-pull',
    _links: {
      self: toLink(pullUrl(baseUrl, integrationId, pull.syncId)),
      ...(pull.status === 'accepted' && { sync: toLink(syncUrl(baseUrl, integrationId, pull.syncId)) }),
    },
  };
}

export const pullUrl = (baseUrl: string, integrationId: number, syncId: string) =>
  `${baseUrl}/hr-integrations/${integrationId}/pulls/${syncId}`;

export function pullRoutes(app: App, services: Needs<'config' | 'database' | 'wakePullWorker'>): void {
  const { sql } = services.database;
  const { baseUrl } = services.config;

  const readOne = async (companyId: number, integrationId: number, syncId: string) => {
    const pull = await selectPull(sql, companyId, integrationId, syncId);
    if (!pull) throw noSuchIn(integrationId, 'pull');
    return { data: showPull(pull, integrationId, baseUrl) };
  };

  app.post(
    '/hr-integrations/:id/trigger',
    {
      config: {
        access: [SYNC_PERMISSIONS],
        scoped: 'path',
        problems: ['integration-disconnected', 'cannot-trigger', 'already-running'],
      },
      schema: {
        operationId: 'triggerPull',
        summary: 'Fetch the roster from the HR system now',
        description:
          'For integrations whose `canTriggerSync` is true. The service asks the HR system for everybody in the background and ' +
          'makes a roster of it. `Location` names the pull to follow.',
        tags: ['HR integrations'],
        params: idParameter,
        response: {
          202: {
            ...record(ref(PullSchema), 'The pull.'),
            headers: { Location: { type: 'string', description: 'The pull.' } },
          },
        },
      },
    },
    async (request, reply) => {
      const companyId = companyOf(request);
      const { id } = request.params;
      const syncId = await sql.begin((tx) =>
        triggerPull(tx, {
          companyId,
          integrationId: id,
          purpose: 'roster',
          keyId: keyOf(request),
          userId: null,
        }),
      );
      services.wakePullWorker(companyId);
      return reply
        .code(202)
        .header('Location', pullUrl(baseUrl, id, syncId))
        .send(await readOne(companyId, id, syncId));
    },
  );

  app.get(
    '/hr-integrations/:id/pulls/:syncId',
    {
      config: { access: [['view-hr-integrations'], SYNC_PERMISSIONS], scoped: 'path' },
      schema: {
        operationId: 'getPull',
        summary: 'Get a pull',
        description: 'How far it is, or why it failed.',
        tags: ['HR integrations'],
        params: Type.Object({ ...idParameter.properties, syncId: Type.String({ maxLength: 200 }) }),
        response: { 200: record(ref(PullSchema), 'The pull.') },
      },
    },
    async (request) => readOne(companyOf(request), request.params.id, request.params.syncId),
  );
}
