import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { createIntegration } from '../../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { until } from '../../pure/support/until.ts';
import { addDocument, addPerson } from '../support/people.ts';
import { assertProblem } from '../support/problem.ts';
import { basic, createTestCompany, createTestService } from '../support/service.ts';
import { converse, listenOnLoopback, parseAnswers, readToEnd } from '../support/socket.ts';

const service = await createTestService();
const { app, database } = service;
const { company, key, get } = await createTestCompany(service);
const withoutPermissions = await createTestCompany(service, []);
const employee = await addPerson(database.sql, company.id);
const document = await addDocument(service, company.id, { employeeId: employee, downloadable: false });
const integration = await createIntegration(database.sql, company.id, OPERATOR, {
  name: 'HR',
  type: 'api-integration',
});
const port = await listenOnLoopback(app);
const authorization = basic(key);

const CANARY = 'canary-4711';
const RECORDS = ['/employees', '/employee-documents', '/hr-integrations'];

test('credentials are checked first', async () => {
  for (const url of [
    '/employees?page=x',
    '/employees?search=%ff',
    '/employees/0',
    '/employees/abc/documents?page=x',
  ])
    assertProblem(await app.inject(url), 401, 'invalid-credentials');
});

test('permissions are checked before existence and query', async () => {
  for (const url of [
    '/employees/999999',
    '/employees/abc',
    '/employees?page=x',
    '/employees?search=%ff',
    `/employees/${employee}/documents?page=1&page=2`,
    '/hr-integrations/999999',
  ])
    assertProblem(await withoutPermissions.get(url), 403, 'missing-permission');
});

test('existence is checked before the query', async () => {
  for (const query of [
    'page=x',
    'page=0',
    'page=1&page=2',
    'createdFrom=%00',
    'createdFrom=%ff',
    'sortField=x',
  ]) {
    assertProblem(await get(`/employees/999999/documents?${query}`), 404, 'not-found');
    assert.notEqual((await get(`/employees/${employee}/documents?${query}`)).statusCode, 404, query);
  }
});

test('an invalid id is answered like an unknown one, except that it is not repeated', async () => {
  for (const path of RECORDS) {
    const unknown = await get(`${path}/999999`);
    assertProblem(unknown, 404, 'not-found');
    for (const id of [
      'abc',
      '0',
      '00',
      '01',
      '-1',
      '+1',
      '1.5',
      '1e3',
      '0x1',
      '%201',
      '1%20',
      '1%00',
      '1%0a',
      '%D9%A1',
      '9007199254740991',
      '9007199254740992',
      '9007199254740993',
      '9223372036854775808',
      '1'.repeat(30),
      '1'.repeat(5_000),
      'null',
      '1;drop',
      `${employee},${employee}`,
    ]) {
      const problem = assertProblem(await get(`${path}/${id}`), 404, 'not-found');
      const isId = /^[1-9]\d{0,15}$/.test(id) && Number.isSafeInteger(Number(id));
      assert.match(
        problem.detail,
        isId ? new RegExp(`^No \\w+ has the id ${id}\\.$`) : /^The id in the address is not/,
      );
    }
  }
});

test('an encoded id is the same id', async () => {
  const encoded = [...String(employee)].map((digit) => `%3${digit}`).join('');
  assert.equal((await get(`/employees/${encoded}`)).body, (await get(`/employees/${employee}`)).body);
});

test('an address with invalid percent-encoding is refused as malformed', async () => {
  for (const url of [
    '/employees/%',
    '/employees/%zz',
    '/employees/%ff',
    '/%c3',
    `/employees/${employee}/%e0documents`,
  ])
    assertProblem(await get(url), 400, 'malformed-request');
});

