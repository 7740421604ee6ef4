import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { createKey } from '../../../src/company/api-keys/create-key.ts';
import { selectKeys } from '../../../src/company/api-keys/keys-sql.ts';
import { PERMISSIONS } from '../../../src/company/api-keys/permissions.ts';
import { rotateKey } from '../../../src/company/api-keys/rotate-key.ts';
import { createIntegration } from '../../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { addDocument, addPerson } from '../support/people.ts';
import { assertProblem, withoutRequest } from '../support/problem.ts';
import { basic, createTestCompany, createTestService, type TestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';

/**
 * What a key that is restricted to integrations gets from each route, as docs/integrating.md has it:
 * - `own integrations`: 404 for other integrations in the path;
 * - `own people`: records of people with a link to its integrations, 404 for others;
 * - `all`: the same as every key;
 * - `nothing`: 403.
 */
const ROUTES: Record<string, 'own integrations' | 'own people' | 'all' | 'nothing'> = {
  'GET /employees': 'own people',
  'GET /employees/:id': 'own people',
  'GET /employees/:id/documents': 'own people',
  'GET /employee-documents': 'own people',
  'GET /employee-documents/:id': 'own people',
  'GET /employee-documents/:id/download': 'own people',
  'GET /hr-integrations': 'own integrations',
  'GET /hr-integrations/:id': 'own integrations',
  'POST /hr-integrations/:id/sync': 'own integrations',
  'POST /hr-integrations/:id/sync/preview': 'own integrations',
  'PUT /hr-integrations/:id/file': 'own integrations',
  'POST /hr-integrations/:id/trigger': 'own integrations',
  'GET /hr-integrations/:id/pulls/:syncId': 'own integrations',
  'GET /hr-integrations/:id/syncs': 'own integrations',
  'GET /hr-integrations/:id/attempts': 'own integrations',
  'GET /hr-integrations/:id/syncs/:syncId': 'own integrations',
  'GET /hr-integrations/:id/syncs/:syncId/changes': 'own integrations',
  'POST /hr-integrations/:id/syncs/:syncId/approve': 'own integrations',
  'POST /hr-integrations/:id/syncs/:syncId/discard': 'own integrations',
  'GET /events': 'nothing',
  'GET /statements': 'nothing',
  'GET /statements/:month': 'nothing',
  'GET /statements/:month/breakdown': 'nothing',
  'GET /test-clock': 'nothing',
  'POST /test-clock': 'nothing',
  'GET /limits': 'all',
};

const service = await createTestService();
const { sql } = service.database;
const { companyId, integrationId: mine, newIntegration, sync } = await createSyncingCompany(service);
const others = await newIntegration('Other HR');

await sync([entry('M1'), entry('SHARED')], { syncId: 'same-name' });
await sync([entry('O1'), entry('SHARED', { hrId: 'O-SHARED' })], { syncId: 'same-name', to: others });
for (const integrationId of [mine, others])
  await sql`
    insert into roster_pulls (company_id, integration_id, sync_id, purpose, status, code, finished_at)
    values (${companyId}, ${integrationId}, 'same-name', 'roster', 'failed', 'source-empty', now())`;
const idOf = async (hrId: string) => {
  const [row] = await sql<{ id: number }[]>`
    select employee_id as id from hr_links where company_id = ${companyId} and hr_id = ${hrId}`;
  return row?.id ?? assert.fail(`nobody has the number ${hrId}`);
};
const person = { mine: await idOf('M1'), shared: await idOf('SHARED'), others: await idOf('O1') };
assert.equal(person.shared, await idOf('O-SHARED'), 'the other integration adopts the person');
const left = await addPerson(sql, companyId, {
  firstName: 'Left',
  links: [
    { integrationId: mine, hrId: 'LEFT', ended: true },
    { integrationId: others, hrId: 'O-LEFT' },
  ],
});
const unlinked = await addPerson(sql, companyId, { firstName: 'Unlinked' });
const visible = [person.mine, person.shared, left].sort((a, b) => a - b);
const documentOf = new Map<number, number>();
for (const employeeId of [...visible, person.others, unlinked])
  documentOf.set(employeeId, await addDocument(service, companyId, { employeeId }));

const newKey = (restrictions: { integrationIds?: number[]; allowFrom?: string[] }, of = companyId) =>
  createKey(sql, of, OPERATOR, {
    environment: 'staging',
    name: 'restricted',
    permissions: PERMISSIONS,
    ...restrictions,
  });
const scoped = await newKey({ integrationIds: [mine] });
const whole = await newKey({});

type Key = { username: string; password: string };
const ask = (key: Key, url: string, method: 'GET' | 'POST' | 'PUT' = 'GET') =>
  service.app.inject({
    method,
    url,
    headers: { authorization: basic(key) },
    ...(method !== 'GET' && { payload: {} }),
  });
const list = async (key: Key, url: string) => {
  const answer = await ask(key, url);
  assert.equal(answer.statusCode, 200, url);
  const { data, total } = answer.json().data;
  return { ids: data.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b), total };
};

