import type { Right } from '../../../src/domain/access/roles.ts';
import type { EnteredMapping } from '../../../src/rosters/pull/set-up-source.ts';
import { entry } from '../support/entry.ts';
import { PASSWORD } from './portal.ts';

export interface Ids {
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
  approvedRequest: number;
  refusedRequest: number;
  /** Somebody who asked by the join link. */
  stranger: number;
}

export interface Case {
  who:
    | 'guest'
    | 'unfinished'
    | 'unfinished-or-guest'
    | 'unfinished-confirmed'
    | 'user'
    | 'user-confirmed'
    | Right
    | 'change-people-confirmed'
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
export const enteredSource = {
  system: 'https-file',
  values: { address: 'https://127.0.0.1/roster.csv', access: 'none' },
} as const;
export const enteredMapping: EnteredMapping = {
  fields: {
    ...{ hrId: 'Nr', firstName: 'Vorname', lastName: 'Nachname', email: 'Mail' },
    ...{ dateOfBirth: 'Geboren', startDate: 'Eintritt', terminationDate: null },
  },
  absenceTypes: [],
};

/** Every route of the portal's API with its access, a successful request and its audit row. A new route must be added here. */
export const ROUTES: Record<string, Case> = {
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
    shows: ({ request, otherRequest, approvedRequest, refusedRequest }) => [
      request,
      otherRequest,
      approvedRequest,
      refusedRequest,
    ],
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
  'POST /requests/approve': {
    who: 'change-people',
    path: () => '/requests/approve',
    body: ({ approvedRequest }) => ({ ids: [approvedRequest] }),
    audit: ['subscription-cancelled', 'request-approved'],
  },
  'POST /requests/refuse': {
    who: 'change-people',
    path: () => '/requests/refuse',
    body: ({ refusedRequest }) => ({ ids: [refusedRequest], answer: 'No.' }),
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
  'POST /integrations/:id/syncs/:runId/seen': {
    who: 'change-people',
    path: (ids) => `${runPath(ids)}/seen`,
    audit: 'large-offboarding-seen',
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
    who: 'change-people-confirmed',
    path: ({ pulled }) => `/integrations/${pulled}/source`,
    body: () => ({ schedule: 'daily 03:30' }),
    audit: 'hr-source-changed',
  },
  'DELETE /integrations/:id/source': {
    who: 'change-people-confirmed',
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
  'POST /integrations/:id/source/draft/activate': {
    who: 'change-people-confirmed',
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
  'PATCH /datev': {
    who: 'administer',
    path: () => '/datev',
    body: () => ({
      add: {
        ...{ legalEntity: 'Nord GmbH', adviserNumber: 77, clientNumber: 8 },
        ...{ withheldWageType: 800, withheldKey: null, taxFreeWageType: null, taxFreeKey: null },
      },
    }),
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

export const UNKNOWN: Ids = {
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
  approvedRequest: 999_999,
  refusedRequest: 999_999,
  stranger: 999_999,
};
