import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { inviteUser } from '../../../src/accounts/invite-user.ts';
import { insertPasskey } from '../../../src/accounts/passkeys/passkeys-sql.ts';
import { digestOfToken } from '../../../src/accounts/token.ts';
import { createKey } from '../../../src/company/api-keys/create-key.ts';
import { PERMISSIONS } from '../../../src/company/api-keys/permissions.ts';
import { createIntegration } from '../../../src/company/integrations/create-integration.ts';
import type { Right, Role } from '../../../src/domain/access/roles.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { emit } from '../../../src/domain/events/emit.ts';
import { createWebhook } from '../../../src/notifications/webhooks/create-webhook.ts';
import { createWebhooks } from '../../../src/notifications/webhooks/webhooks.ts';
import type { EnteredMapping } from '../../../src/rosters/pull/set-up-source.ts';
import { activateSource, draftSource, mapDraft } from '../../../src/rosters/pull/set-up-source.ts';
import { insertDropUser } from '../../../src/rosters/pull/sftp-drop/drop-users-sql.ts';
import { createSources } from '../../../src/rosters/pull/sources.ts';
import { enrol } from '../../../src/tickets/subscriptions/actions/enrol.ts';
import { insertBulkAction } from '../../../src/views/bulk-actions/bulk-actions-sql.ts';
import { addDocument, addPerson, freezeClock } from '../support/people.ts';
import { assertProblem } from '../support/problem.ts';
import { basic, createTestService, type TestService } from '../support/service.ts';
import { entry } from '../support/syncing-company.ts';
import {
  type Answer,
  age,
  ask,
  COOKIE,
  createPortalCompany,
  createPortalUser,
  newSession,
  PASSWORD,
  type PortalUser,
} from './portal.ts';

interface Ids {
  employee: number;
  document: number;
  /** Somebody without a subscription, and the contract that was offered to them. */
  applicant: number;
  contract: number;
  contractDocument: number;
  integration: number;
  otherIntegration: number;
  /** An integration that is fetched, with a draft of another source and a finished preview. */
  pulled: number;
  pull: string;
  run: number;
  attempt: number;
  conflict: number;
  duplicate: number;
  /** An entry that waits, and one that was decided. */
  waiting: number;
  decided: number;
  key: number;
  user: number;
  invitation: number;
  /** Another session of the admin. */
  session: number;
  /** A passkey of the admin. */
  passkey: number;
  /** A mail in the outbox. */
  mail: number;
  webhook: number;
  bulkAction: number;
  /** Somebody with a request to pause in March, and another one. */
  asker: number;
  request: number;
  otherRequest: number;
  /** Somebody who asked by the join link. */
  stranger: number;
}

interface Case {
  who:
    | 'guest'
    | 'unfinished'
    | 'unfinished-or-guest'
    | 'unfinished-confirmed'
    | 'user'
    | 'user-confirmed'
    | Right
    | 'administer-confirmed';
  path: (ids: Ids) => string;
  /** The body of a successful request. */
  body?: (ids: Ids) => object;
  headers?: Record<string, string>;
  /** The status for an authorised user, if it is not 200. */
  status?: number;
  /** The audit row that the change writes, or several. A change without one must change nothing. */
  audit?: string | string[];
  /** For lists: the ids that the list shows to the company, and queries that filter by ids of records. */
  shows?: (ids: Ids) => number[];
  filters?: (ids: Ids) => string[];
  stagingOnly?: true;
}

const runPath = ({ integration, run }: Ids) => `/integrations/${integration}/syncs/${run}`;

const readRoute = (path: string, more: Partial<Case> = {}): Case => ({
  who: 'see-people',
  path: () => path,
  ...more,
});
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const roster = { syncId: 'by-hand', employees: [entry('P1')] };
const createsGroup = {
  action: 'create',
  settings: {
    name: 'Sales',
    subsidyCents: 3_000,
    defaultPlanType: 'split-pay-plan',
    offeredPlanTypes: ['split-pay-plan'],
    rule: { department: ['Sales'] },
  },
};
const noToken = { token: 'A'.repeat(43) };
const unknownCredential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };
const noAnswer = {
  ...unknownCredential,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
};
const noPasskey = {
  ...unknownCredential,
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
};

/** A provider that does not exist, so that nothing is asked. */
const identityClient = { issuer: 'http://127.0.0.1:9', clientId: 'portal', clientSecret: 'secret' };
const identitySettings = {
  domains: ['example.com'],
  roleClaim: null,
  adminValues: [],
  hrValues: [],
  payrollValues: [],
  viewerValues: [],
  otherRole: null,
  createsUsers: false,
  onlyWayIn: false,
};

/** A file at an address that the service refuses to ask. */
const enteredSource = {
  system: 'https-file',
  values: { address: 'https://127.0.0.1/roster.csv', access: 'none' },
} as const;
const enteredMapping: EnteredMapping = {
  fields: {
    ...{ hrId: 'Nr', firstName: 'Vorname', lastName: 'Nachname', email: 'Mail' },
    ...{ dateOfBirth: 'Geboren', startDate: 'Eintritt', terminationDate: null },
  },
  absenceTypes: [],
};