/** The path of a route with ids of the one or the other side. */
function pathOf(route: string, ids: { integration: number; employee: number; document: number }): string {
  const [, path = ''] = route.split(' ');
  const id = path.startsWith('/employees')
    ? ids.employee
    : path.startsWith('/employee-documents')
      ? ids.document
      : ids.integration;
  return path.replace(':id', String(id)).replace(':syncId', 'same-name').replace(':month', '2026-01');
}
const inside = { integration: mine, employee: person.mine, document: documentOf.get(person.mine) ?? 0 };
const outside = {
  integration: others,
  employee: person.others,
  document: documentOf.get(person.others) ?? 0,
};
const unknown = { integration: 999_999, employee: 999_999, document: 999_999 };

test('the table of this test lists every route for API keys: a new route must say here what restricted keys get', () => {
  const there = service.app.declaredRoutes
    .filter(({ access, method }) => typeof access !== 'string' && method !== 'HEAD')
    .map(({ method, url }) => `${method} ${url}`);
  assert.deepEqual(there.sort(), Object.keys(ROUTES).sort());
});

test('the guide for integrators has the same table', async () => {
  const text = await readFile(new URL('../../../docs/integrating.md', import.meta.url), 'utf8');
  const rows = text.matchAll(/^\| ([a-z ]+) \| (`(?:GET|POST) .*`) \|$/gm);
  const documented = [...rows].flatMap(([, gets, routes = '']) =>
    [...routes.matchAll(/`([^`]+)`/g)].map(([, route = '']) => [route.replaceAll(/\{(\w+)\}/g, ':$1'), gets]),
  );
  assert.deepEqual(Object.fromEntries(documented), ROUTES);
});

test('within its integrations a restricted key gets the answers of any key, and others are answered like unknown ids', async () => {
  for (const [route, gets] of Object.entries(ROUTES)) {
    const method = route.split(' ')[0] as 'GET' | 'POST' | 'PUT';
    const [own, foreign, none] = [inside, outside, unknown].map((ids) => pathOf(route, ids));
    assert.ok(own && foreign && none);
    const answer = await ask(scoped, own, method);
    if (gets === 'nothing') {
      assertProblem(answer, 403, 'key-restricted');
      continue;
    }
    assert.equal(answer.statusCode, (await ask(whole, own, method)).statusCode, route);
    if (own === foreign) continue;
    assert.notEqual((await ask(whole, foreign, method)).statusCode, 404, route);
    const [hidden, missing] = [await ask(scoped, foreign, method), await ask(scoped, none, method)];
    assertProblem(hidden, 404, 'not-found');
    assert.deepEqual(withoutRequest(hidden.body), withoutRequest(missing.body), route);
  }
});

test('lists and their totals contain only records of the key’s integrations', async () => {
  assert.deepEqual(await list(scoped, '/hr-integrations'), { ids: [mine], total: 1 });
  assert.deepEqual(await list(scoped, `/hr-integrations?ids=${others}`), { ids: [], total: 0 });
  assert.deepEqual(await list(scoped, '/employees'), { ids: visible, total: 3 });
  const all = await list(scoped, '/employee-documents?perPage=100');
  for (const employeeId of [person.others, unlinked]) {
    assert.ok(!all.ids.includes(documentOf.get(employeeId)), 'a document of somebody else');
    assert.equal((await list(scoped, `/employee-documents?employeeIds=${employeeId}`)).total, 0);
  }
  for (const employeeId of visible) assert.ok(all.ids.includes(documentOf.get(employeeId)));
  assert.equal(all.total, all.ids.length);
});

test('links to other integrations are not shown', async () => {
  for (const id of [person.shared, left]) {
    const links = async (key: Key) => (await ask(key, `/employees/${id}`)).json().data.hrIntergartionLinks;
    assert.equal((await links(whole)).length, 2);
    assert.deepEqual(
      (await links(scoped)).map(({ hrIntegrationId }: { hrIntegrationId: number }) => hrIntegrationId),
      [mine],
    );
  }
  const listed = (await ask(scoped, '/employees')).json().data.data;
  for (const { hrIntergartionLinks } of listed)
    for (const { hrIntegrationId } of hrIntergartionLinks) assert.equal(hrIntegrationId, mine);
});

test('filters and searches by other integrations or their numbers find nobody', async () => {
  const queries: [query: string, found: number[], foundByWhole: number[]][] = [
    [`hrIntegrationIds=${others}`, [], [person.shared, person.others, left]],
    [`hrIntegrationIds=${mine}&hrIntegrationIds=${others}`, visible, [...visible, person.others]],
    ['hrIds=O-SHARED', [], [person.shared]],
    ['hrIds=SHARED', [person.shared], [person.shared]],
    ['search=o-shared', [], [person.shared]],
    ['search=o-left', [], [left]],
    ['search=m1', [person.mine], [person.mine]],
    ['search=unlinked', [], [unlinked]],
    [`ids=${person.others}`, [], [person.others]],
    [`ids=${left}`, [left], [left]],
    ['subscriptionStatuses=no-subscription', [left], [left, unlinked]],
  ];
  for (const [query, found, foundByWhole] of queries) {
    const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b);
    assert.deepEqual(
      await list(scoped, `/employees?${query}`),
      { ids: sorted(found), total: found.length },
      query,
    );
    assert.deepEqual((await list(whole, `/employees?${query}`)).ids, sorted(foundByWhole), query);
  }
});

test('a key for two integrations sees both', async () => {
  const both = await newKey({ integrationIds: [others, mine, mine] });
  assert.deepEqual(both.integrationIds, [mine, others]);
  assert.equal((await list(both, '/hr-integrations')).total, 2);
  assert.equal((await list(both, '/employees')).total, 4);
});

test('a restricted key submits rosters to its own integrations only', async () => {
  const submit = (to: number) =>
    service.app.inject({
      method: 'POST',
      url: `/hr-integrations/${to}/sync`,
      headers: { authorization: basic(scoped) },
      payload: { syncId: 'from-restricted', employees: [entry('M1'), entry('SHARED')] },
    });
  const attempts = () => list(whole, `/hr-integrations/${others}/attempts`);
  const before = await attempts();
  assert.equal((await submit(mine)).statusCode, 204);
  assertProblem(await submit(others), 404, 'not-found');
  assert.equal((await list(whole, `/hr-integrations/${others}/syncs`)).total, 1);
  assert.deepEqual(await attempts(), before);
});

test('a new password keeps the restrictions', async () => {
  const key = await newKey({ integrationIds: [mine], allowFrom: ['127.0.0.0/8'] });
  const rotated = await sql.begin((tx) => rotateKey(tx, companyId, key.id, OPERATOR, 0));
  assert.deepEqual([rotated.integrationIds, rotated.allowFrom], [[mine], ['127.0.0.0/8']]);
  assert.equal((await ask(rotated, `/hr-integrations/${others}`)).statusCode, 404);
  assert.equal((await ask(rotated, `/hr-integrations/${mine}`)).statusCode, 200);
});

test('a key cannot be restricted to an integration of another company', async () => {
  const { company } = await createTestCompany(service);
  await assert.rejects(newKey({ integrationIds: [mine] }, company.id), /no integration/);
  const own = await createIntegration(sql, company.id, OPERATOR, { name: 'Own', type: 'api-integration' });
  const key = await newKey({ integrationIds: [own] }, company.id);
  for (const id of [companyId, company.id])
    await assert.rejects(
      sql`insert into api_key_integrations values (${id}, ${key.id}, ${mine})`,
      /foreign key/,
    );
  assert.equal((await ask(key, `/hr-integrations/${mine}`)).statusCode, 404);
  assert.equal((await list(key, '/hr-integrations')).total, 1);
  assert.equal((await list(key, '/employees')).total, 0);
});

test('a restricted key whose integrations are missing sees nothing rather than everything', async () => {
  const key = await newKey({ integrationIds: [mine] });
  await sql`delete from api_key_integrations where api_key_id = ${key.id}`;
  for (const path of ['/employees', '/hr-integrations', '/employee-documents'])
    assert.equal((await list(key, path)).total, 0, path);
  assert.equal((await ask(key, `/hr-integrations/${mine}`)).statusCode, 404);
});

async function statusFrom(
  key: Key,
  remoteAddress: string,
  { to = service, forwardedFor }: { to?: TestService; forwardedFor?: string } = {},
) {
  const headers = { authorization: basic(key), ...(forwardedFor && { 'x-forwarded-for': forwardedFor }) };
  return await to.app.inject({ url: '/limits', remoteAddress, headers });
}

test('a key may be used only from its addresses, in both versions of IP', async () => {
  const key = await newKey({ allowFrom: ['203.0.113.7', '10.1.2.3/16', '2001:db8::/32', '203.0.113.7/32'] });
  assert.deepEqual(key.allowFrom, ['10.1.0.0/16', '203.0.113.7', '2001:db8::/32']);
  for (const address of ['203.0.113.7', '10.1.255.1', '::ffff:10.1.0.1', '2001:db8:1::1'])
    assert.equal((await statusFrom(key, address)).statusCode, 200, address);
  for (const address of ['203.0.113.8', '10.2.0.1', '2001:db9::1', '::1', '127.0.0.1'])
    assertProblem(await statusFrom(key, address), 403, 'address-not-allowed');
});

test('a wrong password gets 401 from every address', async () => {
  const key = { ...(await newKey({ allowFrom: ['203.0.113.7'] })), password: 'wrong' };
  for (const address of ['203.0.113.7', '198.51.100.1'])
    assertProblem(await statusFrom(key, address), 401, 'invalid-credentials');
});

test('behind a trusted proxy the address of the client counts, and others cannot claim one', async () => {
  const behindProxy = await createTestService({ TRUST_PROXY: '192.0.2.1' }, service.database);
  const key = await newKey({ allowFrom: ['203.0.113.7'] });
  const from = async (remoteAddress: string, forwardedFor: string) =>
    (await statusFrom(key, remoteAddress, { to: behindProxy, forwardedFor })).statusCode;
  assert.equal(await from('192.0.2.1', '203.0.113.7'), 200);
  assert.equal(await from('192.0.2.1', '198.51.100.1'), 403);
  assert.equal(await from('192.0.2.1', '203.0.113.7, 198.51.100.1'), 403);
  assert.equal(await from('192.0.2.1', 'nonsense'), 403);
  assert.equal(await from('198.51.100.9', '203.0.113.7'), 403);
});

test('uses from other addresses are recorded once in ten minutes, and do not count as use', async () => {
  const key = await newKey({ allowFrom: ['203.0.113.7'] });
  const nodes = [
    await createTestService({}, service.database),
    await createTestService({}, service.database),
  ];
  for (const to of nodes)
    for (const address of ['198.51.100.1', '198.51.100.2'])
      assertProblem(await statusFrom(key, address, { to }), 403, 'address-not-allowed');
  // Closing waits for what a node has to write.
  for (const { app } of nodes) await app.close();
  const entries = () => sql<{ action: string; details: object }[]>`
    select action, details from audit_log
    where company_id = ${companyId} and subject_type = 'api-key' and subject_id = ${key.id} and action <> 'api-key-created'`;
  assert.deepEqual(
    [...(await entries())],
    [{ action: 'api-key-refused', details: { address: '198.51.100.1' } }],
  );
  const stored = (await selectKeys(sql, companyId)).find(({ id }) => id === key.id);
  assert.deepEqual([stored?.refusedFrom, stored?.lastUsedAt], ['198.51.100.1', null]);

  await sql`update api_keys set refused_at = refused_at - interval '11 minutes' where id = ${key.id}`;
  const later = await createTestService({}, service.database);
  await statusFrom(key, '198.51.100.3', { to: later });
  await later.app.close();
  assert.equal((await entries()).length, 2);
});

test('an address that is not allowed uses up nothing of the key’s rate limit', async () => {
  const limited = await createTestService({ RATE_LIMIT_PER_MINUTE: '2' }, service.database);
  const key = await newKey({ allowFrom: ['203.0.113.7'] });
  for (let time = 1; time <= 5; time++)
    assert.equal((await statusFrom(key, '198.51.100.1', { to: limited })).statusCode, 403);
  assert.equal((await statusFrom(key, '203.0.113.7', { to: limited })).statusCode, 200);
});

test('an integration of another company cannot be reached by a restricted key either', async () => {
  const { company } = await createTestCompany(service);
  const foreign = await createIntegration(sql, company.id, OPERATOR, { name: 'HR', type: 'api-integration' });
  assert.equal((await ask(scoped, `/hr-integrations/${foreign}`)).statusCode, 404);
});
