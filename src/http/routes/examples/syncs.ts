import type { Static } from 'typebox';
import type { IntegrationSchema } from '../integration-schemas.ts';
import type { PullSchema } from '../pulls.ts';
import type { SyncAttemptSchema, SyncChangeSchema, SyncSchema } from '../sync-schemas.ts';
import { type ByOperation, DIGEST, linkTo, list, one, record, SYNC_ID, SYNC_PATH } from './show.ts';

export function syncExamples(baseUrl: string): ByOperation {
  const integration = anIntegration(baseUrl);
  const run = anAppliedRun(baseUrl);
  const heldRun = aHeldRun(baseUrl);
  return {
    listHrIntegrations: {
      response: one('A page of integrations', list('/hr-integrations', integration)),
    },
    getHrIntegration: { response: record('An integration', integration) },
    putFile: { response: record('Queued', aPull(baseUrl)) },
    triggerPull: { response: record('Queued', aPull(baseUrl)) },
    getPull: {
      response: {
        Fetching: { data: { ...aPull(baseUrl), ...FETCHING } },
        Failed: { data: { ...aPull(baseUrl), ...FAILED } },
      },
    },
    listSyncs: { response: one('A page of syncs', list('/hr-integrations/3/syncs', run)) },
    getSync: { response: { Applied: { data: run }, Held: { data: heldRun } } },
    listSyncChanges: {
      response: one(
        'A page of changes',
        list('/hr-integrations/3/syncs/2026-11-16T02:00/changes', aChange(baseUrl)),
      ),
    },
    listSyncAttempts: {
      response: one('A page of attempts', list('/hr-integrations/3/attempts', anAttempt(baseUrl))),
    },
    approveSync: { response: record('Approved', run) },
    discardSync: {
      response: record('Discarded', {
        ...heldRun,
        status: 'discarded',
        counts: { ...heldRun.counts, held: 0 },
      }),
    },
  };
}

function anIntegration(baseUrl: string): Static<typeof IntegrationSchema> {
  const link = linkTo(baseUrl);
  return {
    id: 3,
    name: 'HR system',
    type: 'api-integration',
    status: 'connected',
    initialConnectionStatus: 'completed',
    lastSyncId: SYNC_ID,
    lastSyncStatus: 'succeeded',
    lastSynced: '2026-11-16T02:00:04.120Z',
    canTriggerSync: false,
    resource: 'hr-integration',
    _links: { self: link('/hr-integrations/3') },
  };
}

function aPull(baseUrl: string): Static<typeof PullSchema> {
  const syncId = 'pull-0f3c1a52-7c1e-4e0b-9f60-2f6f1f0a9b11';
  return {
    syncId,
    hrIntegrationId: 4,
    status: 'queued',
    isScheduled: false,
    people: 0,
    total: null,
    leftEarlier: 0,
    withoutNumber: 0,
    code: null,
    detail: null,
    field: null,
    right: null,
    createdAt: '2026-11-16T02:07:00.120Z',
    startedAt: null,
    finishedAt: null,
    resource: 'hr-pull',
    _links: { self: linkTo(baseUrl)(`/hr-integrations/4/pulls/${syncId}`) },
  };
}

const FETCHING = {
  status: 'fetching',
  people: 400,
  total: 1250,
  startedAt: '2026-11-16T02:07:00.480Z',
} as const;

const FAILED = {
  status: 'failed',
  code: 'source-field-missing',
  detail: 'The system does not send dateOfBirth for everybody.',
  field: 'dateOfBirth',
  right: 'Readable employee attributes: Date of birth',
  startedAt: '2026-11-16T02:07:00.480Z',
  finishedAt: '2026-11-16T02:07:02.910Z',
} as const;

const problems: Static<typeof SyncSchema>['problems'] = [
  {
    code: 'unknown-field',
    message: 'The service does not know this field and ignores it.',
    count: 1,
    pointers: ['/employees/1/terminatonDate'],
    hrIds: ['4712'],
    name: 'terminatonDate',
    in: 'entry',
    similarName: 'terminationDate',
  },
];

function anAppliedRun(baseUrl: string): Static<typeof SyncSchema> {
  const link = linkTo(baseUrl);
  return {
    id: 512,
    syncId: SYNC_ID,
    repeatsSyncId: null,
    hrIntegrationId: 3,
    status: 'succeeded',
    counts: { entries: 1204, unchanged: 1199, invalid: 0, added: 2, updated: 2, offboarded: 1, held: 0 },
    problems,
    failure: null,
    progress: null,
    attempts: 1,
    resubmissions: 0,
    resubmittedDifferently: false,
    bodyDigest: DIGEST,
    acceptedAt: '2026-11-16T02:00:03.411Z',
    startedAt: '2026-11-16T02:00:03.480Z',
    finishedAt: '2026-11-16T02:00:04.120Z',
    resource: 'sync',
    _links: {
      self: link(SYNC_PATH),
      hrIntegration: link('/hr-integrations/3'),
      changes: link(`${SYNC_PATH}/changes`),
    },
  };
}

function aHeldRun(baseUrl: string): Static<typeof SyncSchema> {
  return {
    ...anAppliedRun(baseUrl),
    status: 'held',
    counts: { entries: 600, unchanged: 600, invalid: 0, added: 0, updated: 0, offboarded: 0, held: 604 },
    problems: [
      {
        code: 'large-offboarding',
        message:
          'The roster ends the employment of more than 20 % of the people: please check that the export is complete.',
        count: 604,
        pointers: [],
        hrIds: [],
        outOf: 1204,
      },
    ],
    finishedAt: null,
  };
}

function aChange(baseUrl: string): Static<typeof SyncChangeSchema> {
  const link = linkTo(baseUrl);
  return {
    id: 7001,
    outcome: 'updated',
    reason: 'roster-differs',
    message: 'The roster says something else than the record.',
    employeeId: 42,
    hrId: '4711',
    pointer: '/employees/0',
    fields: { email: { from: 'ada.byron@example.com', to: 'ada@example.com' } },
    subscription: null,
    resource: 'sync-change',
    _links: { sync: link(SYNC_PATH), employee: link('/employees/42') },
  };
}

function anAttempt(baseUrl: string): Static<typeof SyncAttemptSchema> {
  const link = linkTo(baseUrl);
  return {
    id: 19,
    hrIntegrationId: 3,
    status: 422,
    code: 'invalid-values',
    detail: null,
    errors: [{ in: 'body', pointer: '/employees/3/dateOfBirth', code: 'malformed', hrId: '4714' }],
    errorCount: 1,
    count: 3,
    syncId: '2026-11-15T02:00',
    requestId: '0b9f3c52-6f0e-4a53-9d6a-0d3f6b1a7c11',
    sender: { type: 'api-key', id: 5 },
    firstAt: '2026-11-15T02:00:02.870Z',
    lastAt: '2026-11-15T02:10:03.014Z',
    resource: 'sync-attempt',
    _links: { hrIntegration: link('/hr-integrations/3') },
  };
}
