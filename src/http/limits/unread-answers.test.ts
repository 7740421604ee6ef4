import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeUnread } from './unread-answers.ts';

const AFTER_MS = 50;
/** More than sockets hold. */
const LARGE = Buffer.alloc(64 * 1024 * 1024);

async function ask(listener: RequestListener) {
  const server = createServer(listener);
  closeUnread(server, AFTER_MS);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return { server, socket };
}

test('a connection is closed if its client takes nothing of the answer', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const { server, socket } = await ask((_request, answer) => {
    answer.once('close', resolve).end(LARGE);
  });
  socket.pause();
  await closed;
  socket.destroy();
  server.close();
});

test('a client whose answer takes long waits for it', async () => {
  const { server, socket } = await ask(async (_request, answer) => {
    await sleep(4 * AFTER_MS);
    answer.setHeader('Connection', 'close').end('the answer');
  });
  let text = '';
  for await (const chunk of socket) text += chunk;
  assert.match(text, /the answer$/);
  server.close();
});

test('an idle connection is closed when Node closes it', async () => {
  const { server, socket } = await ask((_request, answer) => answer.end('x'));
  server.keepAliveTimeout = 1;
  socket.resume();
  await once(socket, 'close');
  server.close();
});
