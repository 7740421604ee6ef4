import type { Static } from 'typebox';
import { toLink } from '../../schemas.ts';
import type { DocumentSchema } from '../employee-documents.ts';
import type { EmployeeSchema } from '../employee-schemas.ts';
import type { EventSchema } from '../events.ts';
import type { IntegrationSchema } from '../integration-schemas.ts';
import type { PreviewSchema } from '../roster.ts';
import type { StatementLineSchema, StatementSchema } from '../statement-schemas.ts';
import type { RosterSchema, SyncAttemptSchema, SyncChangeSchema, SyncSchema } from '../sync-schemas.ts';

/** All examples show the night of 16 November 2026 at one company, so that ids lead from one example to the next. */
const SYNC_ID = '2026-11-16T02:00';
const DIGEST = 'd4e1f0c29a3b58c7716e0d2f5b8a94c3e6170f2d8b5a4c9e3f1d7060b2a8c5e4';

export const roster: Static<typeof RosterSchema> = {
  syncId: SYNC_ID,
  employees: [
    {
      hrId: '4711',
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      dateOfBirth: '1990-12-10',
      startDate: '2020-01-01',
    },
    {
      hrId: '4712',
      firstName: 'Grace',
      lastName: 'Hopper',
      email: 'grace@example.com',
      dateOfBirth: '1986-12-09',
      startDate: '2026-12-01',
      autoSyncEmployee: true,
    },
  ],
};

/** The fields that most people do not have. */
export const rosterWithAllFields: Static<typeof RosterSchema> = {
  syncId: SYNC_ID,
  employees: [
    {
      hrId: '4713',
      firstName: 'Alan',
      lastName: 'Turing',
      email: 'alan@example.com',
      dateOfBirth: '1982-06-23',
      startDate: '2018-04-01',
      terminationDate: '2027-03-31',
      profileImage: 'https://hr.example.com/pictures/4713.jpg',
      autoSyncEmployee: null,
      absences: [
        { id: 9001, type: 'parental', startDate: '2026-12-01', endDate: '2027-01-31', status: 'approved' },
      ],
    },
  ],
};

export function recordExamples(baseUrl: string) {
  const link = (path: string) => toLink(`${baseUrl}${path}`);
  const sync = `/hr-integrations/3/syncs/${encodeURIComponent(SYNC_ID)}`;

  const employee: Static<typeof EmployeeSchema> = {
    id: 42,
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    dateOfBirth: '1990-12-10',
    profileImage: null,
    resource: 'employee',
    subscription: {
      status: 'active',
      startAt: '2026-10-01',
      nextTicketAt: '2026-12-01',
      pausedAt: null,
      cancelledAt: null,
      reactivatedAt: null,
    },
    plan: {
      type: 'deferred-plan',
      contractSigningStatus: 'accepted',
      employeeContributionAmount: { label: '34,30 €', value: 34.3 },
    },
    ticket: {
      ticketId: 'TKT-00000137',
      ticketMonth: '2026-11',
      validFrom: '2026-11-01',
      validUntil: '2026-11-30',
      links: {
        apple: `${baseUrl}/wallet/2.do.apple.EXAMPLE`,
        google: `${baseUrl}/wallet/2.do.google.EXAMPLE`,
      },
    },
    hrIntergartionLinks: [
      {
        type: 'hr-integration',
        hrId: '4711',
        hrIntegrationId: 3,
        lastSyncId: SYNC_ID,
        lastSynced: '2026-11-16T02:00:04.120Z',
      },
    ],
    _links: { self: link('/employees/42'), employeeDocuments: link('/employees/42/documents') },
  };

  const document: Static<typeof DocumentSchema> = {
    id: 108,
    employeeId: 42,
    documentName: 'Receipt 2026-11',
    documentFileType: 'pdf',
    downloadable: true,
    createdAt: '2026-11-01T00:00:21.004Z',
    updatedAt: '2026-11-01T00:00:21.004Z',
    resource: 'employee-document',
    _links: { self: link('/employee-documents/108'), employee: link('/employees/42') },
  };

  const integration: Static<typeof IntegrationSchema> = {
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

  const run: Static<typeof SyncSchema> = {
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
      self: link(sync),
      hrIntegration: link('/hr-integrations/3'),
      changes: link(`${sync}/changes`),
    },
  };

  const heldRun: Static<typeof SyncSchema> = {
    ...run,
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

  const change: Static<typeof SyncChangeSchema> = {
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
    _links: { sync: link(sync), employee: link('/employees/42') },
  };

  const attempt: Static<typeof SyncAttemptSchema> = {
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

  const preview: Static<typeof PreviewSchema> = {
    resource: 'sync-preview',
    hrIntegrationId: 3,
    wouldBeHeld: false,
    unfinishedSyncs: 0,
    bodyDigest: DIGEST,
    counts: { entries: 2, unchanged: 1, added: 1, updated: 0, offboarded: 0, held: 0 },
    problems: [],
    changes: [
      {
        outcome: 'added',
        reason: 'new-in-roster',
        message: 'The roster lists somebody who was not known before.',
        employeeId: null,
        hrId: '4712',
        pointer: '/employees/1',
        fields: {},
        subscription: { action: 'start', startAt: '2026-12-01', endAt: null, lastTicketMonth: null },
        before: null,
        after: {
          status: 'scheduled',
          nextTicketAt: '2026-12-01',
          contribution: { label: '0,00 €', value: 0 },
        },
      },
    ],
  };

  const event: Static<typeof EventSchema> = {
    id: 4711,
    type: 'employee.offboarded',
    time: '2026-11-16T02:00:04.120Z',
    resource: 'event',
    data: { employeeId: 43, hrIntegrationId: 3, syncId: SYNC_ID },
    _links: {
      employee: link('/employees/43'),
      hrIntegration: link('/hr-integrations/3'),
      sync: link(sync),
    },
  };

  const sums = {
    tickets: 1,
    refunds: 0,
    price: { label: '63,00 €', value: 63 },
    discount: { label: '0,00 €', value: 0 },
    employerShare: { label: '28,70 €', value: 28.7 },
    employeeShare: { label: '34,30 €', value: 34.3 },
    withheldFromSalary: { label: '34,30 €', value: 34.3 },
    beyondSubsidy: { label: '0,00 €', value: 0 },
  };

  const statement: Static<typeof StatementSchema> = {
    month: '2026-11',
    final: false,
    ...sums,
    plans: [{ type: 'deferred-plan', ...sums }],
    resource: 'statement',
    _links: { self: link('/statements/2026-11') },
  };

  const statementLine: Static<typeof StatementLineSchema> = {
    employeeId: 42,
    hrIds: ['4711'],
    plan: 'deferred-plan',
    ...sums,
    resource: 'statement-line',
    _links: { employee: link('/employees/42') },
  };

  return {
    statement,
    statementLine,
    employee,
    document,
    integration,
    run,
    heldRun,
    change,
    attempt,
    preview,
    event,
  };
}
