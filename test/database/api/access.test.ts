import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKey } from '../../../src/company/api-keys/create-key.ts';
import { createIntegration } from '../../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { buildPortal } from '../../../src/http/portal-pages/build-portal.ts';
import { connectWorker } from '../../../src/platform/db/connect.ts';
import { addDocument, addPerson } from '../support/people.ts';
import { withoutRequest } from '../support/problem.ts';
import { runNext } from '../support/run-next.ts';
import { basic, createTestCompany, createTestService } from '../support/service.ts';
import { entry } from '../support/syncing-company.ts';
import { stopBefore } from '../support/test-database.ts';

/**
 * Copied by hand from section 5 of the specification: `access.ts` and the routes must agree with it, not the
 * reverse.
 */
const PERMISSIONS = [
  'view-employees',
  'view-hr-integrations',
  'add-employees',
  'update-employees',
  'remove-employees',
] as const;
type Permission = (typeof PERMISSIONS)[number];

interface Ids {
  employee: number;
  document: number;
  lockedDocument: number;
  integration: number;
  syncId: string;
  sync: number;
  attempt: number;
  change: number;
}

interface Case {
  /** 'nothing', or alternative sets of permissions: a key needs all permissions of one set. */
  needs: 'nothing' | Permission[][];
  paths: (ids: Ids) => string[];
  /** The status for an authorised caller, if it is not 200. */
  status?: number;
  /** The route does not exist on production. */
  stagingOnly?: true;
  /** For lists: the ids that the list shows to the company, and queries that filter by ids of records. */
  shows?: (ids: Ids) => number[];
  filters?: (ids: Ids) => string[];
}

const VIEW_EMPLOYEES: Permission[][] = [['view-employees']];
const VIEW_INTEGRATIONS: Permission[][] = [['view-hr-integrations']];
const ANY_KEY: Permission[][] = [[]];
const ALL_FIVE: Permission[][] = [[...PERMISSIONS]];
const SYNC: Permission[][] = [['view-employees', 'add-employees', 'update-employees', 'remove-employees']];
const VIEW_SYNCS: Permission[][] = [...VIEW_INTEGRATIONS, ...SYNC];

/**
 * Every route of the service with the permissions it needs. A new route must be added here. HEAD has the same
 * rules as GET.
 */
