import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKey } from '../../../src/company/api-keys/create-key.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { REQUESTS_OF_COMPANY } from '../../../src/platform/limits.ts';
import { createPageLink } from '../../../src/platform/links/page-links.ts';
import { until } from '../../pure/support/until.ts';
import { COOKIE, createPortalCompany } from '../portal/portal.ts';
import { addPerson } from '../support/people.ts';
import { basic, createTestCompany, createTestService } from '../support/service.ts';
import { listenOnLoopback } from '../support/socket.ts';
import { countWaiting } from '../support/waiting.ts';

const MOST = 3;
const service = await createTestService({ REQUESTS_AT_ONCE: String(MOST) });
const { sql, bulk } = service.database;
const port = await listenOnLoopback(service.app);

/**
 * Keeps everybody's person from being read while the work runs. A company asks for one beforehand, so that no other one is alone:
 * it would have more.
 */
async function holdingPeople(work: () => Promise<void>): Promise<void> {
  const bystander = await newKey();
  await bulk.begin(async (tx) => {
    await tx`lock table employees in access exclusive mode`;
    bystander.readDocuments();
    await until('somebody else asks', () => isHeld(1));
    await work();
  });
}

const isHeld = async (count: number) => (await countWaiting(bulk)) >= count;
const areHeld = () => isHeld(1 + MOST);

interface Sent {
  socket: Socket;
  text: string;
}

const sockets: Socket[] = [];
after(() => {
  for (const socket of sockets) socket.destroy();
});

