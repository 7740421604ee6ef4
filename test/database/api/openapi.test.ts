import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Body } from '../../../route-types/open-api.ts';
import { compileAllSchemas } from '../../../src/http/compile-schemas.ts';
import { connectWorker } from '../../../src/platform/db/connect.ts';
import { createDemoDatabase } from '../support/demo.ts';
import { runNext } from '../support/run-next.ts';
import { basic, createTestCompany, createTestService } from '../support/service.ts';
import { entry } from '../support/syncing-company.ts';
import { stopBefore } from '../support/test-database.ts';
import { fits, readDescription } from './described.ts';

const { database, demo } = await createDemoDatabase();
const service = await createTestService({}, database);
const { app } = service;
const worker = connectWorker(database.server);
stopBefore(database, () => worker.end({ timeout: 0 }));
const authorization = basic(demo.key);
const { openapi, operations, schemaOf, assertFits } = await readDescription(app);

/** Copied by hand from sections 4.3 and 5 of the specification and from the table of the design. */
const LIST = ['page', 'perPage', 'sortOrder', 'sortField', 'ids', 'updatedSince', 'cursor'];
const DOCUMENTS = [...LIST, 'downloadable', 'documentFileTypes', 'createdFrom', 'createdTo'];
const QUERY_PARAMETERS: Record<string, string[]> = {
  '/employees': [
    ...LIST,
    'search',
    'emails',
    'hrIds',
    'hrIntegrationIds',
    'hrLinkTypes',
    'subscriptionStatuses',
    'planTypes',
    'contractSigningStatuses',
    'ticketMonth',
  ],
  '/employees/{id}': [],
  '/employees/{id}/documents': DOCUMENTS,
  '/employee-documents': [...DOCUMENTS, 'employeeIds'],
  '/employee-documents/{id}': [],
  '/employee-documents/{id}/download': [],
  '/events': ['after', 'perPage'],
  '/hr-integrations': [...LIST, 'types'],
  '/hr-integrations/{id}': [],
  '/hr-integrations/{id}/file': ['name'],
  '/hr-integrations/{id}/trigger': [],
  '/hr-integrations/{id}/pulls/{syncId}': [],
  '/hr-integrations/{id}/sync': ['onInvalid'],
  '/hr-integrations/{id}/sync/preview': ['onInvalid'],
  '/hr-integrations/{id}/attempts': [...LIST],
  '/hr-integrations/{id}/syncs': [...LIST, 'statuses'],
  '/hr-integrations/{id}/syncs/{syncId}': [],
  '/hr-integrations/{id}/syncs/{syncId}/changes': [...LIST, 'outcomes', 'employeeIds'],
  '/hr-integrations/{id}/syncs/{syncId}/approve': [],
  '/hr-integrations/{id}/syncs/{syncId}/discard': [],
  '/health': [],
  '/health/live': [],
  '/health/ready': [],
  '/limits': [],
  '/statements': ['page', 'perPage'],
  '/statements/{month}': ['page', 'perPage'],
  '/statements/{month}/breakdown': ['by', 'page', 'perPage'],
  '/test-clock': [],
  '/wallet/{token}': [],
  '/contracts/{token}': [],
};
const OPEN = ['/health', '/health/live', '/health/ready', '/wallet/{token}', '/contracts/{token}'];

test('the document is OpenAPI 3.1 and needs no credentials', async () => {
  const answer = await app.inject('/openapi.json');
  assert.equal(answer.statusCode, 200);
  assert.match(String(answer.headers['content-type']), /^application\/json(;|$)/);
  assert.match(openapi.openapi, /^3\.1\.\d+$/);
  assert.ok(openapi.info.title && openapi.info.version && openapi.info.description);
  assert.deepEqual(
    openapi.servers.map(({ url }) => url),
    ['https://tickets.example.com'],
  );
  assert.deepEqual(openapi.components.securitySchemes, { apiKey: { type: 'http', scheme: 'basic' } });
  const known = [
    'openapi',
    'info',
    'servers',
    'paths',
    'components',
    'tags',
    'security',
    'webhooks',
    'jsonSchemaDialect',
  ];
  assert.deepEqual(
    Object.keys(openapi).filter((key) => !known.includes(key)),
    [],
  );
});

// Apps compile a schema when a request needs it. A mistake would be answered with 500 in production.
test('every schema of a request and of an answer compiles', () => {
  const compiled = compileAllSchemas(app);
  assert.ok(compiled > 400, `${compiled} schemas`);
});