/** Every route of the portal's API with its access and audit row. A new route must be added here. */
const ROUTES: Record<string, Case> = {
  'POST /session': {
    who: 'guest',
    path: () => '/session',
    body: () => ({ email: 'nobody@example.com', password: PASSWORD }),
    status: 401,
  },
  'POST /password-reset': {
    who: 'guest',
    path: () => '/password-reset',
    body: () => ({ email: 'nobody@example.com' }),
    status: 202,
  },
  'GET /session': readRoute('/session', { who: 'unfinished-or-guest' }),
  'DELETE /session': { who: 'unfinished', path: () => '/session', status: 204, audit: 'signed-out' },
  'POST /session/confirm': {
    who: 'unfinished',
    path: () => '/session/confirm',
    body: () => ({ password: PASSWORD }),
  },
  // test/database/portal/passkeys.test.ts gives right answers of a passkey, and looks at their audit rows.
  'POST /session/passkey/request': { who: 'guest', path: () => '/session/passkey/request', status: 200 },
  'POST /session/passkey': {
    who: 'guest',
    path: () => '/session/passkey',
    body: () => ({ answer: noAnswer }),
    status: 403,
  },
  'POST /session/second-factor/request': {
    who: 'guest',
    path: () => '/session/second-factor/request',
    status: 401,
  },
  'POST /session/second-factor': {
    who: 'guest',
    path: () => '/session/second-factor',
    body: () => ({ answer: noAnswer }),
    status: 401,
  },
  'POST /session/confirm/passkey/request': {
    who: 'user',
    path: () => '/session/confirm/passkey/request',
  },
  'POST /session/confirm/passkey': {
    who: 'user',
    path: () => '/session/confirm/passkey',
    body: () => ({ answer: noAnswer }),
    status: 403,
  },
  'GET /passkeys': readRoute('/passkeys', { who: 'user', shows: ({ passkey }) => [passkey] }),
  'POST /passkeys/request': { who: 'unfinished-confirmed', path: () => '/passkeys/request' },
  'POST /passkeys': {
    who: 'unfinished-confirmed',
    path: () => '/passkeys',
    body: () => ({ name: 'Key', created: noPasskey }),
    status: 403,
  },
  'PATCH /passkeys/:id': {
    who: 'user',
    path: ({ passkey }) => `/passkeys/${passkey}`,
    body: () => ({ name: 'Another name' }),
    audit: 'passkey-renamed',
  },
  'DELETE /passkeys/:id': {
    who: 'user-confirmed',
    path: ({ passkey }) => `/passkeys/${passkey}`,
    status: 204,
    audit: 'passkey-removed',
  },
  'POST /password': {
    who: 'user',
    path: () => '/password',
    body: () => ({ currentPassword: PASSWORD, newPassword: 'another long password' }),
    audit: 'password-changed',
  },
  'POST /identity/find': {
    who: 'guest',
    path: () => '/identity/find',
    body: () => ({ email: 'nobody@example.com' }),
    status: 200,
  },
  'POST /identity/begin': {
    who: 'guest',
    path: () => '/identity/begin',
    body: () => ({ link: 'A'.repeat(22) }),
    status: 404,
  },
  'POST /identity/finish': {
    who: 'guest',
    path: () => '/identity/finish',
    body: () => ({ query: '?code=x&state=y' }),
    status: 403,
  },
  'POST /identity/confirm': { who: 'user', path: () => '/identity/confirm', status: 404 },
  'GET /identity-provider': { who: 'administer', path: () => '/identity-provider' },
  'PUT /identity-provider': {
    who: 'administer-confirmed',
    path: () => '/identity-provider',
    body: () => ({ ...identityClient, ...identitySettings }),
    audit: 'identity-provider-changed',
  },
  'POST /identity-provider/test': {
    who: 'administer-confirmed',
    path: () => '/identity-provider/test',
    body: () => identityClient,
  },
  'DELETE /identity-provider': { who: 'administer-confirmed', path: () => '/identity-provider', status: 404 },
  'PUT /notices': {
    who: 'user',
    path: () => '/notices',
    body: () => ({ notices: 'digest' }),
    audit: 'portal-user-notices-changed',
  },
  'GET /sessions': readRoute('/sessions', { who: 'user' }),
  'DELETE /sessions': { who: 'user', path: () => '/sessions', status: 204, audit: 'sessions-ended' },
  'DELETE /sessions/:id': {
    who: 'user',
    path: ({ session }) => `/sessions/${session}`,
    status: 204,
    audit: 'sessions-ended',
  },
  'GET /users': readRoute('/users', { who: 'see-settings' }),
  'GET /who-may/:right': readRoute('/who-may/administer', { who: 'user' }),
  'PATCH /users/:id': {
    who: 'administer-confirmed',
    path: ({ user }) => `/users/${user}`,
    body: () => ({ role: 'viewer' }),
    audit: 'portal-user-role-changed',
  },
  'POST /users/:id/reset': {
    who: 'administer-confirmed',
    path: ({ user }) => `/users/${user}/reset`,
    status: 201,
    audit: 'password-reset-offered',
  },
  'DELETE /users/:id/passkeys': {
    who: 'administer-confirmed',
    path: ({ user }) => `/users/${user}/passkeys`,
    status: 204,
    audit: 'passkeys-reset',
  },
  'DELETE /users/:id': {
    who: 'administer-confirmed',
    path: ({ user }) => `/users/${user}`,
    status: 204,
    audit: 'portal-user-removed',
  },
  'GET /invitations': {
    who: 'administer',
    path: () => '/invitations',
    shows: ({ invitation }) => [invitation],
  },
  'POST /invitations': {
    who: 'administer-confirmed',
    path: () => '/invitations',
    body: () => ({ email: 'newcomer@example.com', role: 'viewer' }),
    status: 201,
    audit: 'portal-user-invited',
  },
  'DELETE /invitations/:id': {
    who: 'administer',
    path: ({ invitation }) => `/invitations/${invitation}`,
    status: 204,
    audit: 'portal-invitation-withdrawn',
  },
  'POST /invitation': { who: 'guest', path: () => '/invitation', body: () => noToken, status: 404 },
  'POST /invitation/accept': {
    who: 'guest',
    path: () => '/invitation/accept',
    body: () => ({ ...noToken, password: PASSWORD }),
    status: 404,
  },
  'GET /overview': readRoute('/overview'),
  'GET /attention': readRoute('/attention', { who: 'user' }),
  'GET /employees': readRoute('/employees', {
    shows: ({ employee, applicant, asker }) => [employee, applicant, asker],
    filters: ({ employee, integration }) => [`ids=${employee}`, `hrIntegrationIds=${integration}`],
  }),
  'GET /search': readRoute('/search?text=a'),
  'GET /payroll-values': readRoute('/payroll-values'),
  'GET /employee-counts': readRoute('/employee-counts', {
    filters: ({ employee, integration }) => [`ids=${employee}`, `hrIntegrationIds=${integration}`],
  }),
  'POST /employees': {
    who: 'change-people',
    path: () => '/employees',
    body: () => ({ firstName: 'Ada', lastName: 'Lovelace', email: 'a@b', dateOfBirth: '1990-01-01' }),
    status: 201,
    audit: 'employee-created',
  },
  'GET /employees/:id': {
    who: 'see-people',
    path: ({ employee }) => `/employees/${employee}`,
    audit: 'employee-viewed',
  },
  'GET /employees.csv': readRoute('/employees.csv', { audit: 'people-exported' }),
  'PATCH /employees/:id': {
    who: 'change-people',
    path: ({ applicant }) => `/employees/${applicant}`,
    body: () => ({ lastName: 'King' }),
    audit: 'employee-changed',
  },
  'DELETE /employees/:id': {
    who: 'change-people',
    path: ({ applicant }) => `/employees/${applicant}`,
    status: 204,
    audit: 'employee-deleted',
  },
  'POST /bulk-actions/preview': {
    who: 'change-people',
    path: () => '/bulk-actions/preview',
    body: ({ employee }) => ({ who: { ids: [employee] }, action: 'cancel' }),
  },
  'POST /bulk-actions': {
    who: 'change-people',
    path: () => '/bulk-actions',
    body: ({ employee }) => ({ who: { ids: [employee] }, action: 'cancel', people: 1 }),
    status: 201,
    audit: 'bulk-action-started',
  },
  'GET /bulk-actions/:id': { who: 'see-people', path: ({ bulkAction }) => `/bulk-actions/${bulkAction}` },
  'GET /bulk-actions/:id/people': {
    who: 'see-people',
    path: ({ bulkAction }) => `/bulk-actions/${bulkAction}/people`,
  },
  'POST /employees/:id/links': {
    who: 'change-people',
    path: ({ employee }) => `/employees/${employee}/links`,
    body: ({ otherIntegration }) => ({ integrationId: otherIntegration }),
    status: 201,
    audit: 'employee-linked',
  },
  'GET /employees/:id/history': {
    who: 'see-people',
    path: ({ employee }) => `/employees/${employee}/history`,
  },
  'GET /employees/:id/documents': {
    who: 'see-people',
    path: ({ employee }) => `/employees/${employee}/documents`,
    shows: ({ document }) => [document],
    filters: ({ document }) => [`ids=${document}`],
  },
  'POST /employees/:id/documents': {
    who: 'change-people',
    path: ({ employee }) => `/employees/${employee}/documents`,
    body: () => png,
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'Lichtbild.png' },
    status: 201,
    audit: 'document-uploaded',
  },
  'POST /employees/:id/actions/:action': {
    who: 'change-people',
    path: ({ employee }) => `/employees/${employee}/actions/cancel`,
    body: () => ({}),
    audit: 'subscription-cancelled',
  },
  'POST /employees/:id/actions/:action/preview': {
    who: 'change-people',
    path: ({ employee }) => `/employees/${employee}/actions/cancel/preview`,
    body: () => ({}),
  },
  'GET /employees/:id/requests': {
    who: 'see-people',
    path: ({ employee }) => `/employees/${employee}/requests`,
  },
  'GET /requests': readRoute('/requests', {
    shows: ({ request, otherRequest }) => [request, otherRequest],
  }),
  'POST /requests/:id/preview': {
    who: 'change-people',
    path: ({ request }) => `/requests/${request}/preview`,
    body: () => ({}),
  },
  'POST /requests/:id/approve': {
    who: 'change-people',
    path: ({ request }) => `/requests/${request}/approve`,
    body: () => ({ effectiveOn: '2027-03-01', contributionCents: null }),
    status: 204,
    audit: ['subscription-paused', 'request-approved'],
  },
  'POST /requests/:id/refuse': {
    who: 'change-people',
    path: ({ otherRequest }) => `/requests/${otherRequest}/refuse`,
    body: () => ({ answer: 'No.' }),
    status: 204,
    audit: 'request-refused',
  },
  'GET /join-link': { who: 'administer', path: () => '/join-link' },
  'GET /join-link/poster.pdf': { who: 'administer', path: () => '/join-link/poster.pdf?language=de' },
  'POST /join-link/renew': {
    who: 'administer',
    path: () => '/join-link/renew',
    body: () => ({}),
    status: 204,
    audit: 'join-link-renewed',
  },
  'GET /join-requests': readRoute('/join-requests'),
  'DELETE /join-requests/:id': {
    who: 'change-people',
    path: ({ stranger }) => `/join-requests/${stranger}`,
    status: 204,
    audit: 'join-request-dismissed',
  },
  'GET /integrations': readRoute('/integrations', {
    shows: ({ integration, otherIntegration, pulled }) => [integration, otherIntegration, pulled],
  }),
  'GET /integrations/:id': { who: 'see-people', path: ({ integration }) => `/integrations/${integration}` },
  'POST /integrations': {
    who: 'change-people',
    path: () => '/integrations',
    body: () => ({ name: 'HR', type: 'api-integration' }),
    status: 201,
    audit: 'hr-integration-created',
  },
  'PATCH /integrations/:id': {
    who: 'change-people',
    path: ({ integration }) => `/integrations/${integration}`,
    body: () => ({ disconnected: true }),
    audit: 'hr-integration-disconnected',
  },
  'GET /integrations/:id/file-mapping': {
    who: 'see-people',
    path: ({ integration }) => `/integrations/${integration}/file-mapping`,
  },
  'PUT /integrations/:id/file-mapping': {
    who: 'change-people',
    path: ({ integration }) => `/integrations/${integration}/file-mapping`,
    body: () => ({ columns: [{ heading: 'Nr', column: 'hrId' }], absenceColumns: [], dates: null }),
    audit: 'hr-integration-changed',
  },
  'POST /integrations/:id/auto-sync-default/preview': {
    who: 'change-people',
    path: ({ integration }) => `/integrations/${integration}/auto-sync-default/preview`,
    body: () => ({ autoSyncDefault: false }),
  },
  'GET /integrations/:id/syncs': {
    who: 'see-people',
    path: ({ integration }) => `/integrations/${integration}/syncs`,
    shows: ({ run }) => [run],
  },
  'GET /integrations/:id/attempts': {
    who: 'see-people',
    path: ({ integration }) => `/integrations/${integration}/attempts`,
    shows: ({ attempt }) => [attempt],
  },
  'GET /integrations/:id/syncs/:runId': { who: 'see-people', path: (ids) => runPath(ids) },
  'GET /integrations/:id/syncs/:runId/changes': {
    who: 'see-people',
    path: (ids) => `${runPath(ids)}/changes`,
  },
  'GET /integrations/:id/syncs/:runId/changes.csv': {
    who: 'see-people',
    path: (ids) => `${runPath(ids)}/changes.csv`,
    audit: 'sync-changes-exported',
  },
  'GET /integrations/:id/syncs/:runId/differences': {
    who: 'see-people',
    path: (ids) => `${runPath(ids)}/differences?with=today`,
  },
  'GET /integrations/:id/syncs/:runId/differences.csv': {
    who: 'see-people',
    path: (ids) => `${runPath(ids)}/differences.csv?with=today`,
    audit: 'roster-differences-exported',
  },
  'GET /integrations/:id/syncs/:runId/roster.csv': {
    who: 'change-people',
    path: (ids) => `${runPath(ids)}/roster.csv`,
    audit: 'roster-downloaded',
  },
  'POST /integrations/:id/syncs/:runId/send-again': {
    who: 'change-people',
    path: (ids) => `${runPath(ids)}/send-again`,
    status: 202,
    audit: 'roster-sent-again',
  },
  'POST /integrations/:id/syncs/:runId/send-again/preview': {
    who: 'change-people',
    path: (ids) => `${runPath(ids)}/send-again/preview`,
  },
  'POST /integrations/:id/syncs/:runId/approve': {
    who: 'change-people',
    path: (ids) => `${runPath(ids)}/approve`,
    body: () => ({ people: 1 }),
    audit: 'sync-approved',
  },
  'POST /integrations/:id/syncs/:runId/discard': {
    who: 'change-people',
    path: (ids) => `${runPath(ids)}/discard`,
    body: () => ({ people: 1 }),
    audit: 'sync-discarded',
  },
  'GET /integrations/:id/conflicts': {
    who: 'see-people',
    path: ({ integration }) => `/integrations/${integration}/conflicts`,
    shows: ({ conflict }) => [conflict],
  },
  'POST /integrations/:id/conflicts/:conflictId': {
    who: 'change-people',
    path: ({ integration, conflict }) => `/integrations/${integration}/conflicts/${conflict}`,
    body: () => ({ decision: 'same-person' }),
    audit: 'sync-conflict-resolved',
  },
  'GET /integrations/:id/duplicates': {
    who: 'see-people',
    path: ({ integration }) => `/integrations/${integration}/duplicates`,
    shows: ({ duplicate }) => [duplicate],
  },
  'POST /integrations/:id/duplicates/:duplicateId': {
    who: 'change-people',
    path: ({ integration, duplicate }) => `/integrations/${integration}/duplicates/${duplicate}`,
    body: () => ({ decision: 'same-person' }),
    audit: 'sync-duplicate-decided',
  },
  'GET /integrations/:id/waiting': {
    who: 'see-people',
    path: ({ integration }) => `/integrations/${integration}/waiting`,
    shows: ({ waiting }) => [waiting],
  },
  'GET /integrations/:id/waiting/counts': {
    who: 'see-people',
    path: ({ integration }) => `/integrations/${integration}/waiting/counts`,
  },
  'POST /integrations/:id/waiting/:waitingId': {
    who: 'change-people',
    path: ({ integration, waiting }) => `/integrations/${integration}/waiting/${waiting}`,
    body: () => ({ decision: 'new-person' }),
    audit: 'waiting-entry-decided',
  },
  'POST /integrations/:id/waiting': {
    who: 'change-people',
    path: ({ integration }) => `/integrations/${integration}/waiting`,
    body: () => ({ decision: 'same-person', entries: 0 }),
  },
  'POST /integrations/:id/waiting/:waitingId/take-back': {
    who: 'change-people',
    path: ({ integration, decided }) => `/integrations/${integration}/waiting/${decided}/take-back`,
    audit: 'waiting-decision-taken-back',
  },
  'POST /integrations/:id/rosters': {
    who: 'change-people',
    path: ({ integration }) => `/integrations/${integration}/rosters`,
    body: () => roster,
    status: 202,
    audit: 'roster-submitted',
  },
  'POST /integrations/:id/rosters/preview': {
    who: 'change-people',
    path: ({ integration }) => `/integrations/${integration}/rosters/preview`,
    body: () => roster,
  },
  'GET /source-systems': readRoute('/source-systems'),
  'GET /integrations/:id/source': {
    who: 'see-people',
    path: ({ pulled }) => `/integrations/${pulled}/source`,
  },
  'PATCH /integrations/:id/source': {
    who: 'change-people',
    path: ({ pulled }) => `/integrations/${pulled}/source`,
    body: () => ({ schedule: 'daily 03:30' }),
    audit: 'hr-source-changed',
  },
  'DELETE /integrations/:id/source': {
    who: 'change-people',
    path: ({ pulled }) => `/integrations/${pulled}/source`,
    status: 204,
    audit: 'hr-source-removed',
  },
  // A draft changes nothing until it is activated.
  'PUT /integrations/:id/source/draft': {
    who: 'change-people',
    path: ({ pulled }) => `/integrations/${pulled}/source/draft`,
    body: () => enteredSource,
    audit: 'hr-source-drafted',
  },
  'DELETE /integrations/:id/source/draft': {
    who: 'change-people',
    path: ({ pulled }) => `/integrations/${pulled}/source/draft`,
    status: 204,
    audit: 'hr-source-draft-discarded',
  },
  // The address leads to nobody: the answer tells that it failed. sources.test.ts looks at the audit row of a success.
  'POST /integrations/:id/source/draft/test': {
    who: 'change-people',
    path: ({ pulled }) => `/integrations/${pulled}/source/draft/test`,
    body: () => ({ showsValues: false }),
  },
  'PUT /integrations/:id/source/draft/mapping': {
    who: 'change-people',
    path: ({ pulled }) => `/integrations/${pulled}/source/draft/mapping`,
    body: () => enteredMapping,
    audit: 'hr-source-drafted',
  },
  'POST /integrations/:id/source/password': {
    who: 'change-people',
    path: ({ otherIntegration }) => `/integrations/${otherIntegration}/source/password`,
    audit: 'hr-source-password-made',
  },
  'POST /integrations/:id/source/draft/activate': {
    who: 'change-people',
    path: ({ pulled }) => `/integrations/${pulled}/source/draft/activate`,
    body: () => ({ schedule: 'manual' }),
    audit: 'hr-source-changed',
  },
  'POST /integrations/:id/pulls': {
    who: 'change-people',
    path: ({ pulled }) => `/integrations/${pulled}/pulls`,
    body: () => ({ purpose: 'roster' }),
    status: 202,
    audit: 'pull-triggered',
  },
  'GET /integrations/:id/pulls/:syncId': {
    who: 'see-people',
    path: ({ pulled, pull }) => `/integrations/${pulled}/pulls/${pull}`,
  },
  'DELETE /integrations/:id/pulls/:syncId': {
    who: 'change-people',
    path: ({ otherIntegration }) => `/integrations/${otherIntegration}/pulls/open`,
    status: 204,
  },
  'GET /integrations/:id/pulls/:syncId/preview': {
    who: 'change-people',
    path: ({ pulled, pull }) => `/integrations/${pulled}/pulls/${pull}/preview`,
  },
  'GET /keys': readRoute('/keys', { who: 'see-settings', shows: ({ key }) => [key] }),
  'POST /keys': {
    who: 'administer-confirmed',
    path: () => '/keys',
    body: () => ({ name: 'HR', permissions: ['view-employees'] }),
    status: 201,
    audit: 'api-key-created',
  },
  'POST /keys/:id/rotate': {
    who: 'administer-confirmed',
    path: ({ key }) => `/keys/${key}/rotate`,
    body: () => ({}),
    audit: 'api-key-rotated',
  },
  'POST /keys/:id/revoke': {
    who: 'administer',
    path: ({ key }) => `/keys/${key}/revoke`,
    audit: 'api-key-revoked',
  },
  'GET /webhooks': { who: 'administer', path: () => '/webhooks', shows: ({ webhook }) => [webhook] },
  'GET /webhook-settings': { who: 'administer', path: () => '/webhook-settings' },
  'GET /webhooks/:id': { who: 'administer', path: ({ webhook }) => `/webhooks/${webhook}` },
  'POST /webhooks': {
    who: 'administer-confirmed',
    path: () => '/webhooks',
    body: () => ({ url: 'https://hr.example.com/', eventTypes: null }),
    status: 201,
    audit: 'webhook-created',
  },
  'PATCH /webhooks/:id': {
    who: 'administer',
    path: ({ webhook }) => `/webhooks/${webhook}`,
    body: () => ({ eventTypes: ['ticket.issued'] }),
    audit: 'webhook-changed',
  },
  'DELETE /webhooks/:id': {
    who: 'administer-confirmed',
    path: ({ webhook }) => `/webhooks/${webhook}`,
    status: 204,
    audit: 'webhook-deleted',
  },
  'POST /webhooks/:id/rotate': {
    who: 'administer-confirmed',
    path: ({ webhook }) => `/webhooks/${webhook}/rotate`,
    body: () => ({}),
    audit: 'webhook-secret-rotated',
  },
  // The address of the webhook leads to nobody: the answer tells that it failed.
  'POST /webhooks/:id/test': {
    who: 'administer',
    path: ({ webhook }) => `/webhooks/${webhook}/test`,
    body: () => ({ exampleOf: 'tickets.issued' }),
  },
  'GET /webhooks/:id/deliveries': {
    who: 'administer',
    path: ({ webhook }) => `/webhooks/${webhook}/deliveries`,
  },
  'POST /webhooks/:id/replay': {
    who: 'administer',
    path: ({ webhook }) => `/webhooks/${webhook}/replay`,
    body: () => ({ from: 1 }),
    audit: 'webhook-replayed',
  },
  'GET /documents': readRoute('/documents', {
    shows: ({ document, contractDocument }) => [document, contractDocument],
    filters: ({ document, employee }) => [`ids=${document}`, `employeeIds=${employee}`],
  }),
  'PATCH /documents/:id': {
    who: 'change-people',
    path: ({ document }) => `/documents/${document}`,
    body: () => ({ withheld: true }),
    audit: 'document-withheld',
  },
  'GET /documents/:id/download': {
    who: 'see-people',
    path: ({ document }) => `/documents/${document}/download`,
    audit: 'document-downloaded',
  },
  'GET /documents.zip': readRoute('/documents.zip?kind=receipt', {
    who: 'change-people',
    audit: 'documents-exported',
  }),
  'GET /documents.csv': readRoute('/documents.csv', { audit: 'documents-exported' }),
  'GET /page-links.csv': readRoute('/page-links.csv', { who: 'change-people', audit: 'page-links-exported' }),
  'POST /employees/:id/page-link': {
    who: 'change-people',
    path: ({ employee }) => `/employees/${employee}/page-link`,
    audit: 'page-link-renewed',
  },
  'POST /contracts/:id/paper-answer': {
    who: 'change-people',
    path: ({ contract }) => `/contracts/${contract}/paper-answer`,
    body: () => png,
    headers: {
      'content-type': 'application/octet-stream',
      'x-file-name': 'Antwort.png',
      'x-answer': 'rejected',
    },
    audit: ['contract-rejected', 'document-uploaded'],
  },
  'POST /contracts/:id/withdraw': {
    who: 'change-people',
    path: ({ contract }) => `/contracts/${contract}/withdraw`,
    audit: 'contract-withdrawn',
  },
  'GET /costs': readRoute('/costs', { who: 'see-costs' }),
  'GET /costs/:month': readRoute('/costs/2026-01', { who: 'see-costs' }),
  'GET /costs/:month/lines': readRoute('/costs/2026-01/lines', {
    who: 'see-costs',
    audit: 'statement-viewed',
  }),
  'GET /costs/:month/file': readRoute('/costs/2026-01/file', {
    who: 'see-costs',
    audit: 'statement-exported',
  }),
  'GET /costs/years/:year/tax-free': readRoute('/costs/years/2026/tax-free', {
    who: 'see-costs',
    audit: 'statement-exported',
  }),
  'GET /costs/:month/breakdown': readRoute('/costs/2026-01/breakdown', { who: 'see-costs' }),
  'GET /costs/:month/breakdown.csv': readRoute('/costs/2026-01/breakdown.csv', {
    who: 'see-costs',
    audit: 'statement-exported',
  }),
  'GET /employees/:id/costs': {
    who: 'see-costs',
    path: ({ employee }) => `/employees/${employee}/costs`,
  },
  'GET /costs/payroll-months': readRoute('/costs/payroll-months', { who: 'see-costs' }),
  'GET /costs/:month/handover': readRoute('/costs/2026-01/handover', { who: 'change-costs' }),
  // There is nothing to hand over.
  'POST /costs/:month/handover': {
    who: 'change-costs',
    path: () => '/costs/2026-01/handover',
    body: () => ({ mark: '0'.repeat(64) }),
    status: 409,
  },
  'POST /costs/:month/handover/take-back': {
    who: 'change-costs',
    path: () => '/costs/2026-01/handover/take-back',
    body: () => ({ reason: 'wrong month' }),
    status: 404,
  },
  'GET /datev': readRoute('/datev', { who: 'see-costs' }),
  'PUT /datev': {
    who: 'administer',
    path: () => '/datev',
    body: () => ({ clients: [] }),
    audit: 'company-changed',
  },
  'GET /groups': readRoute('/groups', { who: 'see-costs' }),
  'POST /groups/changes': {
    who: 'administer',
    path: () => '/groups/changes',
    body: () => createsGroup,
    audit: 'group-created',
  },
  'POST /groups/changes/preview': {
    who: 'administer',
    path: () => '/groups/changes/preview',
    body: () => createsGroup,
  },
  'GET /contracts': readRoute('/contracts', { audit: 'contract-links-viewed' }),
  'GET /contracts.csv': {
    who: 'change-people',
    path: () => '/contracts.csv',
    audit: 'contract-links-exported',
  },
  'POST /contracts/new-terms': {
    who: 'change-people',
    path: () => '/contracts/new-terms',
    audit: 'new-terms-offered',
  },
  'POST /contracts/remind': { who: 'change-people', path: () => '/contracts/remind', status: 409 },
  'POST /contracts/remind/preview': {
    who: 'change-people',
    path: () => '/contracts/remind/preview',
    status: 409,
  },
  'GET /undeliverable': readRoute('/undeliverable'),
  'POST /contracts/new-terms/preview': { who: 'change-people', path: () => '/contracts/new-terms/preview' },
  'GET /audit-log.csv': readRoute('/audit-log.csv', { who: 'administer', audit: 'audit-log-exported' }),
  'GET /wallet-links': readRoute('/wallet-links', { who: 'change-people', audit: 'wallet-links-viewed' }),
  'GET /wallet-links.csv': readRoute('/wallet-links.csv', {
    who: 'change-people',
    audit: 'wallet-links-exported',
  }),
  'GET /company': readRoute('/company', { who: 'user' }),
  'PATCH /company': {
    who: 'administer',
    path: () => '/company',
    body: () => ({ subsidyCents: 1000 }),
    audit: 'company-changed',
  },
  'GET /company/sign-in': readRoute('/company/sign-in', { who: 'see-settings' }),
  'PATCH /company/sign-in': {
    who: 'administer-confirmed',
    path: () => '/company/sign-in',
    body: () => ({ requirePasskeys: false }),
    audit: 'company-changed',
  },
  'POST /company/preview': {
    who: 'administer',
    path: () => '/company/preview',
    body: () => ({ autoEnrol: true }),
  },
  'GET /audit-log': readRoute('/audit-log', {
    who: 'see-settings',
    filters: ({ employee }) => [`subjectTypes=employee&subjectIds=${employee}`],
  }),
  'GET /clock': readRoute('/clock', { who: 'user', stagingOnly: true }),
  'POST /clock': {
    who: 'administer',
    path: () => '/clock',
    body: () => ({ to: 'next-day' }),
    audit: 'clock-moved',
    stagingOnly: true,
  },
  'GET /outbox': readRoute('/outbox', { who: 'administer', shows: ({ mail }) => [mail], stagingOnly: true }),
  'GET /outbox/:id': {
    who: 'administer',
    path: ({ mail }) => `/outbox/${mail}`,
    audit: 'mail-viewed',
    stagingOnly: true,
  },
  'GET /outbox/:id/html': {
    who: 'administer',
    path: ({ mail }) => `/outbox/${mail}/html`,
    audit: 'mail-viewed',
    stagingOnly: true,
  },
};

