import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDocument, addPerson, freezeClock } from '../support/people.ts';
import { createTestService } from '../support/service.ts';
import { ask, createPortalCompany, newSession } from './portal.ts';

const PREFIX = '/portal/api';
const service = await createTestService();
const { sql } = service.database;
const { company, admin } = await createPortalCompany(service);
await freezeClock(sql, company.id);
const employee = await addPerson(sql, company.id, { termStart: '2026-01-01', tickets: ['2026-11'] });
const document = await addDocument(service, company.id, { employeeId: employee });

/** Signing in takes most of a second and is throttled; it has its own tests. */
const LEFT_OUT = /session|password|invitation\/accept/;
const routes = service.app.declaredRoutes.filter(
  ({ url, method }) => url.startsWith(`${PREFIX}/`) && method !== 'HEAD' && !LEFT_OUT.test(url),
);

const ACTIONS = ['enrol', 'change-plan', 'pause', 'resume', 'cancel', 'revoke', 'issue-now'];
const PLAN = ['planType', 'fromMonth', 'untilMonth'];
const ROSTER = ['syncId', 'employees'];
const SETTINGS = [
  ...[
    'name',
    'locale',
    'timeZone',
    'defaultPlanType',
    'autoEnrol',
    'subsidyCents',
    'orderUntilDay',
    'cancelUntilDay',
  ],
  ...['pauseUntilDay', 'retentionMonths'],
];
/** The fields that the routes read, so that hostile values reach the code behind the validation. */
const FIELDS: Record<string, string[]> = {
  '/users/:id': ['role'],
  '/invitations': ['email', 'role'],
  '/invitation': ['token'],
  '/employees': ['firstName', 'lastName', 'email', 'dateOfBirth', 'profileImage'],
  '/employees/:id/links': ['integrationId'],
  '/employees/:id/actions/:action': PLAN,
  '/employees/:id/actions/:action/preview': PLAN,
  '/employees/:id': ['firstName', 'lastName', 'email', 'dateOfBirth', 'profileImage'],
  '/bulk-actions': ['who', 'action', 'people', 'planType', 'fromMonth', 'untilMonth'],
  '/bulk-actions/preview': ['who', 'action', 'planType', 'fromMonth', 'untilMonth'],
  '/integrations': ['name', 'type'],
  '/integrations/:id': [
    'name',
    'autoSyncDefault',
    'holdCount',
    'holdPercent',
    'absenceTypes',
    'takesOver',
    'disconnected',
  ],
  '/integrations/:id/file-mapping': ['columns', 'absenceColumns', 'dates'],
  '/integrations/:id/syncs/:runId/approve': ['people'],
  '/integrations/:id/syncs/:runId/discard': ['people'],
  '/integrations/:id/conflicts/:conflictId': ['decision'],
  '/integrations/:id/duplicates/:duplicateId': ['decision'],
  '/integrations/:id/waiting': ['decision', 'entries'],
  '/integrations/:id/waiting/:waitingId': ['decision', 'employeeId'],
  '/integrations/:id/rosters': ROSTER,
  '/integrations/:id/rosters/preview': ROSTER,
  '/keys': ['name', 'permissions', 'expiresAt'],
  '/keys/:id/rotate': ['overlapSeconds'],
  '/documents/:id': ['withheld'],
  '/company': SETTINGS,
  '/company/preview': SETTINGS,
  '/clock': ['to', 'date'],
};
const PARAMETERS = [
  ...[
    'page',
    'perPage',
    'sortField',
    'ids',
    'search',
    'hrIds',
    'ticketMonth',
    'updatedSince',
    'statuses',
    'actions',
  ],
  ...[
    'subjectIds',
    'from',
    'to',
    'createdFrom',
    'employeeIds',
    'subscriptionStatuses',
    'downloadable',
    'emails',
    'outcomes',
  ],
];

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    ...[
      '',
      ' ',
      '\0',
      '\ud800',
      '%',
      '\\',
      "'; drop table employees; --",
      '<img onerror=alert(1)>',
      '9999-12-31',
    ],
    ...[
      '2999-12',
      '0001-01-01',
      '-1',
      '1e999',
      '2026-02-30',
      '2147483648',
      '9223372036854775808',
      'null',
      'true',
    ],
  ),
);
const value = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.constantFrom(2 ** 31, 2 ** 53, -1, 0, 1, employee, null, true, false),
  fc.array(text, { maxLength: 3 }),
  fc.jsonValue(),
);
const WORDS = [
  'admin',
  'api-integration',
  'split-pay-plan',
  'next-first',
  'a@b',
  'Europe/Berlin',
  'de-DE',
  '2030-01',
];
const plausible = fc.oneof(
  value,
  fc.constantFrom<unknown>(...WORDS, ['view-employees'], 5, 28, 0.5, '2027-03-01'),
);

function bodyFor(url: string) {
  const fields = Object.fromEntries((FIELDS[url] ?? ['field']).map((name) => [name, plausible]));
  return fc.oneof(
    { weight: 8, arbitrary: fc.record(fields) },
    { weight: 4, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
}

const query = fc.dictionary(fc.constantFrom(...PARAMETERS), text, { maxKeys: 4 });
const id = fc.oneof(fc.constantFrom(employee, document, admin.id, 1, 2, 3), fc.integer({ min: 1 }), text);

test('no generated request makes the portal answer 5xx, and every answer is JSON, a file or a problem', async () => {
  const anyRoute = fc
    .constantFrom(...routes)
    .chain((route) =>
      fc.record({ route: fc.constant(route), body: bodyFor(route.url.slice(PREFIX.length)) }),
    );
  const request = fc.record({
    target: anyRoute,
    id,
    action: fc.constantFrom(...ACTIONS),
    query,
    contentType: fc.constantFrom(
      'application/json',
      'application/json',
      'application/octet-stream',
      'text/plain',
    ),
  });
  await fc.assert(
    fc.asyncProperty(request, async (given) => {
      const { body } = given.target;
      const { url, method } = given.target.route;
      const path = url
        .slice(PREFIX.length)
        .replaceAll(
          /:(id|runId|conflictId|duplicateId|waitingId)/g,
          encodeURIComponent(String(given.id).toWellFormed()),
        )
        .replace(':action', given.action);
      const pairs = Object.entries(given.query).map(([key, each]): [string, string] => [
        key,
        each.toWellFormed(),
      ]);
      // A request may remove the user or make it a viewer, so the next request uses a new admin session.
      await sql`update portal_users set removed_at = null, role = 'admin' where id = ${admin.id}`;
      const answer = await ask(service, `${path}?${new URLSearchParams(pairs)}`, {
        method: method as 'GET' | 'POST' | 'PATCH' | 'DELETE',
        token: await newSession(service, admin),
        ...(method !== 'GET' && method !== 'DELETE' && { body: JSON.stringify(body) }),
        headers: { 'content-type': given.contentType, 'x-file-name': 'a.pdf' },
      });
      assert.ok(answer.statusCode < 500, `${method} ${path}: ${answer.statusCode} ${answer.body}`);
      if (answer.statusCode >= 400)
        assert.match(String(answer.headers['content-type']), /^application\/problem\+json/);
    }),
    { numRuns: Number(process.env['HOSTILE_RUNS'] ?? 500) },
  );
});
