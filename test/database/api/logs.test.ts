import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { createIntegration } from '../../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { PHONE_REPORTS_LOGGED } from '../../../src/platform/limits.ts';
import { addDocument, addPerson } from '../support/people.ts';
import { assertProblem } from '../support/problem.ts';
import { basic, createTestCompany, createTestService } from '../support/service.ts';
import { converse, listenOnLoopback } from '../support/socket.ts';

/** Collects standard error, where the service writes its log. */
const written: string[] = [];
const write = process.stderr.write;
process.stderr.write = (chunk: string | Uint8Array) => {
  written.push(String(chunk));
  return true;
};
after(() => {
  process.stderr.write = write;
});

const service = await createTestService({ LOG_LEVEL: 'trace' });
const { app, database } = service;
const { sql } = database;
const { company, key, get } = await createTestCompany(service);

/** Values that must never be in a log. Each is unique. */
const CANARY = {
  firstName: 'Canaryfirst',
  lastName: 'Canarylast',
  email: 'canarymail@example.com',
  hrId: 'CANARYHRID',
  integration: 'Canaryhrsystem',
  document: 'Canarydocument',
  search: 'canarysearch',
  password: 'canarypassword',
  username: 'canaryusername',
  header: 'canaryheader',
  path: 'canarypath',
  body: 'canarybody',
};

const integrationId = await createIntegration(sql, company.id, OPERATOR, {
  name: CANARY.integration,
  type: 'api-integration',
});
const employee = await addPerson(sql, company.id, {
  ...CANARY,
  termStart: '2026-01-01',
  tickets: ['2026-01'],
  links: [{ integrationId, hrId: CANARY.hrId }],
});
const document = await addDocument(service, company.id, { employeeId: employee, name: CANARY.document });
const port = await listenOnLoopback(app);

interface Line {
  reqId?: string;
  level: number;
  time: string;
  msg: string;
  method?: string;
  route?: string | null;
  status?: number;
  key?: number | null;
  err?: { type: string; code?: string; message?: string; stack: string; statement?: string };
}

/**
 * Returns the lines since the last call. Fails if one of them contains a canary, a credential or a wallet
 * token.
 */