test('an unknown route gets 404, whatever the credentials and the body', async () => {
  const broken = { 'content-type': 'application/json' };
  for (const [method, url, headers, payload] of [
    ['GET', '/nothing', {}, ''],
    ['GET', '/nothing', { authorization: 'Basic wrong' }, ''],
    ['GET', '/employees/', { authorization }, ''],
    ['GET', '//employees', { authorization }, ''],
    ['GET', '/Employees', { authorization }, ''],
    ['GET', `/employees/${employee}/`, { authorization }, ''],
    ['GET', '/docs/static/nothing.js', {}, ''],
    ['GET', '/docs/static/..%2f..%2fpackage.json', {}, ''],
    ['POST', '/nothing', { 'content-type': 'text/xml' }, '<a/>'],
    ['POST', '/nothing', broken, '{"a":1}'],
    ['PUT', '/nothing', { authorization, ...broken }, 'x'.repeat(2_000_000)],
    ['OPTIONS', '/nothing', {}, ''],
    ['POST', '/portal/api/nothing', broken, '{}'],
  ] as const)
    assertProblem(await app.inject({ method, url, headers, payload }), 404, 'not-found');
});

test('a route with another method gets 405 with the methods that it takes', async () => {
  const broken = { 'content-type': 'application/json' };
  for (const [method, url, headers, payload, allow] of [
    ['POST', '/employees', { authorization, ...broken }, '{', 'GET, HEAD'],
    ['PUT', `/employees/${employee}`, { authorization, ...broken }, 'x'.repeat(2_000_000), 'GET, HEAD'],
    ['DELETE', `/employees/${employee}?a=b`, { authorization }, '', 'GET, HEAD'],
    ['GET', '/hr-integrations/1/sync', {}, '', 'POST'],
    ['OPTIONS', '/employees', {}, '', 'GET, HEAD'],
    ['DELETE', '/portal/api/keys', {}, '', 'GET, HEAD, POST'],
    ['POST', '/portal/people', {}, '', 'GET, HEAD'],
  ] as const) {
    const answer = await app.inject({ method, url, headers, payload });
    assertProblem(answer, 405, 'method-not-allowed');
    assert.equal(answer.headers['allow'], allow, url);
  }
});

test('`/` leads people to the portal and programs to the description of the API', async () => {
  const browser = await app.inject({
    url: '/',
    headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  });
  assert.equal(browser.statusCode, 302);
  assert.equal(browser.headers['location'], '/portal');
  const program = await app.inject({ url: '/' });
  assert.equal(program.statusCode, 200);
  const { data } = program.json();
  assert.deepEqual(Object.keys(data._links), ['guides', 'documentation', 'openapi', 'portal']);
  for (const { href } of [data._links.guides, data._links.documentation, data._links.openapi])
    assert.equal((await app.inject(new URL(href).pathname)).statusCode, 200, href);
});

