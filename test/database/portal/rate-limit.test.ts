import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildPortal } from '../../../src/http/portal-pages/build-portal.ts';
import { assertProblem } from '../support/problem.ts';
import { createTestService } from '../support/service.ts';
import { ask, createPortalCompany, createPortalUser, newSession, type Request } from './portal.ts';

let network = 0;
const newAddress = () => `198.51.100.${++network}`;

const limitsSessions = await createTestService({ PORTAL_RATE_LIMIT_PER_MINUTE: '5' });
const limitsAddresses = await createTestService(
  { ADDRESS_RATE_LIMIT_PER_MINUTE: '5', TRUST_PROXY: '127.0.0.1' },
  limitsSessions.database,
);
const { company, admin } = await createPortalCompany(limitsSessions);

describe('the rate limit of a portal session', () => {
  const service = limitsSessions;

  test('counts all its requests, from any address, and tells how long to wait', async () => {
    const session = await newSession(service, admin);
    const send = (path: string) => ask(service, path, { token: session, address: newAddress() });
    for (const path of ['/session', '/overview', '/employees', '/nothing-here', '/keys'])
      assert.notEqual((await send(path)).statusCode, 429, path);
    // A path that does not exist is refused before it is counted.
    assert.notEqual((await send('/session')).statusCode, 429);
    for (const path of ['/session', '/overview', '/employees']) {
      const answer = await send(path);
      const problem = assertProblem(answer, 429, 'too-many-requests');
      assert.match(problem.detail, /A session may make 5 requests a minute/);
      const wait = Number(answer.headers['retry-after']);
      assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= 60, String(wait));
    }
  });

  test('does not concern other sessions, of the same user or of others', async () => {
    for (let used = 0; used < 6; used++) await admin.send('/session');
    assert.equal((await admin.send('/session')).statusCode, 429);
    const token = await newSession(service, admin);
    assert.equal((await ask(service, '/session', { token })).statusCode, 200);
    const other = await createPortalUser(service, company.id);
    assert.equal((await other.send('/session')).statusCode, 200);
  });
});

describe('the rate limit of a network address', () => {
  const service = limitsAddresses;
  const send = (path: string, request: Request) => ask(service, path, { token: admin.token, ...request });
  const invitation = { method: 'POST', body: { token: 'unknown' } } as const;

  test('counts requests of all sessions and of guests together', async () => {
    const address = newAddress();
    for (let used = 0; used < 2; used++) assert.equal((await send('/session', { address })).statusCode, 200);
    const token = await newSession(service, admin);
    assert.equal((await ask(service, '/session', { token, address })).statusCode, 200);
    assert.equal((await ask(service, '/invitation', { ...invitation, address })).statusCode, 404);
    assert.equal((await ask(service, '/overview', { address })).statusCode, 401);
    assertProblem(await send('/session', { address }), 429, 'too-many-requests');
    const refused = await ask(service, '/invitation', { ...invitation, address });
    const problem = assertProblem(refused, 429, 'too-many-requests');
    assert.match(problem.detail, /A network address may make 5 requests a minute/);
    assert.ok(Number(refused.headers['retry-after']) >= 1);
    assert.equal((await send('/session', { address: newAddress() })).statusCode, 200);
  });

  test('believes a trusted proxy about the address, and nobody else', async () => {
    const forwarded = (address: string, client: string) =>
      send('/session', { address, headers: { 'x-forwarded-for': client } });
    for (let used = 0; used < 10; used++)
      assert.equal((await forwarded('127.0.0.1', newAddress())).statusCode, 200);
    const address = newAddress();
    for (let used = 0; used < 5; used++) await forwarded(address, newAddress());
    assert.equal((await forwarded(address, newAddress())).statusCode, 429);
  });

  test('does not count requests that other sites make the browser send', async () => {
    const address = newAddress();
    for (let used = 0; used < 10; used++) {
      const headers = { origin: 'https://elsewhere.example.com' };
      assert.equal((await send('/session', { address, headers, method: 'DELETE' })).statusCode, 403);
    }
    assert.equal((await send('/session', { address })).statusCode, 200);
  });

  for (const url of ['/contracts/unknown', '/wallet/unknown'])
    test(`limits links with a token: ${url}`, async () => {
      const remoteAddress = newAddress();
      const open = (accept: string) => service.app.inject({ url, remoteAddress, headers: { accept } });
      for (let used = 0; used < 5; used++) assert.equal((await open('*/*')).statusCode, 404);
      assertProblem(await open('*/*'), 429, 'too-many-requests');
      assert.equal((await service.app.inject({ url: '/health', remoteAddress })).statusCode, 200);
      assert.equal((await service.app.inject({ url })).statusCode, 404);
    });

  test('is told on the page of a contract too', async () => {
    await buildPortal();
    const remoteAddress = newAddress();
    const headers = { accept: 'text/html', 'accept-language': 'en' };
    const open = () => service.app.inject({ url: '/contracts/unknown', remoteAddress, headers });
    for (let used = 0; used < 5; used++) assert.equal((await open()).statusCode, 404);
    const refused = await open();
    assert.equal(refused.statusCode, 429);
    assert.match(String(refused.headers['content-type']), /^text\/html/);
    assert.ok(Number(refused.headers['retry-after']) >= 1);
    assert.match(refused.body, /data-problem="too-many-requests"/);
  });
});
