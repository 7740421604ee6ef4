import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { takeWaitingConnections } from './take-waiting-connections.ts';

const CONNECTIONS = 20;
const CONNECT = `
  const { connect } = require('node:net');
  const { port, connected } = require('node:worker_threads').workerData;
  for (let i = 0; i < ${CONNECTIONS}; i += 1)
    connect(port, '127.0.0.1', () => { Atomics.add(connected, 0, 1); Atomics.notify(connected, 0); });`;

test('a server takes all connections that wait for it before it stops listening', async () => {
  const server = createServer();
  let taken = 0;
  server.on('connection', () => {
    taken += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that has served for a while has warm code.
  for (let round = 0; round < 20; round += 1) await takeWaitingConnections(server);

  const connected = new Int32Array(new SharedArrayBuffer(4));
  const { port } = server.address() as { port: number };
  const clients = new Worker(CONNECT, { eval: true, workerData: { port, connected } });
  // This thread stands still meanwhile, so that none of them is taken.
  await once(clients, 'online');
  for (let seen = 0; seen < CONNECTIONS; seen = Atomics.load(connected, 0))
    Atomics.wait(connected, 0, seen, 1_000);
  await takeWaitingConnections(server);
  server.close();
  assert.equal(taken, CONNECTIONS);
  server.closeAllConnections();
  await clients.terminate();
});