const UNKNOWN: Ids = {
  employee: 999_999,
  document: 999_999,
  applicant: 999_999,
  asker: 999_999,
  contract: 999_999,
  contractDocument: 999_999,
  integration: 999_999,
  otherIntegration: 999_999,
  pulled: 999_999,
  pull: 'pull-unknown',
  run: 999_999,
  attempt: 999_999,
  conflict: 999_999,
  duplicate: 999_999,
  waiting: 999_999,
  decided: 999_999,
  key: 999_999,
  user: 999_999,
  invitation: 999_999,
  session: 999_999,
  passkey: 999_999,
  mail: 999_999,
  webhook: 999_999,
  bulkAction: 999_999,
  request: 999_999,
  otherRequest: 999_999,
  stranger: 999_999,
};

type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
type Company = Awaited<ReturnType<typeof createCompanyWithRecords>>;

const service = await createTestService();
const { sql } = service.database;
const webhooks = createWebhooks({
  config: service.config,
  secretKeys: ['Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U'],
});
const sources = createSources({ config: service.config, secretKeys: service.secretKeys });
const own = await createCompanyWithRecords();
const other = await createCompanyWithRecords();
const PREFIX = '/portal/api';
const declared = service.app.declaredRoutes.filter(({ url }) => url.startsWith(`${PREFIX}/`));
const routes = declared.flatMap(({ method, url }) => {
  const name = `${method === 'HEAD' ? 'GET' : method} ${url.slice(PREFIX.length)}`;
  const route = ROUTES[name];
  return route ? [{ name: `${method} ${url}`, method: method as Method, route }] : [];
});
const isChange = ({ method }: { method: Method }) => method !== 'GET' && method !== 'HEAD';

