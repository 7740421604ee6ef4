import assert from 'node:assert/strict';
import { connect as connectSocket, createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import type { Server, Target } from '../../../src/platform/db/types.ts';
import { addPerson } from '../support/people.ts';
import { assertProblem } from '../support/problem.ts';
import { basic, createTestCompany, createTestService } from '../support/service.ts';
import { openAgain } from '../support/test-database.ts';

/** Starts a proxy to the database that can be cut, blocked and restored. */
async function createDatabaseProxy({ target }: Server) {
  const { host, port, ...login } = parseTarget(target);
  const sockets = new Set<Socket>();
  let blocked = false;
  const server = createServer((client) => {
    const upstream = host.startsWith('/')
      ? connectSocket(`${host}/.s.PGSQL.${port}`)
      : connectSocket(port, host);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    }
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    client.on('data', (bytes) => {
      if (!blocked) upstream.write(bytes);
    });
    upstream.pipe(client);
  });
  await listen(0);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');

  function listen(onPort: number): Promise<void> {
    return new Promise((resolve) => server.listen(onPort, '127.0.0.1', resolve));
  }
  async function cut(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  }
  after(() => server.listening && cut());
  return {
    server: { target: { ...login, host: '127.0.0.1', port: address.port } },
    cut,
    restore: () => listen(address.port),
    block: () => {
      blocked = true;
    },
    unblock: () => {
      blocked = false;
      for (const socket of sockets) socket.destroy();
    },
  };
}

function parseTarget(target: Target): Exclude<Target, string> {
  if (typeof target !== 'string') return target;
  const url = new URL(target);
  return {
    host: url.hostname || '127.0.0.1',
    port: Number(url.port || 5432),
    database: url.pathname.slice(1),
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
}

const direct = await createTestService();
const { company, key } = await createTestCompany(direct);
const employee = await addPerson(direct.database.sql, company.id);

const proxy = await createDatabaseProxy(direct.database.server);
const { app } = await createTestService({}, openAgain(proxy));
const ask = (url: string) => app.inject({ url, headers: { authorization: basic(key) } });
const ROUTES = [
  '/health',
  '/health/ready',
  '/limits',
  '/employees',
  `/employees/${employee}`,
  '/employee-documents',
  '/hr-integrations',
];

async function untilAllRoutesAnswer(): Promise<void> {
  const deadline = performance.now() + 120_000;
  for (const url of ROUTES)
    while ((await ask(url)).statusCode !== 200) {
      assert.ok(performance.now() < deadline, `${url} did not recover`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
}

test('without its database every route answers 503 with Retry-After, and recovers afterwards', async () => {
  await untilAllRoutesAnswer();
  await proxy.cut();
  for (let round = 0; round < 2; round++)
    for (const url of ROUTES) {
      const answer = await ask(url);
      // A node's cached key may still be valid for a route that needs no other data.
      if (url === '/limits' && answer.statusCode === 200) continue;
      assertProblem(answer, 503, 'database-unavailable');
      assert.ok(Number(answer.headers['retry-after']) > 0, url);
    }
  const alive = await app.inject('/health/live');
  assert.equal(alive.statusCode, 200, 'a restart would not bring the database back');
  await proxy.restore();
  await untilAllRoutesAnswer();
});

test('wrong credentials get 503 and not 401 while the database cannot be asked', async () => {
  await proxy.cut();
  const unknown = basic({ username: `test_${'0'.repeat(24)}`, password: 'x' });
  assertProblem(
    await app.inject({ url: '/limits', headers: { authorization: unknown } }),
    503,
    'database-unavailable',
  );
  assertProblem(await app.inject('/limits'), 401, 'invalid-credentials');
  await proxy.restore();
  await untilAllRoutesAnswer();
});

test('a restart of the database fails at most the requests that run during it', async () => {
  await untilAllRoutesAnswer();
  await direct.database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and (application_name = 'transit' or application_name like 'transit-list-%')`;
  for (const url of ROUTES) {
    const { statusCode } = await ask(url);
    assert.ok(statusCode === 200 || statusCode === 503, `${url}: ${statusCode}`);
  }
  await untilAllRoutesAnswer();
});

test('the health check fails if the database accepts a query and never answers', async () => {
  await untilAllRoutesAnswer();
  proxy.block();
  const answer = await app.inject('/health');
  assertProblem(answer, 503, 'database-unavailable');
  assert.ok(Number(answer.headers['retry-after']) > 0);
  proxy.unblock();
  await untilAllRoutesAnswer();
});
