/** `tsc -p web` fails if one of the calls marked as wrong compiles. Nothing runs this file. */
import { useQuery } from '@tanstack/react-query';
import { call, fileUrl } from './client.ts';
import { routeQuery } from './route-query.ts';
import type { Key } from './routes.ts';

const id = 1;
const params = { id };

export async function routes() {
  await call('POST /keys/:id/revoke', { params });
  // @ts-expect-error no such path
  await call('POST /keys/:id/revok', { params });
  // @ts-expect-error no such method of this path
  await call('GET /keys/:id/revoke', { params });
  // @ts-expect-error a file is linked to, not read
  await call('GET /contracts.csv');
  // @ts-expect-error data is read, not linked to
  fileUrl('GET /contracts');
  // @ts-expect-error a change is not a query
  routeQuery('POST /keys/:id/revoke', { params });
}

export async function requests() {
  await call('POST /keys', { body: { name: 'HR', permissions: ['view-employees'] } });
  // @ts-expect-error the request is missing
  await call('POST /keys');
  // @ts-expect-error the body is missing
  await call('POST /keys', {});
  // @ts-expect-error a field of the body is missing
  await call('POST /keys', { body: { name: 'HR' } });
  // @ts-expect-error a value that the service does not know
  await call('POST /keys', { body: { name: 'HR', permissions: ['view-everything'] } });
  // @ts-expect-error a field that the service does not know
  await call('POST /identity/find', { body: { email: 'ada@example.com', name: 'Ada' } });
  // @ts-expect-error a parameter of the path is missing
  await call('PATCH /users/:id', { body: { role: 'admin' } });
  // @ts-expect-error a parameter of the path has another type
  await call('GET /employees/:id', { params: { id: 'P-1001' } });
  // @ts-expect-error an unknown parameter of the query
  await call('GET /contracts', { query: { status: ['pending'] } });
  // @ts-expect-error this route takes no query
  await call('GET /keys', { query: { page: 2 } });
  // @ts-expect-error this route takes no request at all
  await call('DELETE /session', { params });
  // @ts-expect-error the file name is missing
  await call('POST /employees/:id/documents', { params, headers: {}, body: new Blob() });
  await call('POST /employees/:id/documents', {
    params,
    headers: { 'x-file-name': 'a.pdf' },
    // @ts-expect-error the body is a file
    body: { name: 'a.pdf' },
  });
}

export async function answers() {
  const issued = await call('POST /keys', { body: { name: 'HR', permissions: ['view-employees'] } });
  const password: string = issued.password;
  const revoked: Key = await call('POST /keys/:id/revoke', { params });
  // @ts-expect-error only a new key has a password
  revoked.password;
  // @ts-expect-error it may be null
  const usedAt: string = revoked.lastUsedAt;
  // @ts-expect-error 204 answers nothing
  (await call('DELETE /users/:id', { params })).id;
  const entry = (await call('GET /employees/:id/history', { params })).data[0];
  // @ts-expect-error only an entry of a sync has a run
  entry?.run;
  return { password, usedAt };
}

export function useAnswers() {
  const keys = useQuery(routeQuery('GET /keys')).data?.data;
  // @ts-expect-error the list is a page, whose items are in `data`
  useQuery(routeQuery('GET /keys')).data?.map(({ name }) => name);
  return keys?.map(({ name }) => name);
}
