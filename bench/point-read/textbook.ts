import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { receive, reply } from '../child.ts';
import type { BareTask, Listening } from './messages.ts';

const { body } = await receive<BareTask>();
const app = fastify();
app.get('/employees/:id', async (_request, answer) => {
  answer.type('application/json; charset=utf-8');
  return body;
});
await app.listen({ host: '127.0.0.1', port: 0 });
reply<Listening>({ port: (app.server.address() as AddressInfo).port });