const ROUTES: Record<string, Case> = {
  'GET /employees': {
    needs: VIEW_EMPLOYEES,
    paths: () => ['/employees'],
    shows: ({ employee }) => [employee],
    filters: ({ employee, integration }) => [`ids=${employee}`, `hrIntegrationIds=${integration}`],
  },
  'GET /employees/:id': { needs: VIEW_EMPLOYEES, paths: ({ employee }) => [`/employees/${employee}`] },
  'GET /employees/:id/documents': {
    needs: VIEW_EMPLOYEES,
    paths: ({ employee }) => [`/employees/${employee}/documents`],
    shows: ({ document, lockedDocument }) => [document, lockedDocument],
    filters: ({ document }) => [`ids=${document}`],
  },
  'GET /employee-documents': {
    needs: VIEW_EMPLOYEES,
    paths: () => ['/employee-documents'],
    shows: ({ document, lockedDocument }) => [document, lockedDocument],
    filters: ({ document, employee }) => [`ids=${document}`, `employeeIds=${employee}`],
  },
  'GET /employee-documents/:id': {
    needs: VIEW_EMPLOYEES,
    paths: ({ document, lockedDocument }) => [
      `/employee-documents/${document}`,
      `/employee-documents/${lockedDocument}`,
    ],
  },
  'GET /employee-documents/:id/download': {
    needs: VIEW_EMPLOYEES,
    paths: ({ document }) => [`/employee-documents/${document}/download`],
  },
  'GET /hr-integrations': {
    needs: VIEW_INTEGRATIONS,
    paths: () => ['/hr-integrations'],
    shows: ({ integration }) => [integration],
    filters: ({ integration }) => [`ids=${integration}`],
  },
  'GET /hr-integrations/:id': {
    needs: VIEW_INTEGRATIONS,
    paths: ({ integration }) => [`/hr-integrations/${integration}`],
  },
  'POST /hr-integrations/:id/sync': {
    needs: SYNC,
    paths: ({ integration }) => [`/hr-integrations/${integration}/sync`],
    status: 422,
  },
  'POST /hr-integrations/:id/sync/preview': {
    needs: SYNC,
    paths: ({ integration }) => [`/hr-integrations/${integration}/sync/preview`],
    status: 422,
  },
  'PUT /hr-integrations/:id/file': {
    needs: SYNC,
    paths: ({ integration }) => [`/hr-integrations/${integration}/file`],
    // This integration takes no files.
    status: 409,
  },
  'POST /hr-integrations/:id/trigger': {
    needs: SYNC,
    paths: ({ integration }) => [`/hr-integrations/${integration}/trigger`],
    // Rosters of this integration are not fetched.
    status: 409,
  },
  'GET /hr-integrations/:id/pulls/:syncId': {
    needs: VIEW_SYNCS,
    paths: ({ integration, syncId }) => [`/hr-integrations/${integration}/pulls/pull-${syncId}`],
  },
  'GET /hr-integrations/:id/syncs': {
    needs: VIEW_SYNCS,
    paths: ({ integration }) => [`/hr-integrations/${integration}/syncs`],
    shows: ({ sync }) => [sync],
    filters: ({ sync }) => [`ids=${sync}`],
  },
  'GET /hr-integrations/:id/attempts': {
    needs: VIEW_SYNCS,
    paths: ({ integration }) => [`/hr-integrations/${integration}/attempts`],
    filters: ({ attempt }) => [`ids=${attempt}`],
  },
  'GET /hr-integrations/:id/syncs/:syncId': {
    needs: VIEW_SYNCS,
    paths: (ids) => [syncPath(ids)],
  },
  'GET /hr-integrations/:id/syncs/:syncId/changes': {
    needs: [['view-hr-integrations', 'view-employees']],
    paths: (ids) => [`${syncPath(ids)}/changes`],
    shows: ({ change }) => [change],
    filters: ({ change, employee }) => [`ids=${change}`, `employeeIds=${employee}`],
  },
  // The run is applied and holds no ends.
  'POST /hr-integrations/:id/syncs/:syncId/approve': {
    needs: SYNC,
    paths: (ids) => [`${syncPath(ids)}/approve`],
    status: 409,
  },
  'POST /hr-integrations/:id/syncs/:syncId/discard': {
    needs: SYNC,
    paths: (ids) => [`${syncPath(ids)}/discard`],
    status: 409,
  },
  'GET /events': { needs: [['view-employees', 'view-hr-integrations']], paths: () => ['/events'] },
  'GET /statements': { needs: VIEW_EMPLOYEES, paths: () => ['/statements'] },
  'GET /statements/:month/breakdown': {
    needs: VIEW_EMPLOYEES,
    paths: () => ['/statements/2026-01/breakdown?by=group'],
  },
  'GET /statements/:month': { needs: VIEW_EMPLOYEES, paths: () => ['/statements/2026-01'] },
  'GET /test-clock': { needs: ALL_FIVE, paths: () => ['/test-clock'], stagingOnly: true },
  'POST /test-clock': {
    needs: ALL_FIVE,
    paths: () => ['/test-clock'],
    status: 422,
    stagingOnly: true,
  },
  'GET /limits': { needs: ANY_KEY, paths: () => ['/limits'] },
  'GET /health': { needs: 'nothing', paths: () => ['/health'] },
  'GET /health/live': { needs: 'nothing', paths: () => ['/health/live'] },
  'GET /health/ready': { needs: 'nothing', paths: () => ['/health/ready'] },
  // The token in the address is the credential: without a valid token the answer is 404.
  'GET /wallet/:token': { needs: 'nothing', paths: () => ['/wallet/unknown'], status: 404 },
  // Apple's web service. The token of the pass is the credential, and for the list the name of the device.
  'GET /wallet/:company/v1/passes/:passType/:serial': {
    needs: 'nothing',
    paths: () => ['/wallet/1/v1/passes/pass.example/unknown'],
    status: 401,
  },
  'GET /wallet/:company/v1/devices/:device/registrations/:passType': {
    needs: 'nothing',
    paths: () => ['/wallet/1/v1/devices/unknown/registrations/pass.example'],
    status: 204,
  },
  'POST /wallet/:company/v1/devices/:device/registrations/:passType/:serial': {
    needs: 'nothing',
    paths: () => ['/wallet/1/v1/devices/unknown/registrations/pass.example/unknown'],
    status: 422,
  },
  'DELETE /wallet/:company/v1/devices/:device/registrations/:passType/:serial': {
    needs: 'nothing',
    paths: () => ['/wallet/1/v1/devices/unknown/registrations/pass.example/unknown'],
    status: 401,
  },
  'POST /wallet/:company/v1/log': { needs: 'nothing', paths: () => ['/wallet/1/v1/log'], status: 422 },
  'GET /contracts/:token/data': { needs: 'nothing', paths: () => ['/contracts/unknown/data'], status: 404 },
  'POST /contracts/:token/proof': {
    needs: 'nothing',
    paths: () => ['/contracts/unknown/proof'],
    status: 404,
  },
  'GET /me/:token': { needs: 'nothing', paths: () => ['/me/unknown'], status: 404 },
  'GET /me/:token/data': { needs: 'nothing', paths: () => ['/me/unknown/data'], status: 404 },
  'POST /me/:token/proof': { needs: 'nothing', paths: () => ['/me/unknown/proof'], status: 404 },
  'POST /me/:token/forget': { needs: 'nothing', paths: () => ['/me/unknown/forget'], status: 404 },
  'GET /me/:token/documents/:id': {
    needs: 'nothing',
    paths: ({ document }) => [`/me/unknown/documents/${document}`],
    status: 404,
  },
  // Everybody may ask for the link, from the page only. It is mailed to its owner.
  'POST /me/:token/acts/:action': {
    needs: 'nothing',
    paths: () => ['/me/unknown/acts/enrol'],
    status: 404,
  },
  'POST /me/:token/acts/:action/preview': {
    needs: 'nothing',
    paths: () => ['/me/unknown/acts/enrol/preview'],
    status: 404,
  },
  'POST /me/:token/requests/:id/withdraw': {
    needs: 'nothing',
    paths: () => ['/me/unknown/requests/1/withdraw'],
    status: 404,
  },
  'GET /join/:token': { needs: 'nothing', paths: () => ['/join/unknown'], status: 404 },
  'GET /join/:token/data': { needs: 'nothing', paths: () => ['/join/unknown/data'], status: 404 },
  'POST /join/:token': { needs: 'nothing', paths: () => ['/join/unknown'], status: 404 },
  'GET /me': { needs: 'nothing', paths: () => ['/me'] },
  'POST /me': { needs: 'nothing', paths: () => ['/me'], status: 403 },
  'GET /me/mail': { needs: 'nothing', paths: () => ['/me/mail'] },
  'GET /me/badges/:wallet/:language': { needs: 'nothing', paths: () => ['/me/badges/apple/de'], status: 404 },
  'GET /me/assets/*': { needs: 'nothing', paths: () => ['/me/assets/unknown.js'], status: 404 },
  'GET /contracts/:token': { needs: 'nothing', paths: () => ['/contracts/unknown'], status: 404 },
  'POST /contracts/:token': { needs: 'nothing', paths: () => ['/contracts/unknown'], status: 404 },
  'GET /unsubscribe/:token': { needs: 'nothing', paths: () => ['/unsubscribe/unknown'], status: 404 },
  'POST /unsubscribe/:token': { needs: 'nothing', paths: () => ['/unsubscribe/unknown'], status: 415 },
  // The pages load their data from the portal's API, which has its own sessions.
  'GET /portal': { needs: 'nothing', paths: () => ['/portal', '/portal/'] },
  'GET /portal/*': { needs: 'nothing', paths: () => ['/portal/employees/1'] },
  'GET /': { needs: 'nothing', paths: () => ['/'] },
  'GET /openapi.json': { needs: 'nothing', paths: () => ['/openapi.json'] },
  'GET /guides': { needs: 'nothing', paths: () => ['/guides', '/guides/'] },
  'GET /guides/de/:name': { needs: 'nothing', paths: () => ['/guides/de/connect-personio'] },
  'GET /guides/pictures/:language/:file': {
    needs: 'nothing',
    paths: () => ['/guides/pictures/de/overview.webp'],
  },
  'GET /guides/:name': { needs: 'nothing', paths: () => ['/guides/quick-start', '/guides/guides.css'] },
  'GET /docs': { needs: 'nothing', paths: () => ['/docs', '/docs/'] },
  'GET /docs/reference.js': { needs: 'nothing', paths: () => ['/docs/reference.js'] },
  'GET /docs/start.js': { needs: 'nothing', paths: () => ['/docs/start.js'] },
  'GET /docs/json': { needs: 'nothing', paths: () => ['/docs/json'], status: 302 },
  'GET /docs/yaml': { needs: 'nothing', paths: () => ['/docs/yaml'] },
};