/** Sends a request (`GET`, unless the method comes before the path), on a connection of its own unless one is given. */
function send(
  path: string,
  headers: Record<string, string>,
  socket = connect({ port, host: '127.0.0.1' }),
): Sent {
  const lines = Object.entries({ host: 'tickets.example.com', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  sockets.push(socket);
  const sent: Sent = { socket, text: '' };
  socket.on('data', (chunk) => {
    sent.text += chunk;
  });
  const line = path.startsWith('/') ? `GET ${path}` : path;
  socket.write([`${line} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  return sent;
}

const isAnswered = ({ text }: Sent) => text.startsWith('HTTP/1.1 200');

async function newKey() {
  const { company, key } = await createTestCompany(service);
  const employeeId = await addPerson(sql, company.id);
  const headers = { authorization: basic(key) };
  return {
    readDocuments: () => send(`/employees/${employeeId}/documents`, headers),
    /** Needs nothing of people. */
    readLimits: (socket?: Socket) => send('/limits', headers, socket),
  };
}

test('a key has some requests at the same time, the next ones wait for them, and other keys do not', async () => {
  const [greedy, modest] = [await newKey(), await newKey()];
  let held: Sent[] = [];
  let waiting: Sent[] = [];
  await holdingPeople(async () => {
    held = Array.from({ length: MOST }, greedy.readDocuments);
    await until('they are held', areHeld);
    waiting = Array.from({ length: 5 }, () => greedy.readLimits());
    const other = modest.readLimits();
    await until('the other key is answered', () => isAnswered(other));
    await sleep(100);
    assert.deepEqual([...held, ...waiting].filter(isAnswered), []);
  });
  await until('all are answered', () => [...held, ...waiting].every(isAnswered));
});

test('a slot is free again when the client goes, also while it waits', async () => {
  const key = await newKey();
  await holdingPeople(async () => {
    const held = Array.from({ length: MOST }, key.readDocuments);
    await until('they are held', areHeld);
    const waiting = key.readLimits();
    await sleep(50);
    waiting.socket.destroy();
    for (const { socket } of held) socket.destroy();
    const next = key.readLimits();
    await until('the next one is answered', () => isAnswered(next));
  });
});

test('mistakes give their slot back', async () => {
  const { company, get } = await createTestCompany(service);
  const id = await addPerson(sql, company.id);
  for (const [path, status] of [
    ['/employees?ids=x', 422],
    ['/employees/999999', 404],
    ['/employees?perPage=1', 200],
    [`/employees/${id}`, 200],
  ] as const)
    for (let count = 0; count <= MOST; count++) assert.equal((await get(path)).statusCode, status, path);
  // A path that cannot be decoded reaches no hook. The connections stay open.
  for (let count = 0; count <= MOST; count++) {
    const undecodable = send('/%zz', {});
    await until('it is answered', () => undecodable.text !== '');
    assert.match(undecodable.text, /^HTTP\/1\.1 400/);
  }
});

test('a portal user and an address with links have as many', async () => {
  const { company, admin } = await createPortalCompany(service);
  const employeeId = await addPerson(sql, company.id);
  const link = createPageLink('https://tickets.example.com', ['Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U']);
  const page = new URL(link({ companyId: company.id, employeeId, linkVersion: 1 }, 'mailed')).pathname;
  const session = { cookie: `${COOKIE}=${admin.token}`, origin: 'https://tickets.example.com' };
  const cases: (readonly [held: () => Sent, waits: () => Sent])[] = [
    [() => send(`/portal/api/employees/${employeeId}`, session), () => send('/portal/api/company', session)],
    [() => send(`${page}/data`, {}), () => send('/me/BAD/data', {})],
  ];
  for (const [hold, wait] of cases) {
    let waiting: Sent | undefined;
    await holdingPeople(async () => {
      Array.from({ length: MOST }, hold);
      await until('they are held', areHeld);
      waiting = wait();
      await sleep(150);
      assert.equal(waiting.text, '');
    });
    await until('it is answered', () => waiting?.text !== '');
  }
});

test('a company does not get more by having many keys, and other companies do not wait for it', async () => {
  const { company } = await createTestCompany(service);
  const employeeId = await addPerson(sql, company.id);
  const other = await newKey();
  const keys = await Promise.all(
    Array.from({ length: REQUESTS_OF_COMPANY + 1 }, () =>
      createKey(sql, company.id, OPERATOR, {
        environment: 'staging',
        name: 'one of many',
        permissions: ['view-employees'],
      }),
    ),
  );
  const headers = keys.map((key) => ({ authorization: basic(key) }));
  const held: Sent[] = [];
  let waiting: Sent | undefined;
  await holdingPeople(async () => {
    for (const each of headers.slice(0, -1))
      held.push(...Array.from({ length: MOST }, () => send(`/employees/${employeeId}/documents`, each)));
    // Those that have a connection; the others wait for one.
    await until('they are held', areHeld);
    await sleep(100);
    waiting = send('/limits', headers.at(-1) ?? {});
    const others = other.readLimits();
    await until('the other company is answered', () => isAnswered(others));
    await sleep(100);
    assert.deepEqual([...held, waiting].filter(isAnswered), []);
  });
  await until('all are answered', () => [...held, waiting].every((each) => each && isAnswered(each)));
});

test('strangers get refusals and open pages in turn with the other requests of their address; health checks do not wait', async () => {
  const { company } = await createTestCompany(service);
  const employeeId = await addPerson(sql, company.id);
  const link = createPageLink('https://tickets.example.com', ['Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U']);
  const page = new URL(link({ companyId: company.id, employeeId, linkVersion: 1 }, 'mailed')).pathname;
  const stranger = {
    authorization: basic({ username: 'test_0123456789abcdef01234567', password: 'unknown' }),
  };
  const sent: [expected: string, () => Sent][] = [
    ['200', () => send('/openapi.json', {})],
    ['200', () => send('/docs', {})],
    ['200', () => send('/portal/api/session', { origin: 'https://tickets.example.com' })],
    ['403', () => send('POST /portal/api/session', { 'sec-fetch-site': 'cross-site' })],
    ['404', () => send('/nothing', {})],
    ['405', () => send('/hr-integrations/1/sync', {})],
    ['400', () => send('/%zz', {})],
    ['401', () => send('/employees', {})],
    ['401', () => send('/employees', stranger)],
  ];
  let waiting: Sent[] = [];
  await holdingPeople(async () => {
    Array.from({ length: MOST }, () => send(`${page}/data`, {}));
    await until('they are held', areHeld);
    waiting = sent.map(([, begin]) => begin());
    const health = send('/health', {});
    await until('the health check is answered', () => isAnswered(health));
    await sleep(100);
    assert.deepEqual(
      waiting.map(({ text }) => text),
      sent.map(() => ''),
    );
  });
  await until('all are answered', () => waiting.every(({ text }) => text !== ''));
  assert.deepEqual(
    waiting.map(({ text }) => text.slice(9, 12)),
    sent.map(([expected]) => expected),
  );
});

test('clients that go while their key is looked up, or with several requests on a connection, leave no slot behind', async () => {
  const [hasty, pipelined] = [await newKey(), await newKey()];
  await bulk.begin(async (tx) => {
    await tx`lock table api_keys in access exclusive mode`;
    const held = Array.from({ length: 2 * MOST }, () => hasty.readLimits());
    await until('the key is looked up', async () => (await countWaiting(bulk)) >= 1);
    await sleep(50);
    for (const { socket } of held) socket.destroy();
    await sleep(50);
  });
  await holdingPeople(async () => {
    const { socket } = pipelined.readDocuments();
    for (let count = 1; count < MOST; count++) pipelined.readLimits(socket);
    await until('the first is held', () => isHeld(2));
    await sleep(50);
    socket.destroy();
    await sleep(50);
  });
  const next = [hasty.readLimits(), pipelined.readLimits()];
  await until('the next ones are answered', () => next.every(isAnswered));
});

test('a company that is alone has more, and others have their share beside it', async () => {
  const [alone, other] = [await newKey(), await newKey()];
  const sent: Sent[] = [];
  await bulk.begin(async (tx) => {
    await tx`lock table employees in access exclusive mode`;
    await until('it has more than others', () => {
      sent.push(alone.readDocuments());
      return isHeld(MOST + 1);
    });
    const another = other.readLimits();
    await until('the other company is answered', () => isAnswered(another));
  });
  await until('all are answered', () => sent.every(isAnswered));
});