async function createCompanyWithRecords() {
  const { company, admin } = await createPortalCompany(service);
  const { id } = company;
  await freezeClock(sql, id);
  const viewer = await createPortalUser(service, id, 'viewer');
  const integrations = { name: 'HR', type: 'api-integration' } as const;
  const integration = await createIntegration(sql, id, OPERATOR, integrations);
  const otherIntegration = await createIntegration(sql, id, OPERATOR, integrations);
  await insertDropUser(sql, { companyId: id, integrationId: otherIntegration }, `drop-${otherIntegration}`);
  await sql`
    insert into roster_pulls (company_id, integration_id, sync_id, purpose)
    values (${id}, ${otherIntegration}, 'open', 'preview')`;
  const links = [{ integrationId: integration, hrId: 'P1' }];
  const employee = await addPerson(sql, id, { termStart: '2026-01-01', tickets: ['2026-11'], links });
  await sql`
    insert into audit_log (company_id, actor_type, action, subject_type, subject_id)
    values (${id}, 'operator', 'employee-created', 'employee', ${employee})`;
  const key = { environment: 'staging', name: 'k', permissions: PERMISSIONS } as const;
  const email = `invited-${id}@example.com`;
  const user = (await createPortalUser(service, id)).id;
  await insertTestPasskey(id, user);
  const ids: Ids = {
    employee,
    document: await addDocument(service, id, { employeeId: employee }),
    ...(await addApplicant(id)),
    ...(await addRequests(id)),
    stranger: await addStranger(id),
    integration,
    otherIntegration,
    ...(await addSources(id)),
    ...(await addHeldRun(id, integration)),
    key: (await createKey(sql, id, OPERATOR, key)).id,
    user,
    invitation: (await sql.begin((tx) => inviteUser(tx, id, OPERATOR, { email, role: 'viewer' }, undefined)))
      .id,
    session: await addSession(admin),
    passkey: await insertTestPasskey(id, admin.id),
    mail: await addKeptMail(id),
    webhook: await addWebhook(id),
    bulkAction: await insertBulkAction(sql, id, admin.id, { action: 'cancel', input: {}, ids: [employee] }),
  };
  return { id, admin, viewer, ids };
}

