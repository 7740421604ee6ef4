import { toLink } from '../../schemas.ts';
import type { Needs } from '../../services.ts';
import { recordExamples, roster, rosterWithAllFields } from './records.ts';

/** Examples by their title, which the API page shows. */
type Examples = Record<string, unknown>;

export interface OperationExamples {
  request?: Examples;
  /** Of the successful answer. */
  response?: Examples;
}

const page = (item: unknown) => ({
  data: { data: [item], page: 1, perPage: 10, totalPages: 1, total: 1 },
});
const list = (path: string, item: unknown) => ({
  data: {
    ...page(item).data,
    _links: {
      next: null,
      changes: toLink(`https://tickets.example.com${path}?updatedSince=2026-11-16T02%3A00%3A00.000Z`),
    },
  },
});
const one = (title: string, value: unknown) => ({ [title]: value });
const record = (title: string, data: unknown) => one(title, { data });

/** By `operationId`. A test demands an example of every body that is JSON or a form. */
export function operationExamples({
  config,
  version,
}: Needs<'config' | 'version'>): Record<string, OperationExamples> {
  const { baseUrl, environment } = config;
  const shown = recordExamples(baseUrl);
  const rosters = { 'Two people': roster, 'Every field': rosterWithAllFields };
  const alive = { status: 'ok', version, time: '2026-11-16T07:30:00.000Z' };
  const ready = record('Ready', { ...alive, environment, portal: 'ready' });
  const clock = {
    resource: 'test-clock',
    frozen: true,
    _links: { self: { href: `${baseUrl}/test-clock`, type: 'application/json' } },
  };

  return {
    listEmployees: { response: one('A page of employees', list('/employees', shown.employee)) },
    getEmployee: {
      response: {
        'With a ticket': { data: shown.employee },
        'Without a subscription': { data: withoutSubscription(shown.employee) },
      },
    },
    listEmployeeDocuments: {
      response: one('A page of documents', list('/employees/42/documents', shown.document)),
    },
    listDocuments: { response: one('A page of documents', list('/employee-documents', shown.document)) },
    getDocument: { response: record('A receipt', shown.document) },
    listHrIntegrations: {
      response: one('A page of integrations', list('/hr-integrations', shown.integration)),
    },
    getHrIntegration: { response: record('An integration', shown.integration) },
    submitRoster: { request: rosters },
    previewRoster: { request: rosters, response: record('One person would be added', shown.preview) },
    listSyncs: { response: one('A page of syncs', list('/hr-integrations/3/syncs', shown.run)) },
    getSync: { response: { Applied: { data: shown.run }, Held: { data: shown.heldRun } } },
    listSyncChanges: {
      response: one(
        'A page of changes',
        list('/hr-integrations/3/syncs/2026-11-16T02:00/changes', shown.change),
      ),
    },
    listSyncAttempts: {
      response: one('A page of attempts', list('/hr-integrations/3/attempts', shown.attempt)),
    },
    approveSync: { response: record('Approved', shown.run) },
    discardSync: {
      response: record('Discarded', {
        ...shown.heldRun,
        status: 'discarded',
        counts: { ...shown.heldRun.counts, held: 0 },
      }),
    },
    listEvents: {
      response: one('A page of events', {
        data: { data: [shown.event], perPage: 100, oldestId: 1, _links: { next: null } },
      }),
    },
    listStatements: { response: one('A page of months', page(shown.statement)) },
    getStatement: {
      response: record('November', {
        ...shown.statement,
        company: {
          name: 'Musterwerke GmbH',
          address: 'Hauptstraße 1\n10115 Berlin',
          taxNumber: 'DE123456789',
          costCentre: '4100',
          wageType: '800',
        },
        ...page(shown.statementLine).data,
      }),
    },
    limits: {
      response: record('As delivered', {
        requestsPerMinute: 6000,
        requestsAtOnce: 4,
        perPageDefault: 10,
        perPageMaximum: 100,
        filterValuesMaximum: 500,
        headerBytesMaximum: 65536,
        smallBodyBytesMaximum: 16384,
        rosterEntriesMaximum: 1000000,
        rosterBytesMaximum: 536870912,
        rosterEntryBytesMaximum: 262144,
        rosterIdleSecondsMaximum: 30,
        rosterGrowthMaximum: 200,
        rosterBytesPerSecondMinimum: 1024,
        rosterSpeeds: [{ fromSecond: 0, bytesPerSecondMinimum: 1024 }],
        largeRosterBytes: 1048576,
        largeRostersAtOnce: 4,
        unfinishedSyncsMaximum: 20,
        errorsShownMaximum: 100,
      }),
    },
    health: { response: ready },
    healthReady: { response: ready },
    healthLive: { response: record('Running', alive) },
    getTestClock: { response: record('A frozen clock', { ...clock, businessDate: '2026-11-16' }) },
    moveTestClock: {
      request: {
        'To a day': { date: '2026-12-01' },
        'By days': { advanceDays: 10 },
        'By months': { advanceMonths: 1 },
      },
      response: record('The first of December is reached', {
        ...clock,
        businessDate: '2026-12-01',
        ticketsIssued: 1180,
        steps: [{ businessDate: '2026-12-01', ticketsIssued: 1180 }],
      }),
    },
    answerContract: { request: one('Accept', { dateOfBirth: '1990-12-10', answer: 'accepted' }) },
  };
}

/** Values for the parameters of paths, so that snippets can be copied. */
export const PARAMETER_EXAMPLES: Record<string, unknown> = {
  id: 3,
  syncId: '2026-11-16T02:00',
  token: 'EXAMPLE',
  month: '2026-11',
};

function withoutSubscription(employee: ReturnType<typeof recordExamples>['employee']) {
  return {
    ...employee,
    subscription: {
      status: 'no-subscription',
      startAt: null,
      nextTicketAt: null,
      pausedAt: null,
      cancelledAt: null,
      reactivatedAt: null,
    },
    plan: { ...employee.plan, contractSigningStatus: null },
    ticket: null,
  };
}