test('HTTP methods that no route supports get 405', async () => {
  for (const method of ['PROPFIND', 'TRACE', 'QUERY', 'PURGE']) {
    const text = await converse(
      port,
      `${method} /employees HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    const [answer] = parseAnswers(text);
    assert.ok(answer, method);
    assertProblem(answer, 405, 'method-not-allowed');
  }
});

test('a document that is not downloadable is a conflict', async () => {
  const problem = assertProblem(
    await get(`/employee-documents/${document}/download`),
    409,
    'document-not-downloadable',
  );
  assert.match(problem.detail, /downloadable/);
});

test('every error code has its own type, which the OpenAPI document lists', async () => {
  const { components } = (await app.inject('/openapi.json')).json();
  const codes: string[] = components.schemas.Problem.properties.code.enum;
  for (const code of [
    'invalid-credentials',
    'missing-permission',
    'not-found',
    'invalid-values',
    'malformed-request',
  ])
    assert.ok(codes.includes(code), code);
  assert.equal(new Set(codes).size, codes.length);
});

test('every answer has a unique request id, successful or not', async () => {
  const ids = new Set<unknown>();
  const urls = [
    '/health',
    '/limits',
    '/employees',
    `/employees/${employee}`,
    '/nothing',
    '/employees/%zz',
    '/docs',
    '/employees?page=x',
  ];
  for (const url of urls)
    for (const headers of [{}, { authorization }]) {
      const answer = await app.inject({ url, headers });
      assert.match(String(answer.headers['x-request-id']), /^[\w-]{8,}$/, url);
      assert.equal(answer.headers['cache-control'], 'no-store', url);
      assert.equal(answer.headers['x-content-type-options'], 'nosniff', url);
      ids.add(answer.headers['x-request-id']);
    }
  assert.equal(ids.size, urls.length * 2);
});

test('request ids are random: two nodes do not give the same ones, and nobody can count the requests of others', async () => {
  const other = await createTestService({}, database);
  const idOf = async (node: typeof app) => (await node.inject('/health')).headers['x-request-id'];
  const ids = await Promise.all(
    [app, other.app].flatMap((node) => Array.from({ length: 20 }, () => idOf(node))),
  );
  assert.equal(new Set(ids).size, 40);
  for (const id of ids)
    assert.match(String(id), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('rejected values are never repeated in the answer', async () => {
  const { paths } = (await app.inject('/openapi.json')).json();
  const urls = [
    `/${CANARY}`,
    `/${CANARY}%zz`,
    `/employees/${CANARY}`,
    `/employees/${CANARY}/documents`,
    `/employee-documents/${CANARY}/download`,
    `/hr-integrations/${CANARY}`,
    `/employees?unknown=${CANARY}`,
    `/employees?search=${CANARY}%ff`,
    `/employees?ids=${CANARY}&${CANARY}=%ff`,
    `/employees?page=1&page=${CANARY}`,
    `/docs/static/${CANARY}`,
  ];
  for (const [path, { get: operation }] of Object.entries<
    Record<string, { parameters?: { in: string; name: string }[] }>
  >(paths))
    for (const parameter of operation?.parameters ?? [])
      if (parameter.in === 'query')
        urls.push(
          `${path.replace(/\{\w+\}/, String(employee))}?${parameter.name}=${CANARY}`,
          `${path.replace(/\{\w+\}/, String(employee))}?${parameter.name}=${CANARY}%00`,
        );
  assert.ok(urls.length > 60, 'every parameter of every list is tried');
  const headers: Record<string, string>[] = [
    { authorization },
    { authorization: basic(withoutPermissions.key) },
    { authorization: `Bearer ${CANARY}` },
    { authorization: basic({ username: CANARY, password: CANARY }) },
    { authorization: basic({ username: key.username, password: CANARY }) },
    {
      authorization,
      'x-request-id': CANARY,
      'x-forwarded-for': CANARY,
      host: CANARY,
      cookie: CANARY,
      accept: CANARY,
    },
  ];
  for (const url of urls)
    for (const header of headers) {
      const answer = await app.inject({ url, headers: header });
      assert.ok(answer.statusCode < 500, `${url}: ${answer.body}`);
      assert.ok(
        !JSON.stringify(answer.headers).includes(CANARY),
        `${url}: ${JSON.stringify(answer.headers)}`,
      );
      // The links of a list repeat its filters. Those are valid values.
      const body = answer.statusCode === 200 ? answer.body.replace(/"_links":\{"next".*/s, '') : answer.body;
      assert.ok(!body.includes(CANARY), `${url}: ${answer.body}`);
    }
});

test('values sent to an unknown route are not repeated in the answer', async () => {
  for (const payload of [CANARY, `{"${CANARY}":`, JSON.stringify({ [CANARY]: CANARY })])
    for (const type of ['application/json', 'text/plain', CANARY]) {
      const answer = await app.inject({
        method: 'POST',
        url: '/nothing',
        payload,
        headers: { 'content-type': type },
      });
      assertProblem(answer, 404, 'not-found');
      assert.ok(!(JSON.stringify(answer.headers) + answer.body).includes(CANARY));
    }
});

test('headers that are too large get 431, and the connection is closed', async () => {
  const text = await converse(
    port,
    `GET /health HTTP/1.1\r\nHost: x\r\nX-Big: ${CANARY}${'x'.repeat(20_000)}\r\n\r\n`,
  );
  const [answer, ...more] = parseAnswers(text);
  assert.ok(answer);
  assertProblem(answer, 431, 'headers-too-large');
  assert.equal(answer.headers['connection'], 'close');
  assert.equal(more.length, 0);
  assert.ok(!text.includes(CANARY));
});

test('an address over the limit gets 431, and one just below the limit is read', async () => {
  const ask = async (length: number) => {
    const text = await converse(
      port,
      `GET /${'x'.repeat(length)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    return parseAnswers(text)[0]?.statusCode;
  };
  assert.equal(await ask(20_000), 431);
  assert.equal(await ask(15_000), 404);
});

test('bytes that are not HTTP get 400 with a problem body', async () => {
  for (const bytes of [
    `${CANARY}\r\n\r\n`,
    Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]),
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    `GET /health HTTP/9.9\r\nHost: ${CANARY}\r\n\r\n`,
    `GET /health HTTP/1.1\r\nHost: x\r\nBad Header: ${CANARY}\r\n\r\n`,
    `GET /health HTTP/1.1\r\nHost: x\r\nX-Canary: ${CANARY}\0\r\n\r\n`,
    'GET /health HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n',
    'POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'GET /health HTTP/1.1\r\n\r\n',
    // The server reads this one as HTTP and would keep the connection.
    'GET /health HTTP/1.1\r\nHost: x\r\nhost: y\r\nConnection: close\r\n\r\n',
  ]) {
    const text = await converse(
      port,
      bytes,
      typeof bytes === 'string' && !bytes.includes('Host') ? 'Connection: close\r\n' : '',
    );
    const [answer] = parseAnswers(text);
    assert.ok(answer, String(bytes));
    assertProblem(answer, 400, 'malformed-request');
    assert.ok(!text.includes(CANARY));
  }
});

test('under an https address every answer tells browsers to use https only', async () => {
  for (const path of ['/health', '/employees', '/nowhere'])
    assert.equal((await get(path)).headers['strict-transport-security'], 'max-age=31536000', path);
});

test('HTTP/1.0 needs no Host header, and an unknown Expect header is ignored', async () => {
  for (const request of [
    'GET /health HTTP/1.0\r\n\r\n',
    'GET /health HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nConnection: close\r\n\r\n',
  ])
    assert.equal(parseAnswers(await converse(port, request))[0]?.statusCode, 200, request);
});

test('the service is healthy after all these requests', async () => {
  assert.equal((await get(`/hr-integrations/${integration}`)).statusCode, 200);
});

test('during shutdown, running requests finish and new ones get 503', async () => {
  const closing = await createTestService({}, database);
  const closingPort = await listenOnLoopback(closing.app);
  let arrived = 0;
  closing.app.server.on('request', () => arrived++);
  const lock = await database.sql.reserve();
  await lock`begin`;
  await lock`lock table hr_integrations in access exclusive mode`;
  const request = (path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`;
  const socket = connect({ port: closingPort, host: '127.0.0.1' });
  socket.write(request('/hr-integrations'));
  await until(
    'a request waits for the lock',
    // Of this database: the server of the tests has many.
    async () =>
      (
        await lock`
          select from pg_locks where not granted
            and database = (select oid from pg_database where datname = current_database())`
      ).length > 0,
  );
  const closed = closing.app.close();
  await until('the server has stopped listening', () => !closing.app.server.listening);
  socket.write(request('/limits'));
  await until('both requests have arrived', () => arrived === 2);
  await lock`rollback`;
  lock.release();
  const [running, late] = parseAnswers(await readToEnd(socket));
  assert.equal(running?.statusCode, 200);
  assert.ok(late);
  assertProblem(late, 503, 'shutting-down');
  assert.ok(Number(late.headers['retry-after']) > 0);
  assert.equal(late.headers['connection'], 'close');
  await closed;
});

test('a request that arrives just before the server stops listening is answered', async () => {
  const stopping = await createTestService({}, database);
  const stoppingPort = await listenOnLoopback(stopping.app);
  const connections = () =>
    Promise.all(
      Array.from({ length: 20 }, () =>
        converse(stoppingPort, 'GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
      ),
    );
  // A server that has served for a while takes a connection faster.
  for (let round = 0; round < 5; round += 1) await connections();
  let closed: Promise<void> | undefined;
  // The next connections are there before the server has looked for them.
  stopping.app.server.once('request', () => {
    closed = stopping.app.close();
  });
  const answers = await connections();
  const statuses = answers.map((answer) => parseAnswers(answer)[0]?.statusCode);
  assert(
    statuses.every((status) => status === 200 || status === 503),
    `${statuses}`,
  );
  await closed;
});