async function addRequests(companyId: number): Promise<Pick<Ids, 'asker' | 'request' | 'otherRequest'>> {
  const asker = await addPerson(sql, companyId, { termStart: '2026-01-01', tickets: ['2026-11'] });
  const first = '2027-03-01';
  const add = async (action: 'pause' | 'resume') => {
    const [row] = await sql<{ id: number }[]>`
      insert into employee_requests (company_id, employee_id, action, from_month, asked_on, link_class, effective_on)
      values (${companyId}, ${asker}, ${action}, ${action === 'pause' ? first : null}, '2026-11-15', 'mailed', ${first})
      returning id`;
    assert(row);
    return row.id;
  };
  return { asker, request: await add('pause'), otherRequest: await add('resume') };
}

async function addStranger(companyId: number): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into join_requests (company_id, email, date_of_birth)
    values (${companyId}, 'stranger@example.com', '1990-02-03') returning id`;
  assert(row);
  return row.id;
}

async function addSources(companyId: number): Promise<Pick<Ids, 'pulled' | 'pull'>> {
  const type = 'hr-integration';
  const pulled = await createIntegration(sql, companyId, OPERATOR, { name: 'Fetched', type });
  const place = { companyId, integrationId: pulled, actor: OPERATOR };
  const pull = `pull-${companyId}`;
  const preview = { counts: {}, warnings: [], isHeld: false, unfinishedRuns: 0, changes: [] };
  await sql.begin(async (tx) => {
    const draft = async () => {
      await draftSource(tx, sources, place, enteredSource);
      await mapDraft(tx, place, enteredMapping);
    };
    await draft();
    await activateSource(tx, place, 'manual');
    await draft();
    await tx`
      insert into roster_pulls (company_id, integration_id, sync_id, purpose, status, preview, finished_at)
      values (${companyId}, ${pulled}, ${pull}, 'preview', 'previewed', ${tx.json(preview)}, now())`;
  });
  return { pulled, pull };
}

async function addKeptMail(companyId: number): Promise<number> {
  const facts = {
    ...{ kind: 'invitation', companyName: 'Beispiel GmbH', locale: 'de-DE', timeZone: 'Europe/Berlin' },
    ...{ role: 'viewer', invitedBy: null, expiresAt: '2026-11-23T09:30:00Z', link: 'https://example.com' },
  };
  const [mail] = await sql<{ id: number }[]>`
    insert into mails (company_id, kind, address, urgency, expires_at, state, settled_at, sent_to, subject, facts)
    values (${companyId}, 'invitation', 'neu@example.com', 0, now(), 'kept', now(), 'neu@example.com', 'Einladung',
      ${sql.json(facts)})
    returning id`;
  assert(mail);
  return mail.id;
}

async function addApplicant(
  companyId: number,
): Promise<Pick<Ids, 'applicant' | 'contract' | 'contractDocument'>> {
  const applicant = await addPerson(sql, companyId, { planType: 'split-pay-plan' });
  await sql.begin((tx) => enrol(tx, companyId, applicant, OPERATOR));
  const [offer] = await sql<{ contract: number; contractDocument: number }[]>`
    select offer_id as contract, id as "contractDocument" from documents
    where company_id = ${companyId} and employee_id = ${applicant}`;
  assert(offer);
  return { applicant, ...offer };
}

async function insertTestPasskey(companyId: number, userId: number): Promise<number> {
  const id = await insertPasskey(sql, companyId, userId, {
    credentialId: randomBytes(32),
    publicKey: Buffer.alloc(77),
    counter: 0,
    transports: [],
    name: 'Key',
  });
  assert(id);
  return id;
}

/** Adds a webhook whose address does not exist, and an event for it. */
async function addWebhook(companyId: number): Promise<number> {
  const given = { url: 'https://no-such-host.invalid/', eventTypes: null };
  const { id } = await sql.begin((tx) => createWebhook(tx, companyId, OPERATOR, given, webhooks));
  await sql.begin((tx) => emit(tx, companyId, 'ticket.issued', [{ employeeId: 1 }]));
  return id;
}

async function addSession(user: PortalUser): Promise<number> {
  const digest = digestOfToken(await newSession(service, user));
  const [session] = await sql<
    { id: number }[]
  >`select id from portal_sessions where token_digest = ${digest}`;
  assert(session);
  return session.id;
}

/** Adds a run that holds the end of the only person, a conflict about their personnel number, and a refused roster. */
async function addHeldRun(
  companyId: number,
  integrationId: number,
): Promise<Pick<Ids, 'run' | 'conflict' | 'duplicate' | 'attempt' | 'waiting' | 'decided'>> {
  const { hrId, firstName, lastName, ...other } = entry('P1');
  const said = {
    ...{ hr_id: hrId, first_name: firstName, last_name: lastName, email: other.email, absences: [] },
    ...{ date_of_birth: other.dateOfBirth, start_date: other.startDate },
  };
  const [made] = await sql<Pick<Ids, 'run' | 'conflict' | 'duplicate' | 'attempt' | 'waiting' | 'decided'>[]>`
    with run as (
      insert into sync_runs (company_id, integration_id, sync_id, accept_seq, status, counts, entry_count,
        accepted_at, keeps_listings)
      values (${companyId}, ${integrationId}, 'nightly', 1, 'held', '{"entries": 1, "held": 1}', 1, now(), true) returning id
    ), counted as (
      update hr_integrations set last_accept_seq = 1 where company_id = ${companyId} and id = ${integrationId}
    ), link as (
      select id, employee_id from hr_links
        where company_id = ${companyId} and integration_id = ${integrationId}
    ), change as (
      insert into sync_changes (company_id, run_id, employee_id, hr_id, outcome, reason, position, entry)
      select ${companyId}, run.id, link.employee_id, 'P1', 'held', 'waits-for-approval', 0,
        '{"hr_id": "P1", "first_name": "Ada", "last_name": "King", "email": "ada@example.com", "date_of_birth": "1990-01-01",
          "start_date": "2020-01-01", "absences": []}'::jsonb
      from run, link
    ), ending as (
      insert into sync_held_ends (company_id, run_id, link_id) select ${companyId}, run.id, link.id
        from run, link
    ), conflict as (
      insert into sync_conflicts (company_id, integration_id, hr_id, link_id, run_id, entry)
      select ${companyId}, ${integrationId}, 'P1', link.id, run.id, ${sql.json(said)} from run, link
        returning id
    ), duplicate as (
      insert into possible_duplicates (company_id, integration_id, first_hr_id, hr_id, entry)
      values (${companyId}, ${integrationId}, 'P1', 'P2', ${sql.json(said)}) returning id
    ), waiting as (
      insert into waiting_entries (company_id, integration_id, hr_id, run_id, scope, entry)
      select ${companyId}, ${integrationId}, 'W1', run.id, array[${integrationId}::bigint],
        ${sql.json({ ...said, hr_id: 'W1', email: 'w1@example.com' })} from run returning id
    ), decided as (
      insert into waiting_entries (company_id, integration_id, hr_id, run_id, scope, entry, decision, employee_id, decided_at)
      select ${companyId}, ${integrationId}, 'W2', run.id, array[${integrationId}::bigint], ${sql.json(said)}, 'same-person',
        link.employee_id, now()
      from run, link returning id
    ), attempt as (
      insert into sync_attempts (company_id, integration_id, status, code, errors, error_count, accept_seq,
        request_id)
      values (${companyId}, ${integrationId}, 400, 'malformed-request', '[]', 0, 1, 'request') returning id
    )
    select run.id as run, conflict.id as conflict, duplicate.id as duplicate, attempt.id as attempt,
      waiting.id as waiting, decided.id as decided
    from run, conflict, duplicate, attempt, waiting, decided`;
  assert(made);
  return made;
}

interface Sending {
  ids?: Ids;
  token?: string;
  headers?: Record<string, string>;
  through?: TestService;
  query?: string;
}

function send({ method, route }: { method: Method; route: Case }, sending: Sending = {}) {
  const { ids = own.ids, token, headers, through = service, query } = sending;
  const body = isChange({ method }) ? route.body?.(ids) : undefined;
  return ask(through, route.path(ids) + (query ? `?${query}` : ''), {
    method,
    ...(body && { body }),
    ...(token && { token }),
    headers: { ...route.headers, ...headers },
  });
}

/** Returns the answer without the headers that differ between any two answers. */
function comparableAnswer({ statusCode, headers, body }: Answer) {
  const { 'x-request-id': _id, date: _date, ...rest } = headers;
  return { statusCode, headers: rest, body };
}

function assertRefused(answer: Answer, method: Method, status: number, code: string, what: string) {
  assert.equal(answer.statusCode, status, `${what}: ${answer.body}`);
  if (method !== 'HEAD') assertProblem(answer, status, code);
}

async function auditLines(companyId: number): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    select concat_ws(' ', actor_type, actor_id, action) as line from audit_log
    where company_id = ${companyId} and action <> 'signed-in' order by id`;
  return rows.map(({ line }) => line);
}