test('every reference resolves, and no internal schema name is visible', () => {
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === '$ref') {
        const target = String(value).replace('#/', '').split('/');
        const found = target.reduce<unknown>(
          (at, name) => (at as Record<string, unknown> | undefined)?.[name],
          openapi,
        );
        assert.ok(String(value).startsWith('#/') && found, String(value));
      }
      assert.notEqual(key, '$id');
      visit(value);
    }
  };
  visit(openapi);
  assert.deepEqual(Object.keys(openapi.components.schemas).sort(), [
    'Employee',
    'EmployeeDocument',
    'EmployeeDocumentList',
    'EmployeeList',
    'Event',
    'EventList',
    'HrIntegration',
    'HrIntegrationList',
    'HrPull',
    'Problem',
    'Roster',
    'Statement',
    'StatementLine',
    'StatementList',
    'StatementPart',
    'StatementPartList',
    'Sync',
    'SyncAttempt',
    'SyncAttemptList',
    'SyncChange',
    'SyncChangeList',
    'SyncList',
  ]);
});

test('every answer is described, and allowEmptyValue stands beside the schema of its parameter', () => {
  for (const { operation, path } of operations) {
    for (const { description } of Object.values(operation.responses))
      assert.notEqual(description, 'Default Response', path);
    for (const parameter of (operation.parameters ?? []) as {
      name: string;
      allowEmptyValue?: true;
      schema: object;
    }[]) {
      assert.ok(!('allowEmptyValue' in parameter.schema), path);
      if (parameter.name === 'cursor') assert.equal(parameter.allowEmptyValue, true, path);
    }
  }
});