function takeLog(): Line[] {
  const text = written.splice(0).join('');
  const secrets = [...Object.values(CANARY), key.password, basic(key), basic(key).slice(6), ...tokens];
  for (const secret of secrets)
    assert.ok(!text.toLowerCase().includes(secret.toLowerCase()), `${secret} is in the log:\n${text}`);
  assert.doesNotMatch(text, /authorization|basic /i);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

const tokens: string[] = [];

test('answers are logged with route, status, key and request id, and without personal data', async () => {
  takeLog();
  const record = await get(`/employees/${employee}`);
  assert.ok(
    record.body.includes(CANARY.firstName) && record.body.includes(CANARY.hrId),
    'the canaries are really there',
  );
  for (const href of Object.values<string>(record.json().data.ticket.links))
    tokens.push(new URL(href).pathname.split('/').at(-1) ?? '');
  assert.equal(tokens.length, 2);
  const answers: [route: string, answer: Awaited<ReturnType<typeof get>>][] = [
    [
      '/employees',
      await get(`/employees?search=${CANARY.lastName}&emails=${CANARY.email}&hrIds=${CANARY.hrId}`),
    ],
    ['/employees/:id/documents', await get(`/employees/${employee}/documents`)],
    ['/employee-documents', await get('/employee-documents')],
    ['/employee-documents/:id', await get(`/employee-documents/${document}`)],
    ['/employee-documents/:id/download', await get(`/employee-documents/${document}/download`)],
    ['/hr-integrations/:id', await get(`/hr-integrations/${integrationId}`)],
  ];
  const lines = takeLog();
  for (const [route, { statusCode, headers }] of answers) {
    assert.equal(statusCode, 200, route);
    const line = lines.find(({ reqId }) => reqId === headers['x-request-id']);
    assert.deepEqual([line?.method, line?.route, line?.status, line?.key], ['GET', route, 200, key.id]);
  }
});

test('refusals are logged without the refused values', async () => {
  const wrong = basic({ username: key.username, password: CANARY.password });
  const asked = [
    get(`/employees?search=${CANARY.search}&page=${CANARY.search}&sortField=${CANARY.search}`),
    get(`/employees?search=${CANARY.search}%ff`),
    get(`/employees?search=${CANARY.search}%00`),
    get(`/employees/${CANARY.path}`),
    get(`/employees/${CANARY.path}%zz`),
    get(`/${CANARY.path}?${CANARY.search}=${CANARY.search}`),
    get(`/wallet/${CANARY.path}`),
    ...tokens.map((token) => get(`/wallet/${token}`)),
    get('/limits', {
      'user-agent': CANARY.header,
      'x-request-id': CANARY.header,
      referer: CANARY.header,
      cookie: CANARY.header,
    }),
    get('/limits', { host: CANARY.header, 'x-forwarded-for': CANARY.header }),
    get('/limits', { authorization: wrong }),
    get('/limits', { authorization: basic({ username: CANARY.username, password: CANARY.password }) }),
    get('/limits', { authorization: `Bearer ${CANARY.password}` }),
    app.inject({
      method: 'POST',
      url: '/employees',
      payload: `{"${CANARY.body}":`,
      headers: { 'content-type': 'application/json' },
    }),
  ];
  const answers = await Promise.all(asked);
  const lines = takeLog();
  for (const { statusCode } of answers) assert.ok(statusCode < 500);
  assert.ok(lines.filter(({ msg }) => msg === 'response').length >= answers.length - 1);
});

test('bytes that are not HTTP are not quoted in the log', async () => {
  await converse(port, `${CANARY.path} ${CANARY.header}\r\n\r\n`);
  await converse(
    port,
    `GET /${CANARY.path} HTTP/1.1\r\nHost: x\r\nX: ${CANARY.header.repeat(2_000)}\r\n\r\n`,
  );
  takeLog();
});

test('a client that leaves in the middle of its body is not logged as a failure of the database', async () => {
  takeLog();
  const socket = connect({ port, host: '127.0.0.1' });
  const body = 'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{';
  socket.write(`POST /portal/api/session HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\n${body}`);
  const [incoming] = (await once(app.server, 'request')) as [IncomingMessage];
  socket.destroy();
  await new Promise((resolve) => incoming.once('close', resolve));
  const lines = takeLog();
  assert.deepEqual(
    lines.filter(({ level }) => level >= 40),
    [],
  );
});

test('an error of PostgreSQL that quotes a value is logged under its request id, without the value', async () => {
  // Stands for any error of PostgreSQL: it quotes the value in all its fields.
  for (const name of ['searchable(value text)', 'normal_email(email text)'])
    await sql`
      create or replace function ${sql.unsafe(name)} returns text language plpgsql immutable strict parallel safe as $$
      begin
        raise exception E'cannot use %\n    at %\n%', $1, $1, $1 using detail = $1, hint = $1;
      end $$`;
  takeLog();
  for (const url of [
    `/employees?search=${CANARY.search}`,
    `/employees?emails=${CANARY.email}%0A%20%20%20%20at%20${CANARY.email}`,
  ]) {
    const answer = await get(url);
    const { detail } = assertProblem(answer, 500, 'internal-error');
    for (const canary of Object.values(CANARY)) assert.ok(!answer.body.includes(canary));
    assert.match(detail, /request id/);
    const lines = takeLog().filter(({ reqId }) => reqId === answer.headers['x-request-id']);
    const failure = lines.find(({ err }) => err);
    assert.deepEqual([failure?.err?.type, failure?.err?.code], ['PostgresError', 'P0001']);
    assert.match(
      failure?.err?.statement ?? '',
      /searchable\(|normal_email\(/,
      'it says which statement failed',
    );
    assert.equal(lines.find(({ status }) => status)?.level, 50);
  }
});

test('a successful answer is logged at level debug, a refusal at level info', async () => {
  takeLog();
  const [good, refused] = [await get('/limits'), await get('/employees/0')];
  const lines = takeLog();
  const levelOf = (answer: typeof good) =>
    lines.find(({ reqId }) => reqId === answer.headers['x-request-id'])?.level;
  assert.deepEqual([levelOf(good), levelOf(refused)], [20, 30]);
  for (const { time } of lines) assert.equal(new Date(time).toISOString(), time);
});

test('what phones report is logged without names, once a minute for each network', async () => {
  const report = (remoteAddress: string) =>
    app.inject({
      method: 'POST',
      url: `/wallet/${company.id}/v1/log`,
      remoteAddress,
      payload: { logs: [`cannot fetch https://x/${CANARY.path} for ${CANARY.email}`, '!'.repeat(10_000)] },
    });
  takeLog();
  for (const address of ['192.0.2.7', '192.0.2.7', '192.0.2.8', '2001:db8::1', '2001:db8::2'])
    assert.equal((await report(address)).statusCode, 200);
  const reports = takeLog().filter(({ msg }) => msg === 'a phone reports about passes');
  assert.equal(reports.length, 3);
});

test('strangers with many networks cannot fill the log with reports of phones', async () => {
  takeLog();
  const { ofNode } = PHONE_REPORTS_LOGGED;
  const reports = Array.from({ length: ofNode + 10 }, (_, index) =>
    app.inject({
      method: 'POST',
      url: '/wallet/1/v1/log',
      remoteAddress: `198.51.100.${1 + index}`,
      payload: { logs: ['a'] },
    }),
  );
  for (const { statusCode } of await Promise.all(reports)) assert.equal(statusCode, 200);
  // Three of the minute may have been used by the test before.
  const lines = takeLog().filter(({ msg }) => msg === 'a phone reports about passes');
  assert.ok(lines.length <= ofNode, `${lines.length} lines`);
});