const UNKNOWN: Ids = {
  employee: 999_999,
  document: 999_999,
  lockedDocument: 999_999,
  integration: 999_999,
  syncId: 'unknown',
  sync: 999_999,
  attempt: 999_999,
  change: 999_999,
};

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
type Company = Awaited<ReturnType<typeof createTestCompany>> & { ids: Ids };

function syncPath({ integration, syncId }: Ids): string {
  return `/hr-integrations/${integration}/syncs/${syncId}`;
}

const service = await createTestService();
const worker = connectWorker(service.database.server);
stopBefore(service.database, () => worker.end({ timeout: 0 }));
await buildPortal();
const own = await createCompanyWithRecords();
const other = await createCompanyWithRecords();
/**
 * An address with a trailing slash is an alias of the same route. The portal's API has its own test like this
 * one.
 */
const declared = service.app.declaredRoutes
  .filter(({ url }) => !url.startsWith('/portal/api/'))
  .map(({ method, url }) => ({ method, url: url.replace(/(?<=.)\/$/, '') }))
  .filter(
    (route, index, all) =>
      index === all.findIndex(({ method, url }) => method === route.method && url === route.url),
  );
const routes = declared.flatMap(({ method, url }) => {
  const route = ROUTES[`${method === 'HEAD' ? 'GET' : method} ${url}`];
  return route ? [{ name: `${method} ${url}`, method: method as Method, route }] : [];
});

