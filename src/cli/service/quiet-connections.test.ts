import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, it } from 'node:test';
import { watchConnections } from './quiet-connections.ts';

const server = createServer((_request, answer) => answer.end('here'));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => server.close());

async function connectToIt(): Promise<Socket> {
  const accepted = once(server, 'connection');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await Promise.all([once(client, 'connect'), accepted]);
  return client;
}

it('closes a connection that stays silent, and answers the first request of a new one', async () => {
  const closeQuiet = watchConnections(server);
  const [silent, slow] = [await connectToIt(), await connectToIt()];
  closeQuiet(0);
  closeQuiet(999);
  slow.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  const [answer] = await once(slow, 'data');
  assert.match(String(answer), /^HTTP\/1\.1 200/);
  const ended = once(silent, 'close');
  closeQuiet(1_000);
  await ended;
});
