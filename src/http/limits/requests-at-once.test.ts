import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { after, mock, test } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyRequest } from 'fastify';
import { readConfig } from '../../platform/config/config.ts';
import { REQUESTS_OF_COMPANY, REQUESTS_WHEN_ALONE, TIMES } from '../../platform/limits.ts';
import { createRequestsAtOnce, leaveWhenAnswered } from './requests-at-once.ts';

/** The clock by which a company is alone stands still, unless a test moves it. */
let now = 0;
mock.method(performance, 'now', () => now);

const CLIENT = { name: 'key 1', companyId: 1 };
const ADDRESS = { name: 'address 192.0.2.1', companyId: undefined };
/** More than sockets hold. */
const LARGE = Buffer.alloc(32 * 1024 * 1024, 'x');

/** Keys and companies are named in headers. */
const clientOf = ({ url, headers }: FastifyRequest) => {
  if (url === '/open') return ADDRESS;
  return {
    name: String(headers['key'] ?? CLIENT.name),
    companyId: Number(headers['company'] ?? CLIENT.companyId),
  };
};

const app = fastify();
async function* file() {
  yield 'x';
  await fileEnds.promise;
}
const fileEnds = Promise.withResolvers<void>();
const admit = createRequestsAtOnce({ ...readConfig({}), requestsAtOnce: 1 });
leaveWhenAnswered(app);
app.addHook('onRequest', (request, _reply, done) => admit?.(request, clientOf(request), done));
app.get('/large', async () => LARGE);
app.get('/small', async () => 'x');
app.get('/open', async () => 'x');
app.get('/file', async () => Readable.from(file()));
const held: (() => void)[] = [];
app.get('/held', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  held.push(resolve);
  await promise;
  return 'x';
});
await app.listen({ port: 0, host: '127.0.0.1' });
after(() => app.close());
const { port } = app.server.address() as { port: number };

async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await setImmediate();
}

function ask(path: string): Socket {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  return socket;
}

test('an answer keeps its slot until the client has taken it, or has gone', async () => {
  const unread = ask('/large');
  await once(unread, 'readable');
  const next = ask('/small');
  const answered = once(next, 'data').then(() => 'answered');
  assert.equal(await Promise.race([answered, sleep(200)]), undefined);
  unread.destroy();
  assert.equal(await answered, 'answered');
  next.destroy();
});

test('a network address waits for a moment after an answer, and keys do not', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const ask = (url: string) => app.inject({ url }).then(() => 'answered');
  await ask('/small');
  await ask('/small');
  await ask('/open');
  const next = ask('/open');
  const isWaiting = () => Promise.race([next, turns().then(() => 'waiting')]);
  t.mock.timers.tick(TIMES.addressPauseMs - 1);
  assert.equal(await isWaiting(), 'waiting');
  t.mock.timers.tick(1);
  assert.equal(await next, 'answered');
  t.mock.timers.tick(TIMES.addressPauseMs);
});

const answerAll = () => {
  for (const answer of held.splice(0)) answer();
};

/** How many have begun, in each turn until all have. */
async function turnsUntil(count: number): Promise<number[]> {
  const begun: number[] = [];
  while (held.length < count) {
    begun.push(held.length);
    await setImmediate();
  }
  return begun;
}

const askAs = (key: string) => app.inject({ url: '/held', headers: { key } });

/** It gives its slot back in a later turn. */
async function otherCompanyAsks(): Promise<void> {
  await app.inject({ url: '/small', headers: { company: '2' } });
  await turns();
}

test('requests of one company begin in different turns of the event loop, whichever keys they have', async () => {
  await otherCompanyAsks();
  const all = ['a', 'b'].flatMap((key) => [askAs(key), askAs(key)]);
  await turnsUntil(REQUESTS_OF_COMPANY);
  answerAll();
  const begun = await turnsUntil(REQUESTS_OF_COMPANY);
  assert.ok(begun.includes(1), String(begun));
  answerAll();
  await Promise.all(all);
});

test('requests of a company that is alone begin in one turn, and more of them', async () => {
  await otherCompanyAsks();
  await app.inject({ url: '/small' });
  now += REQUESTS_WHEN_ALONE.afterMs;
  const together = 1 + REQUESTS_WHEN_ALONE.times;
  const all = Array.from({ length: 2 * together }, () => askAs('a'));
  await turnsUntil(together);
  await turns();
  assert.equal(held.length, together);
  answerAll();
  const begun = await turnsUntil(together);
  assert.ok(
    begun.every((count) => count === 0),
    String(begun),
  );
  answerAll();
  await Promise.all(all);
});

test('a company is not alone as soon as somebody else’s key is looked up', async () => {
  await app.inject({ url: '/small' });
  now += REQUESTS_WHEN_ALONE.afterMs;
  const first = askAs('a');
  await turnsUntil(1);
  admit?.notice({ name: 'username of another key', companyId: undefined });
  const second = askAs('a');
  await turns();
  assert.equal(held.length, 1);
  answerAll();
  await turnsUntil(1);
  answerAll();
  await Promise.all([first, second]);
});

test('a file that another company receives leaves a company alone', async () => {
  const file = connect({ port, host: '127.0.0.1' });
  file.write('GET /file HTTP/1.1\r\nHost: x\r\ncompany: 2\r\n\r\n');
  await once(file, 'readable');
  await turns();
  await app.inject({ url: '/small' });
  now += REQUESTS_WHEN_ALONE.afterMs;
  const all = [askAs('a'), askAs('a')];
  await turnsUntil(all.length);
  answerAll();
  await Promise.all(all);
  fileEnds.resolve();
  file.destroy();
});