async function createCompanyWithRecords(): Promise<Company> {
  const company = await createTestCompany(service);
  const { sql } = service.database;
  const { id } = company.company;
  const integration = await createIntegration(sql, id, OPERATOR, { name: 'HR', type: 'api-integration' });
  const employee = await addPerson(sql, id, { links: [{ integrationId: integration, hrId: 'P1' }] });
  const document = await addDocument(service, id, { employeeId: employee });
  const lockedDocument = await addDocument(service, id, { employeeId: employee, downloadable: false });
  const ids = { ...UNKNOWN, employee, document, lockedDocument, integration, syncId: `sync-of-${id}` };
  return { ...company, ids: { ...ids, ...(await applyRoster(company, ids)) } };
}

/** Applies a roster that changes the company's only person. */
async function applyRoster({ company, key, get }: Omit<Company, 'ids'>, ids: Ids) {
  await service.app.inject({
    method: 'POST',
    url: `/hr-integrations/${ids.integration}/sync`,
    headers: { authorization: basic(key) },
    payload: { syncId: ids.syncId, employees: [entry('P1', { firstName: 'Ada' })] },
  });
  await runNext(company.id, worker);
  await service.app.inject({
    method: 'POST',
    url: `/hr-integrations/${ids.integration}/sync`,
    headers: { authorization: basic(key), 'content-type': 'application/json' },
    payload: '{',
  });
  await service.database.sql`
    insert into roster_pulls (company_id, integration_id, sync_id, purpose, status, code, finished_at)
    values (${company.id}, ${ids.integration}, ${`pull-${ids.syncId}`}, 'roster', 'failed', 'source-empty', now())`;
  const attempts = await get(`/hr-integrations/${ids.integration}/attempts`);
  const [run, changes] = [await get(syncPath(ids)), await get(`${syncPath(ids)}/changes`)];
  assert.equal(run.json().data.status, 'succeeded');
  return {
    sync: run.json().data.id,
    attempt: attempts.json().data.data[0].id,
    change: changes.json().data.data[0].id,
  };
}

/** Sends an invalid body, so that the request changes nothing. */
function send(method: Method, url: string, authorization?: string, app = service.app) {
  return app.inject({
    method,
    url,
    headers: authorization ? { authorization } : {},
    ...(method !== 'GET' && { payload: {} }),
  });
}

/** Returns the answer without the headers that differ between any two answers. */
function comparableAnswer({ statusCode, headers, body }: Awaited<ReturnType<typeof send>>) {
  const { 'x-request-id': _id, date: _date, ...rest } = headers;
  // That of a problem depends on the number that it repeats.
  if (statusCode >= 400) delete rest['content-length'];
  return { statusCode, headers: rest, body: withoutRequest(body) };
}

