import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKey } from '../../../src/company/api-keys/create-key.ts';
import { PERMISSIONS } from '../../../src/company/api-keys/permissions.ts';
import type { Role } from '../../../src/domain/access/roles.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { addPerson } from '../support/people.ts';
import { assertProblem, withoutRequest } from '../support/problem.ts';
import { basic, createTestService, type TestService } from '../support/service.ts';
import { createCompanyWithRecords } from './company-with-records.ts';
import { type Answer, age, ask, COOKIE, createPortalUser, newSession, type PortalUser } from './portal.ts';
import { type Case, type Ids, ROUTES, UNKNOWN } from './routes.ts';

type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE';
type Company = Awaited<ReturnType<typeof createCompanyWithRecords>>;

const service = await createTestService();
const { sql } = service.database;
const own = await createCompanyWithRecords(service);
const other = await createCompanyWithRecords(service);
const PREFIX = '/portal/api';
const declared = service.app.declaredRoutes.filter(({ url }) => url.startsWith(`${PREFIX}/`));
const routes = declared.flatMap(({ method, url }) => {
  const name = `${method === 'HEAD' ? 'GET' : method} ${url.slice(PREFIX.length)}`;
  const route = ROUTES[name];
  return route ? [{ name: `${method} ${url}`, method: method as Method, route }] : [];
});
const isChange = ({ method }: { method: Method }) => method !== 'GET' && method !== 'HEAD';

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
  // That of a problem depends on the number that it repeats.
  if (statusCode >= 400) delete rest['content-length'];
  return { statusCode, headers: rest, body: withoutRequest(body) };
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
  const { id } = await createCompanyWithRecords(service);
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
    'change-people-confirmed',
    'see-costs',
    'change-costs',
    'see-settings',
    'administer',
    'administer-confirmed',
  ],
  hr: ['see-people', 'change-people', 'change-people-confirmed', 'see-costs'],
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
      if (method !== 'HEAD') assert.match(answer.json().detail, /^Only these roles may do this: .*admin/);
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
  for (const each of routes.filter(({ route }) => !/^(guest|unfinished)/.test(route.who))) {
    const answer = await send(each, { token: user.token });
    assertRefused(answer, each.method, 403, 'role-required', each.name);
    if (each.method !== 'HEAD') assert.equal(answer.json().detail, 'Nobody with your role may do this.');
  }
  await sql`delete from portal_users where id = ${user.id}`;
});

test('routes that create or change credentials or sources need a password entered in the last five minutes', async () => {
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
  const { id, admin } = await createCompanyWithRecords(service);
  await sql`update companies set require_passkeys = true where id = ${id}`;
  await sql`delete from portal_passkeys where company_id = ${id}`;
  const viewer = await createPortalUser(service, id, 'viewer');
  for (const each of routes.filter(({ route }) => route.who !== 'guest'))
    for (const user of [admin, viewer]) {
      // Users who may not finish signing in may sign out, which ends the session.
      const token = each.route.who.startsWith('unfinished') ? await newSession(service, user) : user.token;
      const answer = await send(each, { token });
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
  const fresh = await createCompanyWithRecords(service);
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
  const read = await createCompanyWithRecords(service);
  for (const each of routes.filter(({ method, route }) => method !== 'HEAD' && route.who !== 'guest')) {
    const { name, route } = each;
    const writes = isChange(each) || route.audit;
    const company: Company = writes ? await createCompanyWithRecords(service) : read;
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
  const company = await createCompanyWithRecords(service);
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
