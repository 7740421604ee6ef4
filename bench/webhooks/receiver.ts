import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { receive, reply } from '../child.ts';
import type { Counted, Listening } from './messages.ts';

await receive();
let requests = 0;
const server = createServer((request, response) => {
  requests += 1;
  request.resume();
  response.writeHead(204).end();
}).listen(0, '127.0.0.1');
await once(server, 'listening');
process.on('message', () => reply<Counted>({ requests }));
reply<Listening>({ port: (server.address() as AddressInfo).port });