function keyWith(permissions: readonly Permission[], environment = service.config.environment) {
  return createKey(service.database.sql, own.company.id, OPERATOR, { environment, name: 'k', permissions });
}

const needsKey = ({ route }: { route: Case }) => route.needs !== 'nothing';

test('the table of this test lists exactly the routes of the service: a new route must declare here who may call it', () => {
  const there = declared
    .filter(({ method }) => method !== 'HEAD')
    .map(({ method, url }) => `${method} ${url}`);
  assert.deepEqual(there.sort(), Object.keys(ROUTES).sort());
});

test('every GET route also answers HEAD', () => {
  const heads = declared.filter(({ method }) => method === 'HEAD').map(({ url }) => url);
  const gets = declared.filter(({ method }) => method === 'GET').map(({ url }) => url);
  assert.deepEqual(heads.sort(), gets.sort());
});

test('without credentials the open routes answer, and all others answer 401 with a challenge', async () => {
  for (const { name, method, route } of routes) {
    for (const path of route.paths(own.ids)) {
      const answer = await send(method, path);
      if (route.needs === 'nothing') {
        assert.equal(answer.statusCode, route.status ?? 200, name);
        continue;
      }
      assert.equal(answer.statusCode, 401, name);
      assert.equal(
        answer.headers['www-authenticate'],
        'Basic realm="Transit Ticket Service (staging)", charset="UTF-8"',
      );
      assert.match(String(answer.headers['content-type']), /^application\/problem\+json/);
      if (method !== 'HEAD') assert.equal(answer.json().code, 'invalid-credentials');
    }
  }
});

test('without credentials a known and an unknown id get byte-identical answers', async () => {
  for (const { name, method, route } of routes.filter(needsKey)) {
    const [known, unknown] = [route.paths(own.ids), route.paths(UNKNOWN)];
    for (const [index, path] of known.entries())
      assert.deepEqual(
        comparableAnswer(await send(method, path)),
        comparableAnswer(await send(method, unknown[index] ?? '')),
        name,
      );
  }
});

test('each of the 32 sets of permissions allows exactly the routes that the specification names', async () => {
  for (let set = 0; set < 2 ** PERMISSIONS.length; set++) {
    const granted = PERMISSIONS.filter((_, bit) => set & (1 << bit));
    const authorization = basic(await keyWith(granted));
    // Open routes do not look at the key: the first set is enough for them.
    for (const { name, method, route } of set === 0 ? routes : routes.filter(needsKey)) {
      const missing =
        route.needs === 'nothing'
          ? [[]]
          : route.needs.map((all) => all.filter((one) => !granted.includes(one)));
      const allowed = missing.some((each) => each.length === 0);
      for (const path of route.paths(own.ids)) {
        const answer = await send(method, path, authorization);
        const what = `${name} with ${granted.join(', ') || 'no permission'}`;
        assert.equal(answer.statusCode, allowed ? (route.status ?? 200) : 403, what);
        if (allowed || method === 'HEAD') continue;
        const problem = answer.json();
        assert.equal(problem.code, 'missing-permission', what);
        assert.deepEqual(problem.missingPermissions, missing[0], what);
        for (const permission of missing.flat()) assert.ok(problem.detail.includes(permission), what);
      }
    }
  }
});

test('a key that lacks one permission is refused by every route that needs it, and the answer names the permission', async () => {
  for (const lacking of PERMISSIONS) {
    const key = await keyWith(PERMISSIONS.filter((permission) => permission !== lacking));
    for (const { name, method, route } of routes.filter(needsKey)) {
      const needed = route.needs !== 'nothing' && route.needs.every((set) => set.includes(lacking));
      for (const path of route.paths(own.ids)) {
        const answer = await send(method, path, basic(key));
        assert.equal(answer.statusCode, needed ? 403 : (route.status ?? 200), `${name} without ${lacking}`);
        if (needed && method !== 'HEAD') assert.deepEqual(answer.json().missingPermissions, [lacking]);
      }
    }
  }
});

test('ids of another company and unknown ids get byte-identical answers', async () => {
  const authorization = basic(own.key);
  for (const { name, method, route } of routes.filter(needsKey)) {
    const mine = route.paths(own.ids);
    const [foreign, unknown] = [route.paths(other.ids), route.paths(UNKNOWN)];
    for (const [index, path] of foreign.entries()) {
      if (path === mine[index]) continue;
      const answer = await send(method, path, authorization);
      assert.equal(answer.statusCode, 404, name);
      assert.deepEqual(
        comparableAnswer(answer),
        comparableAnswer(await send(method, unknown[index] ?? '', authorization)),
        name,
      );
      assert.equal((await send(method, path, basic(other.key))).statusCode, route.status ?? 200, name);
    }
  }
});