async function withOldPassword(user: PortalUser): Promise<string> {
  const token = await newSession(service, user);
  await age(service, token, '10 minutes');
  return token;
}

test('the table of this test lists exactly the routes of the portal: a new route must declare here who may call it', () => {
  const there = declared
    .filter(({ method }) => method !== 'HEAD')
    .map(({ method, url }) => `${method} ${url.slice(PREFIX.length)}`);
  assert.deepEqual(there.sort(), Object.keys(ROUTES).sort());
});

test('every GET route also answers HEAD, and every route declares the access that this test expects', () => {
  const urls = (wanted: string) => declared.filter(({ method }) => method === wanted).map(({ url }) => url);
  assert.deepEqual(urls('HEAD').sort(), urls('GET').sort());
  for (const { method, url, access } of declared) {
    const name = `${method === 'HEAD' ? 'GET' : method} ${url.slice(PREFIX.length)}`;
    assert.equal(access, `portal-${ROUTES[name]?.who}`, name);
  }
});

test('without a session only guest routes answer, and known and unknown ids get the same answer', async () => {
  const stale = await newSession(service, own.admin);
  await age(service, stale, '1 day');
  for (const each of routes) {
    if (each.route.who === 'guest') {
      assert.equal((await send(each)).statusCode, each.route.status, each.name);
      continue;
    }
    for (const token of [undefined, 'B'.repeat(43), stale, own.admin.token.slice(1), 'x y']) {
      const answer = await send(each, token === undefined ? {} : { token });
      // It says that nobody is signed in. What cannot be a token is as good as none.
      if (each.route.who === 'unfinished-or-guest' && token !== stale && token?.length !== 43) {
        assert.equal(answer.statusCode, 200, each.name);
        if (each.method !== 'HEAD') assert.deepEqual(answer.json(), { data: null });
        continue;
      }
      assertRefused(answer, each.method, 401, 'not-signed-in', each.name);
      assert.doesNotMatch(String(answer.headers['www-authenticate']), /basic/i);
    }
    assert.deepEqual(
      comparableAnswer(await send(each)),
      comparableAnswer(await send(each, { ids: UNKNOWN })),
      each.name,
    );
  }
});

