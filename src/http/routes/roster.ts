import { type Static, Type } from 'typebox';
import { formatEuros } from '../../../texts/format.ts';
import type { Permission } from '../../company/api-keys/permissions.ts';
import { RESUBMISSIONS } from '../../rosters/accept/accept-roster.ts';
import { MAX_SHOWN, type Preview, type PreviewedChange } from '../../rosters/apply/preview-roster.ts';
import { SUBSCRIPTION_STATUSES } from '../../tickets/subscriptions/subscription-statuses.ts';
import { type Access, companyOf, keyOf, scopeOf } from '../access.ts';
import type { App } from '../app.ts';
import type { ProblemCode } from '../problems.ts';
import { receiveRosters } from '../receive/receive-rosters.ts';
import { RosterQuery } from '../receive/roster-query.ts';
import type { RosterReceiver } from '../receive/roster-receiver.ts';
import { idParameter, nullable, nullableDate, oneOf, record, recordId, ref } from '../schemas.ts';
import type { Needs } from '../services.ts';
import { ROSTER_VERSION } from './integration-schemas.ts';
import {
  RosterSchema,
  SyncChangeSchema,
  SyncSchema,
  showChange,
  showWarning,
  syncUrl,
} from './sync-schemas.ts';

/** The permissions that one key needs to submit a roster. */
export const SYNC_PERMISSIONS: readonly Permission[] = [
  'view-employees',
  'add-employees',
  'update-employees',
  'remove-employees',
];
const SYNC_ACCESS: Access = [SYNC_PERMISSIONS];

const RESUBMITTED = 'X-Sync-Resubmitted';

const PROBLEMS: ProblemCode[] = ['integration-disconnected', 'integration-is-pulled'];

/** The schema of the body serves the documentation only: the body is a stream that is checked entry by entry. */
export const unchecked = () => () => true;

const Terms = Type.Object({
  status: oneOf(SUBSCRIPTION_STATUSES),
  nextTicketAt: nullableDate('When the next ticket is due.'),
  contribution: Type.Object({ label: Type.String(), value: Type.Number() }),
});

const { resource: _resource, _links, id: _id, ...changeFields } = SyncChangeSchema.properties;

export const PreviewedChangeSchema = Type.Object({
  ...changeFields,
  before: nullable(Terms),
  after: nullable(Terms),
});

export const PreviewSchema = Type.Object({
  resource: oneOf(['sync-preview']),
  hrIntegrationId: recordId,
  wouldBeHeld: Type.Boolean({ description: 'Whether ends would wait for approval.' }),
  unfinishedSyncs: Type.Integer({ description: 'Rosters that would be applied before this one.' }),
  bodyDigest: Type.String(),
  counts: SyncSchema.properties.counts,
  problems: SyncSchema.properties.problems,
  changes: Type.Array(PreviewedChangeSchema, {
    description: `The first ${MAX_SHOWN} people of each outcome.`,
  }),
});

/** Routes for submitting and previewing a roster. The body is read after all other checks have passed. */
export async function rosterRoutes(
  app: App,
  services: Needs<
    'config' | 'database' | 'bulkWork' | 'wakeRosterWorker' | 'metrics' | 'rosterBodies' | 'keptBodies'
  >,
): Promise<void> {
  await app.register(async (scope: App) => {
    const rosters = receiveRosters(scope, services, (request) => ({
      companyId: companyOf(request),
      submitter: { keyId: keyOf(request), userId: null },
      scope: scopeOf(request),
    }));
    submitRoute(scope, rosters, services);
    previewRoute(scope, rosters);
  });
}

function submitRoute(scope: App, rosters: RosterReceiver, { config }: Needs<'config'>): void {
  scope.post(
    '/hr-integrations/:id/sync',
    {
      config: {
        access: SYNC_ACCESS,
        scoped: 'path',
        hasOwnSlots: true,
        problems: [...PROBLEMS, 'roster-outdated', 'too-many-unfinished-runs'],
      },
      preParsing: rosters.requireOpen,
      onError: rosters.recordRefusal,
      validatorCompiler: unchecked,
      schema: {
        operationId: 'submitRoster',
        summary: 'Submit the complete roster',
        description:
          'People of this integration whom the roster does not list are offboarded, or only unlinked if another link of theirs ' +
          'is present. The service answers 204 once the roster is stored durably, and applies it once, in the background; ' +
          '`Location` names the sync to follow. Sending the same `syncId` again is safe; a roster with other content is then ' +
          'ignored, unless the first one failed, and is listed as an attempt. With `If-Match`, a roster with a new `syncId` is refused ' +
          'if another one was accepted since the version was read. gzip is accepted.',
        tags: ['Syncs'],
        params: idParameter,
        querystring: RosterQuery,
        headers: Type.Object({
          'if-match': Type.Optional(
            Type.String({ description: 'The `ETag` of the integration that the roster follows.' }),
          ),
        }),
        body: ref(RosterSchema),
        response: {
          204: {
            type: 'null',
            description: 'Accepted.',
            headers: {
              Location: { type: 'string', description: 'The sync.' },
              [ROSTER_VERSION]: {
                type: 'string',
                description: 'The version of the integration that this roster made.',
              },
              [RESUBMITTED]: {
                type: 'string',
                enum: [...RESUBMISSIONS],
                description:
                  'Only if the `syncId` is known. `same-body`: the body equals the earlier one. `other-body`: it does not, ' +
                  'and is ignored. `queued-again`: the earlier one failed, and this one is applied. `superseded`: the earlier one ' +
                  'failed, and a later roster was accepted.',
              },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { syncId, version, resubmitted } = await rosters.accept(request);
      if (resubmitted) reply.header(RESUBMITTED, resubmitted);
      return reply
        .code(204)
        .header('Location', syncUrl(config.baseUrl, request.params.id, syncId))
        .header(ROSTER_VERSION, String(version))
        .send(null);
    },
  );
}

function previewRoute(scope: App, rosters: RosterReceiver): void {
  scope.post(
    '/hr-integrations/:id/sync/preview',
    {
      config: {
        access: SYNC_ACCESS,
        scoped: 'path',
        hasOwnSlots: true,
        problems: PROBLEMS,
      },
      preParsing: rosters.requireOpen,
      validatorCompiler: unchecked,
      schema: {
        operationId: 'previewRoster',
        summary: 'See what a roster would do',
        description: 'The same body and the same checks as for a sync. Nothing is changed.',
        tags: ['Syncs'],
        params: idParameter,
        querystring: RosterQuery,
        body: ref(RosterSchema),
        response: { 200: record(PreviewSchema, 'What the roster would change.') },
      },
    },
    async (request) => {
      const preview = await rosters.preview(request);
      return {
        data: {
          resource: 'sync-preview' as const,
          hrIntegrationId: request.params.id,
          ...showPreview(preview),
          changes: preview.changes.map(showPreviewed),
        },
      };
    },
  );
}

/** The preview without the list of people. */
export function showPreview({
  counts,
  warnings,
  isHeld,
  unfinishedRuns,
  digest,
}: Preview & { digest: Buffer }) {
  return {
    wouldBeHeld: isHeld,
    unfinishedSyncs: unfinishedRuns,
    bodyDigest: digest.toString('hex'),
    counts,
    problems: warnings.map(showWarning),
  };
}

/** A person who would be added has no id yet; the id of the rolled-back transaction is not shown. */
export function showPreviewed(change: PreviewedChange): Static<typeof PreviewedChangeSchema> {
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
