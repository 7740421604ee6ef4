import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyRequest } from 'fastify';
import { readConfig } from '../../platform/config/config.ts';
import { REQUESTS_OF_COMPANY, TIMES } from '../../platform/limits.ts';
import { createRequestsAtOnce, leaveWhenAnswered } from './requests-at-once.ts';

const CLIENT = { name: 'key 1', companyId: 1 };
const ADDRESS = { name: 'address 192.0.2.1', companyId: undefined };
/** More than sockets hold. */
const LARGE = Buffer.alloc(32 * 1024 * 1024, 'x');

/** Keys of the company are named in a header. */
const clientOf = ({ url, headers }: FastifyRequest) =>
  url === '/open' ? ADDRESS : { ...CLIENT, name: String(headers['key'] ?? CLIENT.name) };

const app = fastify();
const admit = createRequestsAtOnce({ ...readConfig({}), requestsAtOnce: 1 });
leaveWhenAnswered(app);
app.addHook('onRequest', (request, _reply, done) => admit?.(request, clientOf(request), done));
app.get('/large', async () => LARGE);
app.get('/small', async () => 'x');
app.get('/open', async () => 'x');
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
  const turns = async () => {
    for (let turn = 0; turn < 20; turn++) await setImmediate();
  };
  await ask('/small');
  await ask('/small');
  await ask('/open');
  const next = ask('/open');
  const isWaiting = () => Promise.race([next, turns().then(() => 'waiting')]);
  t.mock.timers.tick(TIMES.addressPauseMs - 1);
  assert.equal(await isWaiting(), 'waiting');
  t.mock.timers.tick(1);
  assert.equal(await next, 'answered');
});

test('requests of one company begin in different turns of the event loop, whichever keys they have', async () => {
  const ask = (key: string) => app.inject({ url: '/held', headers: { key } });
  const all = ['a', 'b'].flatMap((key) => [ask(key), ask(key)]);
  const answerAll = () => {
    for (const answer of held.splice(0)) answer();
  };
  while (held.length < REQUESTS_OF_COMPANY) await setImmediate();
  answerAll();
  const begun: number[] = [];
  while (held.length < REQUESTS_OF_COMPANY) {
    begun.push(held.length);
    await setImmediate();
  }
  assert.ok(begun.includes(1), String(begun));
  answerAll();
  await Promise.all(all);
});
