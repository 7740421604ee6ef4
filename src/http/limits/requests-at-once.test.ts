import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import { readConfig } from '../../platform/config/config.ts';
import { createRequestsAtOnce, leaveWhenAnswered } from './requests-at-once.ts';

const CLIENT = { name: 'key 1', companyId: 1 };
/** More than sockets hold. */
const LARGE = Buffer.alloc(32 * 1024 * 1024, 'x');

const app = fastify();
const admit = createRequestsAtOnce({ ...readConfig({}), requestsAtOnce: 1 });
leaveWhenAnswered(app);
app.addHook('onRequest', (request, _reply, done) => admit?.(request, CLIENT, done));
app.get('/large', async () => LARGE);
app.get('/small', async () => 'x');
await app.listen({ port: 0, host: '127.0.0.1' });
after(() => app.close());
const { port } = app.server.address() as { port: number };

function ask(path: string): Socket {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  return socket;
}

test('an answer keeps its place until the client has taken it, or has gone', async () => {
  const unread = ask('/large');
  await once(unread, 'readable');
  const next = ask('/small');
  const answered = once(next, 'data').then(() => 'answered');
  assert.equal(await Promise.race([answered, sleep(200)]), undefined);
  unread.destroy();
  assert.equal(await answered, 'answered');
  next.destroy();
});