test('an API key is refused by the portal, and a session by the public API', async () => {
  const { id } = await createCompanyWithRecords();
  const key = await createKey(sql, id, OPERATOR, {
    environment: 'staging',
    name: 'k',
    permissions: PERMISSIONS,
  });
  for (const each of routes.filter(({ route }) => route.who !== 'guest'))
    assert.equal(
      (await send(each, { headers: { authorization: basic(key) } })).statusCode,
      each.route.who === 'unfinished-or-guest' ? 200 : 401,
      each.name,
    );
  const headers = { cookie: `${COOKIE}=${own.admin.token}` };
  for (const url of ['/employees', '/hr-integrations', '/limits', '/test-clock'])
    assert.equal((await service.app.inject({ url, headers })).statusCode, 401, url);
});

/** What each role may do, written a second time: a right that a role gets by mistake fails here. */
const MAY: Record<Role, readonly Case['who'][]> = {
  admin: [
    'see-people',
    'change-people',
    'see-costs',
    'change-costs',
    'see-settings',
    'administer',
    'administer-confirmed',
  ],
  hr: ['see-people', 'change-people', 'see-costs'],
  payroll: ['see-costs', 'change-costs'],
  viewer: ['see-people', 'see-costs', 'see-settings'],
};

for (const role of ['hr', 'payroll', 'viewer'] as const)
  test(`a user with the role ${role} is refused by the routes that need another right, whatever the id`, async () => {
    const user = await createPortalUser(service, own.id, role);
    for (const each of routes.filter(({ route }) => route.who !== 'guest')) {
      const { name, method, route } = each;
      if (/^(user|unfinished)/.test(route.who) || MAY[role].includes(route.who)) {
        if (!isChange(each)) assert.equal((await send(each, { token: user.token })).statusCode, 200, name);
        continue;
      }
      const answer = await send(each, { token: user.token });
      assertRefused(answer, method, 403, 'role-required', name);
      assert.deepEqual(
        comparableAnswer(answer),
        comparableAnswer(await send(each, { token: user.token, ids: UNKNOWN })),
        name,
      );
    }
  });

test('a role that this version does not know may only sign out', async () => {
  const user = await createPortalUser(service, own.id, 'viewer');
  await sql`alter table portal_users drop constraint portal_users_role_check`;
  await sql`update portal_users set role = 'auditor' where id = ${user.id}`;
  for (const each of routes.filter(({ route }) => !/^(guest|unfinished)/.test(route.who)))
    assertRefused(await send(each, { token: user.token }), each.method, 403, 'role-required', each.name);
  await sql`delete from portal_users where id = ${user.id}`;
});

test('routes that create or change credentials need a password entered in the last five minutes', async () => {
  const token = await withOldPassword(own.admin);
  for (const each of routes.filter(({ route }) => route.who.endsWith('confirmed'))) {
    const answer = await send(each, { token });
    assertRefused(answer, each.method, 403, 'confirmation-required', each.name);
    assert.deepEqual(
      comparableAnswer(answer),
      comparableAnswer(await send(each, { token, ids: UNKNOWN })),
      each.name,
    );
  }
});