test('the document has every route of the service except the start, itself, the documentation pages, the portal, the pages that only mails and links lead to, and what phones ask', () => {
  const routes = app.declaredRoutes.filter(
    ({ method, url }) =>
      method !== 'HEAD' &&
      !/^\/($|openapi\.json|docs|guides|portal|me\b|join\b|unsubscribe|contracts\/:token\/|wallet\/:company\/)/.test(
        url,
      ),
  );
  assert.deepEqual(
    operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort(),
    routes.map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`).sort(),
  );
});

test('every operation has a unique id, a summary, a tag, and states its credentials and permissions', () => {
  const names = operations.map(({ operation }) => operation.operationId);
  assert.equal(new Set(names).size, names.length);
  for (const { path, method, operation } of operations) {
    assert.match(operation.operationId, /^[a-z][A-Za-z]+$/);
    assert.ok(operation.summary && operation.tags.length === 1, path);
    assert.deepEqual(operation.security, OPEN.includes(path) ? [] : [{ apiKey: [] }], path);
    if (path.startsWith('/employee')) assert.match(operation.description, /view-employees/);
    if (path.startsWith('/hr-integrations') && method === 'get')
      assert.match(operation.description, /view-hr-integrations/);
    if (path.startsWith('/hr-integrations') && method === 'post')
      assert.match(
        operation.description,
        /Permission: view-employees, add-employees, update-employees, remove-employees\./,
      );
  }
});

test('every parameter of the specification and the design is described, and none is required but the id', () => {
  assert.deepEqual(Object.keys(openapi.paths).sort(), Object.keys(QUERY_PARAMETERS).sort());
  for (const { path, operation } of operations) {
    const parameters = operation.parameters ?? [];
    const query = parameters.filter((parameter) => parameter.in === 'query');
    assert.deepEqual(query.map(({ name }) => name).sort(), QUERY_PARAMETERS[path]?.toSorted(), path);
    for (const { name, required } of query) assert.ok(!required, `${path} ${name} need not be given`);
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    const expected = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, true]);
    assert.deepEqual(
      inPath.map(({ name, required }) => [name, required]),
      expected,
    );
  }
});

test('the parameters of a list have the defaults and limits of the specification', () => {
  for (const { path, operation } of operations) {
    const schemas = Object.fromEntries(
      (operation.parameters ?? []).map(({ name, schema }) => [name, schema]),
    );
    if (!schemas['page']) continue;
    const { page, perPage, sortOrder, sortField } = schemas;
    assert.deepEqual([page['minimum'], page['default']], [1, 1]);
    assert.deepEqual([perPage?.['default'], perPage?.['maximum']], [10, 100]);
    // Months and lines have neither an id nor a time of their own.
    if (path.startsWith('/statements')) {
      assert.deepEqual([sortOrder, sortField], [undefined, undefined]);
      continue;
    }
    assert.deepEqual([sortOrder?.['default'], sortOrder?.['enum']], ['desc', ['asc', 'desc']]);
    assert.deepEqual([sortField?.['default'], sortField?.['enum']], ['id', ['id', 'createdAt', 'updatedAt']]);
  }
});

test('a download is described with its file types and its refusals', () => {
  const responses = openapi.paths['/employee-documents/{id}/download']?.['get']?.responses;
  assert.deepEqual(Object.keys(responses?.['200']?.content ?? {}), [
    'application/pdf',
    'image/png',
    'image/jpeg',
  ]);
  assert.ok(responses?.['409']?.content?.['application/problem+json']);
});

test('a response describes every problem that has its status', () => {
  const described = (path: string, method: string, status: number) =>
    openapi.paths[path]?.[method]?.responses[status]?.description.split('\n\n');
  assert.deepEqual(described('/hr-integrations/{id}/syncs/{syncId}/approve', 'post', 409), [
    '`demo-not-ready`: The demo company is being filled.',
    '`sync-in-progress`: A roster is being applied.',
    '`not-held`: The run does not wait for a decision.',
  ]);
  assert.deepEqual(described('/hr-integrations/{id}/sync', 'post', 429), [
    '`too-many-requests`: Too many requests.',
    '`too-many-unfinished-runs`: Too many rosters wait to be applied.',
  ]);
  assert.deepEqual(described('/contracts/{token}', 'post', 410), [
    '`link-expired`: The link has expired.',
    '`link-ended`: The link no longer works.',
    '`offer-withdrawn`: The offer has been withdrawn.',
    '`offer-replaced`: Another offer has replaced this one.',
  ]);
  assert.deepEqual(described('/employees/{id}', 'get', 404), ['`not-found`: Not found.']);
});

const ask = (url: string, headers: Record<string, string> = { authorization }) =>
  app.inject({ url, headers });

test('every answer about the demo company fits the document', async () => {
  for (const [path, single] of [
    ['/employees', '/employees/{id}'],
    ['/employee-documents', '/employee-documents/{id}'],
    ['/hr-integrations', '/hr-integrations/{id}'],
  ] as const) {
    for (let page = 1, pages = 1; page <= pages; page++) {
      const answer = await ask(`${path}?perPage=100&page=${page}`);
      assertFits(path, answer);
      const { data, totalPages } = answer.json().data;
      pages = totalPages;
      for (const { id } of data) {
        assertFits(single, await ask(`${path}/${id}`));
        if (path === '/employees')
          assertFits('/employees/{id}/documents', await ask(`${path}/${id}/documents`));
      }
    }
  }
  for (const { id } of demo.integrations) {
    const path = '/hr-integrations/{id}/syncs';
    const answer = await ask(`/hr-integrations/${id}/syncs?perPage=100`);
    assertFits(path, answer);
    for (const { syncId } of answer.json().data.data) {
      const sync = `/hr-integrations/${id}/syncs/${encodeURIComponent(syncId)}`;
      assertFits(`${path}/{syncId}`, await ask(sync));
      assertFits(`${path}/{syncId}/changes`, await ask(`${sync}/changes?perPage=100`));
    }
  }
  for (const path of ['/health', '/health/live', '/health/ready']) assertFits(path, await ask(path));
  assertFits('/limits', await ask('/limits'));
});

test('the answers to a preview, a sync and its run fit the document', async () => {
  const [integration] = demo.integrations;
  const path = '/hr-integrations/{id}/sync';
  const url = `/hr-integrations/${integration?.id}/sync`;
  const roster = { syncId: 'described', employees: [entry('A'), entry('B')] };
  const post = (to: string) =>
    app.inject({ method: 'POST', url: to, headers: { authorization }, payload: roster });
  assertFits(`${path}/preview`, await post(`${url}/preview`), 'post');
  const accepted = await post(url);
  assert.equal(accepted.statusCode, 204);
  assert.ok(openapi.paths[path]?.['post']?.responses['204']);
  await runNext(demo.company.id, worker);
  assertFits(`${path}s/{syncId}`, await ask(`${url}s/described`));
  const changes = await ask(`${url}s/described/changes?perPage=100`);
  assert.ok(changes.json().data.total > 2, 'the people of the demo are not in it');
  assertFits(`${path}s/{syncId}/changes`, changes);
});

test('every refusal fits the document', async () => {
  const powerless = await createTestCompany(service, []);
  for (const { path, method } of operations) {
    const url = path.replace(/\{\w+\}/g, '999999');
    const request = (address: string, headers: Record<string, string>) =>
      method === 'post' || method === 'put'
        ? app.inject({ method: method.toUpperCase() as 'POST' | 'PUT', url: address, headers, payload: {} })
        : ask(address, headers);
    const answers = [
      await request(url, {}),
      await request(url, { authorization: basic(powerless.key) }),
      await request(url, { authorization }),
      await request(`${url}?page=x&ids=x,y&search=%00`, { authorization }),
    ];
    for (const answer of answers) if (answer.statusCode !== 200) assertFits(path, answer, method);
  }
});

test('the check of this test fails for an answer that does not fit the document', async () => {
  const answer = (await ask('/employees?perPage=1')).json();
  const schema = schemaOf('/employees', 200, 'application/json');
  assert.ok(fits(schema, answer));
  const [employee] = answer.data.data;
  for (const wrong of [
    { ...employee, id: '1' },
    { ...employee, dateOfBirth: null },
    { ...employee, ticket: {} },
    { ...employee, subscription: { ...employee.subscription, status: 'gone' } },
    Object.fromEntries(Object.entries(employee).filter(([name]) => name !== 'email')),
  ])
    assert.ok(!fits(schema, { data: { ...answer.data, data: [wrong] } }));
});

const JSON_TYPES = ['application/json', 'application/problem+json', 'application/x-www-form-urlencoded'];

test('every request, answer and problem has examples, and each fits its schema', () => {
  for (const { path, method, operation } of operations) {
    const name = `${method} ${path}`;
    const bodies: [string, Body | undefined][] = [
      ['request', operation.requestBody],
      ...Object.entries(operation.responses),
    ];
    for (const [part, body] of bodies)
      for (const [type, { schema, examples = {} }] of Object.entries(body?.content ?? {})) {
        if (!JSON_TYPES.includes(type)) continue;
        const values = Object.values(examples).map(({ value }) => value);
        assert.ok(values.length > 0, `${name} ${part} has no example`);
        for (const value of values)
          assert.ok(
            fits({ ...schema, components: openapi.components }, value),
            `${name} ${part}: ${JSON.stringify(value)}`,
          );
      }
  }
});

test('a problem has an example for every code that its answer names', () => {
  for (const { path, operation } of operations)
    for (const [status, { description, content = {} }] of Object.entries(operation.responses)) {
      const { examples = {} } = content['application/problem+json'] ?? {};
      const shown = Object.values(examples).map(({ value }) => value as { code: string; status: number });
      if (!content['application/problem+json']) continue;
      assert.deepEqual(
        shown.map(({ code }) => code).sort(),
        [...description.matchAll(/^`([\w-]+)`/gm)].map(([, code]) => code).sort(),
        path,
      );
      for (const problem of shown) assert.equal(String(problem.status), status, path);
    }
});

test('an example of an answer has the fields of a real one', async () => {
  const exampleOf = (path: string): unknown =>
    Object.values(
      openapi.paths[path]?.['get']?.responses['200']?.content?.['application/json']?.examples ?? {},
    )[0]?.value;
  for (const path of ['/employees', '/employee-documents', '/hr-integrations', '/limits', '/health']) {
    const real = (await ask(`${path}?`)).json();
    assert.deepEqual(fieldsOf(exampleOf(path)), fieldsOf(real), path);
  }
});

/** The names of fields, also of nested objects; of lists, those of the first item. */
function fieldsOf(value: unknown): unknown {
  if (Array.isArray(value)) return fieldsOf(value[0]);
  if (typeof value !== 'object' || value === null) return true;
  return Object.fromEntries(
    Object.entries(value)
      // Which of these a person or a page has differs.
      .filter(([name]) => !['ticket', 'hrIntergartionLinks', 'next'].includes(name))
      .map(([name, inner]) => [name, fieldsOf(inner)]),
  );
}

test('the documentation page loads all its parts from this server', async () => {
  const page = await app.inject('/docs');
  assert.equal(page.statusCode, 200);
  assert.match(String(page.headers['content-type']), /^text\/html/);
  const parts = [...page.body.matchAll(/src="([^"]+)"/g)].map(([, address = '']) => address);
  assert.deepEqual(parts, ['/docs/reference.js', '/docs/start.js']);
  for (const part of parts) {
    const answer = await app.inject(part);
    assert.equal(answer.statusCode, 200, part);
    assert.match(String(answer.headers['content-type']), /^text\/javascript/);
    const again = await app.inject({
      url: part,
      headers: { 'if-none-match': String(answer.headers['etag']), 'accept-encoding': 'gzip' },
    });
    assert.equal(again.statusCode, 304, 'a browser that has it does not load it again');
  }
  const packed = await app.inject({ url: '/docs/reference.js', headers: { 'accept-encoding': 'gzip' } });
  assert.equal(packed.headers['content-encoding'], 'gzip');
});

test('the addresses of earlier documentation pages still lead to the document', async () => {
  const json = await app.inject('/docs/json');
  assert.deepEqual([json.statusCode, json.headers.location], [302, '/openapi.json']);
  assert.match((await app.inject('/docs/yaml')).body, /^openapi: 3\.1\.0/);
});

test('the content security policy of the documentation page forbids other hosts, inline scripts and framing', async () => {
  for (const url of ['/docs', '/docs/', '/docs/reference.js', '/docs/start.js']) {
    const policy = String((await app.inject(url)).headers['content-security-policy']);
    assert.match(policy, /default-src 'none'/, url);
    assert.match(policy, /script-src 'self';/);
    assert.match(policy, /style-src 'unsafe-inline';/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /https?:|unsafe-eval|\*|upgrade-insecure-requests/);
  }
  assert.doesNotMatch(
    (await app.inject('/docs')).body,
    /<script(?![^>]*\ssrc=)/,
    'no script in the page itself',
  );
});
