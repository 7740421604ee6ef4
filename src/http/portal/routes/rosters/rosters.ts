import { randomUUID } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { WHOLE_COMPANY } from '../../../../domain/access/scope.ts';
import { openForRosters } from '../../../../rosters/accept/open-for-rosters.ts';
import { readEarlierRoster, requireEarlierRun } from '../../../../rosters/earlier/earlier-roster.ts';
import { bodyOf } from '../../../../rosters/receive/body-of.ts';
import type { App } from '../../../app.ts';
import { receiveRosters } from '../../../receive/receive-rosters.ts';
import { PortalRosterQuery } from '../../../receive/roster-query.ts';
import type { RepeatedRoster, RosterReceiver } from '../../../receive/roster-receiver.ts';
import {
  PreviewedChangeSchema,
  PreviewSchema,
  showPreview,
  showPreviewed,
  unchecked,
} from '../../../routes/roster.ts';
import { idParameter, record, recordId } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { answerWithProgress } from '../../progress.ts';
import { companyOf, readerOf, sessionOf } from '../../require-session.ts';
import { nameFields, type OfRun, runParameters } from '../../runs.ts';
import { named } from '../../schemas.ts';

const { resource: _resource, hrIntegrationId: _id, ...previewFields } = PreviewSchema.properties;

const PreviewedChange = named('PreviewedChange', {
  ...PreviewedChangeSchema.properties,
  ...nameFields,
});

export const PortalPreview = named('RosterPreview', {
  ...previewFields,
  changes: Type.Array(PreviewedChange),
});

/** With the version of the integration that the preview holds for. */
const RepeatedPreview = named('RepeatedRosterPreview', {
  ...PortalPreview.properties,
  version: Type.Integer(),
});

/** For the generated types: the entries are checked one by one while the body arrives. */
const Roster = Type.Object({ syncId: Type.String(), employees: Type.Array(Type.Unknown()) });

/** A person downloads the mistakes of a file as a list, so the first hundred are not enough. */
const MAX_MISTAKES = 10_000;
/** A person looks through the names of those who leave. */
const MAX_LEAVERS = 1_000;

/** Routes for a roster that a person sends by hand. It is processed like any other. */
export async function rosterRoutes(
  app: App,
  services: Needs<
    'config' | 'database' | 'bulkWork' | 'wakeRosterWorker' | 'metrics' | 'rosterBodies' | 'keptBodies'
  >,
): Promise<void> {
  await app.register(async (scope: App) => {
    const rosters = receiveRosters(scope, services, (request) => {
      const { companyId, userId } = sessionOf(request);
      return { companyId, submitter: { keyId: null, userId }, scope: WHOLE_COMPANY };
    });
    previewRoute(scope, rosters);
    sendRoute(scope, rosters);
    previewAgainRoute(scope, rosters, services);
    sendAgainRoute(scope, rosters, services);
  });
}

function previewRoute(scope: App, rosters: RosterReceiver): void {
  scope.post(
    '/integrations/:id/rosters/preview',
    {
      config: { access: 'portal-change-people', hasOwnSlots: true },
      preParsing: rosters.requireOpen,
      validatorCompiler: unchecked,
      schema: {
        params: idParameter,
        querystring: PortalRosterQuery,
        body: Roster,
        response: { 200: record(PortalPreview) },
      },
    },
    async (request, reply) =>
      answerWithProgress(request, reply, async (onProgress) =>
        showNamed(
          await rosters.preview(request, {
            onProgress,
            maxErrors: MAX_MISTAKES,
            maxLeavers: MAX_LEAVERS,
          }),
        ),
      ),
  );
}

function sendRoute(scope: App, rosters: RosterReceiver): void {
  scope.post(
    '/integrations/:id/rosters',
    {
      config: { access: 'portal-change-people', hasOwnSlots: true },
      preParsing: rosters.requireOpen,
      onError: rosters.recordRefusal,
      validatorCompiler: unchecked,
      schema: {
        params: idParameter,
        querystring: PortalRosterQuery,
        body: Roster,
        response: { 202: record(Type.Object({ runId: recordId })) },
      },
    },
    async (request, reply) => {
      const { runId } = await rosters.accept(request);
      return reply.code(202).send({ data: { runId } });
    },
  );
}

function previewAgainRoute(scope: App, rosters: RosterReceiver, services: Needs<'database'>): void {
  scope.post(
    '/integrations/:id/syncs/:runId/send-again/preview',
    {
      config: { access: 'portal-change-people', hasOwnSlots: true },
      preParsing: rosters.requireConnected,
      schema: { params: runParameters, response: { 200: record(RepeatedPreview) } },
    },
    async (request, reply) =>
      answerWithProgress(request, reply, async (onProgress) => {
        const { id } = request.params;
        const { lastAcceptSeq: version } = await openForRosters(
          services.database.sql,
          companyOf(request),
          id,
        );
        const repeated = await earlierRoster(services, request);
        const preview = await rosters.preview(request, { onProgress, maxLeavers: MAX_LEAVERS, repeated });
        return { ...showNamed(preview), version };
      }),
  );
}

function sendAgainRoute(scope: App, rosters: RosterReceiver, services: Needs<'database'>): void {
  scope.post(
    '/integrations/:id/syncs/:runId/send-again',
    {
      config: { access: 'portal-change-people', hasOwnSlots: true },
      preParsing: rosters.requireConnected,
      onError: rosters.recordRefusal,
      schema: {
        params: runParameters,
        headers: Type.Object({ 'if-match': Type.Optional(Type.String()) }),
        response: { 202: record(Type.Object({ runId: recordId })) },
      },
    },
    async (request, reply) => {
      const { runId } = await rosters.accept(request, await earlierRoster(services, request));
      return reply.code(202).send({ data: { runId } });
    },
  );
}

/** The roster of an earlier run, read while it is received. */
async function earlierRoster({ database }: Needs<'database'>, request: OfRun): Promise<RepeatedRoster> {
  const { id, runId } = request.params;
  const companyId = companyOf(request);
  const run = await requireEarlierRun(database.sql, companyId, id, { runId });
  const batches = readEarlierRoster(database.lists.batches(readerOf(request)), companyId, run);
  return { runId, body: bodyOf(`again-${randomUUID()}`, batches) };
}

export function showNamed(preview: Parameters<typeof showPreview>[0]): Static<typeof PortalPreview> {
  const changes = preview.changes.map((change) => {
    const { firstName = null, lastName = null } = change.after ?? change.before ?? {};
    return { ...showPreviewed(change), firstName, lastName };
  });
  return { ...showPreview(preview), changes };
}