test('a user who must add a passkey can do nothing else, whatever the role', async () => {
  const { id, admin } = await createCompanyWithRecords();
  await sql`update companies set require_passkeys = true where id = ${id}`;
  await sql`delete from portal_passkeys where company_id = ${id}`;
  const viewer = await createPortalUser(service, id, 'viewer');
  for (const each of routes.filter(({ route }) => route.who !== 'guest'))
    for (const user of [admin, viewer]) {
      const answer = await send(each, { token: await newSession(service, user) });
      if (each.route.who.startsWith('unfinished'))
        assert.ok(![401, 404].includes(answer.statusCode), each.name);
      else assertRefused(answer, each.method, 403, 'passkey-required', each.name);
    }
});

test('a new retention period needs a recent password, and other settings of the company do not', async () => {
  const token = await withOldPassword(own.admin);
  const set = (body: object, as = token) => ask(service, '/company', { method: 'PATCH', body, token: as });
  const months = async () => (await ask(service, '/company', { token })).json().data.retentionMonths;
  const before = await months();
  for (const body of [{ retentionMonths: 1 }, { subsidyCents: 1500, retentionMonths: 1 }])
    assertProblem(await set(body), 403, 'confirmation-required');
  assert.equal(await months(), before);
  assert.equal((await set({ subsidyCents: 1500 })).statusCode, 200);
  assert.equal((await set({ retentionMonths: 30 }, await newSession(service, own.admin))).statusCode, 200);
  assert.equal(await months(), 30);
});

test('requests from another site change nothing, even with a valid session', async () => {
  const before = await auditLines(own.id);
  for (const each of routes.filter(isChange))
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      const answer = await send(each, { token: own.admin.token, headers });
      assertRefused(answer, each.method, 403, 'foreign-origin', each.name);
    }
  assert.deepEqual(await auditLines(own.id), before);
});

test('ids of another company and unknown ids get byte-identical answers, and no record changes', async () => {
  const before = await auditLines(other.id);
  const { token } = own.admin;
  for (const each of routes) {
    const { name, method, route } = each;
    if (route.path(own.ids) === route.path(other.ids)) continue;
    const answer = await send(each, { token, ids: other.ids });
    assertRefused(answer, method, 404, 'not-found', name);
    assert.deepEqual(
      comparableAnswer(answer),
      comparableAnswer(await send(each, { token, ids: UNKNOWN })),
      name,
    );
  }
  assert.deepEqual(await auditLines(other.id), before);
});

test('a person cannot be linked to an integration of another company', async () => {
  const link = (integrationId: number) =>
    own.admin.send(`/employees/${own.ids.employee}/links`, { method: 'POST', body: { integrationId } });
  const answer = await link(other.ids.integration);
  assertProblem(answer, 404, 'not-found');
  assert.deepEqual(comparableAnswer(answer), comparableAnswer(await link(999_999)));
});

test('ids that are not numbers and unknown actions get 404', async () => {
  for (const id of ['0', '-1', 'x', '1.5', '01', '99999999999999999999', '%00', '__proto__'])
    assertProblem(await own.admin.send(`/employees/${id}`), 404, 'not-found');
  for (const action of ['delete', 'constructor', '__proto__']) {
    const path = `/employees/${own.ids.employee}/actions/${action}`;
    assertProblem(await own.admin.send(path, { method: 'POST', body: {} }), 404, 'not-found');
  }
});

test("a list shows the company's own records, and filters by ids of another company find nothing", async () => {
  // The requests of the tests before may have changed the amounts of the contract.
  const fresh = await createCompanyWithRecords();
  const { token } = fresh.admin;
  for (const each of routes.filter(({ method }) => method === 'GET')) {
    const { name, route } = each;
    if (route.shows) {
      const { data } = (await send(each, { token, ids: fresh.ids, query: 'sortOrder=asc' })).json().data;
      assert.deepEqual(
        data.map(({ id }: { id: number }) => id),
        route.shows(fresh.ids),
        name,
      );
    }
    for (const [index, query] of (route.filters?.(fresh.ids) ?? []).entries()) {
      const [mine, foreign, unknown] = await Promise.all([
        send(each, { token, ids: fresh.ids, query }),
        send(each, { token, ids: fresh.ids, query: route.filters?.(other.ids)[index] ?? '' }),
        send(each, { token, ids: fresh.ids, query: route.filters?.(UNKNOWN)[index] ?? '' }),
      ]);
      assert.ok(mine.json().data.total > 0, `${name} ${query}`);
      assert.equal(foreign.json().data.total, 0, `${name} ${query}`);
      assert.deepEqual(comparableAnswer(foreign), comparableAnswer(unknown), `${name} ${query}`);
    }
  }
});

test('every change, and every read of one person or export, writes an audit row with the user, and other reads write none', async () => {
  for (const each of routes.filter(({ method, route }) => method !== 'HEAD' && route.who !== 'guest')) {
    const { name, route } = each;
    const company: Company = await createCompanyWithRecords();
    const before = await auditLines(company.id);
    const answer = await send(each, { token: company.admin.token, ids: company.ids });
    assert.equal(answer.statusCode, route.status ?? 200, `${name}: ${answer.body}`);
    const added = (await auditLines(company.id)).slice(before.length);
    const actions = [route.audit ?? []].flat();
    assert.deepEqual(
      added,
      actions.map((action) => `portal-user ${company.admin.id} ${action}`),
      name,
    );
    const isView = actions.some((action) => /-(viewed|downloaded|exported)$/.test(action));
    assert.equal(isChange(each) ? !isView : route.audit === undefined || isView, true, name);
  }
});

test('routes for staging only do not exist on production', async () => {
  const production = await createTestService({ TRANSIT_ENV: 'production' }, service.database);
  const { token } = own.admin;
  for (const each of routes.filter(({ method }) => method === 'GET')) {
    const status = (await send(each, { token, through: production })).statusCode;
    assert.equal(status, each.route.stagingOnly ? 404 : 200, each.name);
  }
  const clock = await ask(production, '/clock', { method: 'POST', token, body: { to: 'next-day' } });
  assert.equal(clock.statusCode, 404);
});

test('every answer of the portal forbids caching and content sniffing', async () => {
  for (const each of routes.filter(({ method }) => method === 'GET')) {
    const { headers } = await send(each, { token: own.admin.token });
    assert.match(String(headers['cache-control']), /no-store/, each.name);
    assert.equal(headers['x-content-type-options'], 'nosniff', each.name);
    assert.equal(headers['access-control-allow-origin'], undefined, each.name);
  }
});

test('no route shows the link of a wallet, a contract or a page to a viewer', async () => {
  const company = await createCompanyWithRecords();
  const employee = await addPerson(sql, company.id, {
    ...{ termStart: '2026-01-01', tickets: ['2026-11'], contractStatus: 'pending' },
  });
  const ids = { ...company.ids, employee };
  const showsLinks = async (token: string) => {
    const shown: string[] = [];
    for (const each of routes.filter(({ method, route }) => method === 'GET' && route.who !== 'guest')) {
      const { statusCode, body } = await send(each, { token, ids });
      if (/\/(wallet|contracts|me)\/[^"\s]{20,}/.test(body)) shown.push(`${statusCode} ${each.name}`);
    }
    return shown.sort();
  };
  const inTable = [
    ...[
      '/contracts',
      '/contracts.csv',
      '/employees/:id',
      '/page-links.csv',
      '/wallet-links',
      '/wallet-links.csv',
    ],
  ];
  assert.deepEqual(
    await showsLinks(company.admin.token),
    inTable.map((url) => `200 GET ${PREFIX}${url}`),
  );
  assert.deepEqual(await showsLinks(company.viewer.token), []);
});
