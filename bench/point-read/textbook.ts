import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import postgres from 'postgres';
import { receive, reply } from '../child.ts';
import type { Listening, TextbookTask } from './messages.ts';

const { target, companyId } = await receive<TextbookTask>();
const sql = typeof target === 'string' ? postgres(target) : postgres(target);
const app = fastify();
app.get<{ Params: { id: string } }>('/employees/:id', async (request, answer) => {
  const [employee] = await sql`
    select * from employees where company_id = ${companyId} and id = ${request.params.id}`;
  return employee ? { data: employee } : answer.code(404).send();
});
await app.listen({ host: '127.0.0.1', port: 0 });
reply<Listening>({ port: (app.server.address() as AddressInfo).port });
