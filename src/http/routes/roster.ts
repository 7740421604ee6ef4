import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Permission } from '../../api-keys/permissions.ts';
import { requireConnected } from '../../integrations/require-connected.ts';
import { type ReceivedRoster, receiveRoster } from '../../roster/receive-roster.ts';
import { formatEuros } from '../../subscriptions/money.ts';
import { SUBSCRIPTION_STATUSES } from '../../subscriptions/vocabulary.ts';
import { acceptRoster } from '../../sync/accept-roster.ts';
import { MOST_SHOWN, type PreviewedChange, previewRoster } from '../../sync/preview-roster.ts';
import { type Access, companyOf } from '../access.ts';
import type { App } from '../app.ts';
import { clientGone } from '../patient-body.ts';
import type { ProblemCode } from '../problems.ts';
import { readPathId } from '../query.ts';
import { readRosterBody, streamJsonBodies } from '../roster-body.ts';
import { idParameter, nullable, nullableDate, oneOf, record, ref } from '../schemas.ts';
import type { Services } from '../services.ts';
import {
  RosterSchema,
  SyncChangeSchema,
  SyncSchema,
  showChange,
  showWarning,
  syncUrl,
} from './sync-schemas.ts';

/** On one key: what a sync may do to people. */
export const SYNC_PERMISSIONS: readonly Permission[] = [
  'view-employees',
  'add-employees',
  'update-employees',
  'remove-employees',
];
const SYNC_ACCESS: Access = [SYNC_PERMISSIONS];

const PROBLEMS: ProblemCode[] = ['request-timeout', 'integration-disconnected'];

/** The schema of the body is for the documentation: what arrives is a stream, checked entry by entry. */
const unchecked = () => () => true;

const Terms = Type.Object({
  status: oneOf(SUBSCRIPTION_STATUSES),
  nextTicketAt: nullableDate('When the next ticket is due.'),
  contribution: Type.Object({ label: Type.String(), value: Type.Number() }),
});

const { resource: _resource, _links, id: _id, ...changeFields } = SyncChangeSchema.properties;

const PreviewSchema = Type.Object({
  resource: oneOf(['sync-preview']),
  hrIntegrationId: Type.Integer(),
  wouldBeHeld: Type.Boolean({ description: 'Whether ends would wait for approval.' }),
  unfinishedSyncs: Type.Integer({ description: 'Rosters that would be applied before this one.' }),
  bodyDigest: Type.String(),
  counts: SyncSchema.properties.counts,
  problems: SyncSchema.properties.problems,
  changes: Type.Array(Type.Object({ ...changeFields, before: nullable(Terms), after: nullable(Terms) }), {
    description: `The first ${MOST_SHOWN} people of each outcome.`,
  }),
});

/** Where a company's system hands over its roster. The body is read only when everything before it is in order. */
export async function rosterRoutes(app: App, services: Services): Promise<void> {
  const { database, config, uploadSlots, ring } = services;
  const { sql, copies } = database;
  const limits = config.rosterLimits;

  const requireOpen = async (request: FastifyRequest) => {
    const { id } = request.params as { id: unknown };
    await requireConnected(sql, companyOf(request), readPathId(id));
  };

  /** Those whose connection is cut when the server stops still have to clear away what they have stored. */
  const receiving = new Set<Promise<unknown>>();
  app.addHook('onClose', async () => {
    await Promise.allSettled(receiving);
  });

  const receive = async <Result>(
    request: FastifyRequest,
    integrationId: number,
    use: (roster: ReceivedRoster) => Promise<Result>,
  ): Promise<Result> => {
    const gone = new AbortController();
    request.raw.once('close', () => {
      if (!request.raw.complete) gone.abort(clientGone());
    });
    const result = receiveRoster(
      readRosterBody(request, limits),
      {
        companyId: companyOf(request),
        integrationId,
        store: { sql, copies },
        slots: uploadSlots,
        limits,
        signal: gone.signal,
      },
      use,
    );
    receiving.add(result);
    try {
      return await result;
    } finally {
      receiving.delete(result);
    }
  };

  await app.register(async (scope: App) => {
    streamJsonBodies(scope);

    scope.post(
      '/hr-integrations/:id/sync',
      {
        config: { access: SYNC_ACCESS, problems: [...PROBLEMS, 'too-many-unfinished-runs'] },
        preParsing: async (request, _reply, payload) => {
          await requireOpen(request);
          return payload;
        },
        validatorCompiler: unchecked,
        schema: {
          operationId: 'submitRoster',
          summary: 'Submit the complete roster',
          description:
            'Everybody who is not in it is offboarded. It is stored before the answer and applied in the background, once; ' +
            '`Location` names the sync to follow. The same `syncId` again is safe. gzip is accepted.',
          tags: ['Syncs'],
          params: idParameter,
          body: ref(RosterSchema),
          response: {
            204: {
              type: 'null',
              description: 'Accepted.',
              headers: { Location: { type: 'string', description: 'The sync.' } },
            },
          },
        },
      },
      async (request, reply) => {
        const integrationId = request.params.id;
        const companyId = companyOf(request);
        const syncId = await receive(request, integrationId, async (roster) => {
          const submitter = { keyId: request.key?.id ?? 0, userId: null };
          await sql.begin((tx) =>
            acceptRoster(tx, { companyId, integrationId, submitter, limits, ring }, roster),
          );
          return roster.syncId;
        });
        return reply
          .code(204)
          .header('Location', syncUrl(config.baseUrl, integrationId, syncId))
          .send(null);
      },
    );

    scope.post(
      '/hr-integrations/:id/sync/preview',
      {
        config: { access: SYNC_ACCESS, problems: [...PROBLEMS, 'sync-in-progress'] },
        preParsing: async (request, _reply, payload) => {
          await requireOpen(request);
          return payload;
        },
        validatorCompiler: unchecked,
        schema: {
          operationId: 'previewRoster',
          summary: 'See what a roster would do',
          description: 'The same body and the same checks as for a sync. Nothing is changed.',
          tags: ['Syncs'],
          params: idParameter,
          body: ref(RosterSchema),
          response: { 200: record(PreviewSchema) },
        },
      },
      async (request) => {
        const integrationId = request.params.id;
        const companyId = companyOf(request);
        return await receive(request, integrationId, async (roster) => {
          const preview = await previewRoster(sql, companyId, integrationId, roster);
          await roster.upload?.discard();
          const { counts, warnings, isHeld, unfinishedRuns, changes } = preview;
          return {
            data: {
              resource: 'sync-preview' as const,
              hrIntegrationId: integrationId,
              wouldBeHeld: isHeld,
              unfinishedSyncs: unfinishedRuns,
              bodyDigest: roster.digest.toString('hex'),
              counts,
              problems: warnings.map(showWarning),
              changes: changes.map(showPreviewed),
            },
          };
        });
      },
    );
  });
}

/** Somebody who would be added has no id yet: the one it was tried out with is nobody's. */
function showPreviewed(change: PreviewedChange) {
  const { resource: _, _links: __, id: ___, ...shown } = showChange(change, '', '');
  return {
    ...shown,
    employeeId: change.before ? shown.employeeId : null,
    before: showTerms(change.before),
    after: showTerms(change.after),
  };
}

function showTerms(employee: PreviewedChange['before']): Static<typeof Terms> | null {
  if (!employee) return null;
  const { status, nextTicketAt, contributionCents: cents, locale } = employee;
  return {
    status,
    nextTicketAt,
    contribution: { label: formatEuros(cents, locale), value: cents / 100 },
  };
}