test("another company's document that cannot be downloaded is answered like an unknown one", async () => {
  const path = (ids: Ids) => `/employee-documents/${ids.lockedDocument}/download`;
  const answer = await send('GET', path(other.ids), basic(own.key));
  assert.equal(answer.statusCode, 404);
  assert.deepEqual(
    comparableAnswer(answer),
    comparableAnswer(await send('GET', path(UNKNOWN), basic(own.key))),
  );
  assert.equal((await send('GET', path(own.ids), basic(own.key))).statusCode, 409);
});

test('lists filtered by ids of another company are empty, as with unknown ids', async () => {
  for (const { name, method, route } of routes.filter(({ method }) => method === 'GET')) {
    const [path] = route.paths(own.ids);
    const [mine, foreign, unknown] = [own.ids, other.ids, UNKNOWN].map((ids) => route.filters?.(ids) ?? []);
    for (const [index, filter] of (mine ?? []).entries()) {
      const answers = [filter, foreign?.[index], unknown?.[index]].map((query) =>
        send(method, `${path}?${query}`, basic(own.key)),
      );
      const [found, hidden, none] = await Promise.all(answers);
      assert.ok(found && hidden && none);
      assert.ok(found.json().data.total > 0, `${name} ${filter}`);
      assert.equal(hidden.json().data.total, 0, `${name} ${filter}`);
      // The links repeat the filter, and the moment of the answer.
      for (const { data } of [hidden.json(), none.json()])
        assert.deepEqual(
          { ...data, _links: null },
          { ...none.json().data, _links: null },
          `${name} ${filter}`,
        );
    }
  }
});

test("a list shows the company's own records and no other", async () => {
  for (const { name, route } of routes.filter(({ method }) => method === 'GET')) {
    if (!route.shows) continue;
    const [path] = route.paths(own.ids);
    const { data } = (await send('GET', `${path}?sortOrder=asc&perPage=100`, basic(own.key))).json();
    assert.deepEqual(
      data.data.map(({ id }: { id: number }) => id),
      route.shows(own.ids),
      name,
    );
  }
});

test('HEAD has the same status and headers as GET, without the body', async () => {
  for (const authorization of [undefined, basic(own.key), basic(await keyWith([]))])
    for (const { name, route } of routes.filter(({ method }) => method === 'HEAD'))
      for (const path of [...route.paths(own.ids), ...route.paths(UNKNOWN)]) {
        const [head, get] = [await send('HEAD', path, authorization), await send('GET', path, authorization)];
        assert.equal(head.body, '', name);
        assert.deepEqual(comparableAnswer(head), { ...comparableAnswer(get), body: '' }, `${name}: ${path}`);
      }
});

test('a key of one environment is refused by the other, even on the same database', async () => {
  const production = await createTestService({ TRANSIT_ENV: 'production' }, service.database);
  const live = basic(await keyWith(PERMISSIONS, 'production'));
  const test = basic(own.key);
  for (const { name, method, route } of routes.filter(needsKey).filter(({ route }) => !route.stagingOnly))
    for (const path of route.paths(own.ids)) {
      assert.equal((await send(method, path, test, production.app)).statusCode, 401, name);
      assert.equal((await send(method, path, live, service.app)).statusCode, 401, name);
      assert.equal((await send(method, path, live, production.app)).statusCode, route.status ?? 200, name);
      assert.equal((await send(method, path, test, service.app)).statusCode, route.status ?? 200, name);
    }
});

test('routes for staging only do not exist on production', async () => {
  const production = await createTestService({ TRANSIT_ENV: 'production' }, service.database);
  const live = basic(await keyWith(PERMISSIONS, 'production'));
  for (const { name, method, route } of routes.filter(({ route }) => route.stagingOnly))
    for (const path of route.paths(own.ids))
      assert.equal((await send(method, path, live, production.app)).statusCode, 404, name);
});

test('the username of a key shows its environment', async () => {
  assert.match(own.key.username, /^test_/);
  assert.match((await keyWith([], 'production')).username, /^live_/);
});
