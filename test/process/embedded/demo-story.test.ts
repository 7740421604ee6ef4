import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../pure/support/until.ts';
import {
  type Credentials,
  demoCredentials,
  get,
  getJson,
  makePlace,
  type Place,
  post,
  runJson,
  serve,
} from '../support/program.ts';

/** What API clients see of the demo, without ids: a killed transaction may have drawn some. */
async function readDemo({ url }: Place, key: Credentials) {
  const list = async <Item>(path: string) =>
    (await getJson<{ data: { data: Item[] } }>(`${url}${path}?perPage=100`, key)).data.data;
  const employees = await list<Employee>('/employees');
  const documents = await list<Document>('/employee-documents');
  return {
    employees: employees.map(({ email, subscription, plan, ticket }) => ({
      ...{ email, subscription, plan, ticketMonth: ticket?.ticketMonth },
    })),
    documents: documents.map(({ documentName, createdAt }) => [documentName, createdAt.slice(0, 19)]),
    syncs: await Promise.all(
      [1, 2].map(async (id) =>
        (await list<Sync>(`/hr-integrations/${id}/syncs`)).map(
          ({ syncId, status, counts, resubmissions }) => ({
            ...{ syncId, status, counts, resubmissions },
          }),
        ),
      ),
    ),
    statements: (await list<{ _links: object }>('/statements')).map(
      ({ _links: _, ...statement }) => statement,
    ),
  };
}

interface Employee {
  email: string;
  subscription: object;
  plan: object;
  ticket: { ticketMonth: string } | null;
}

interface Document {
  documentName: string;
  createdAt: string;
}

interface Sync {
  syncId: string;
  status: string;
  counts: object;
  resubmissions: number;
}

test('a demo that is killed with -9 twice while it is being filled ends like one that is not', async () => {
  const undisturbed = await makePlace();
  const service = await serve(undisturbed);
  const expected = await readDemo(undisturbed, await demoCredentials(service));
  await service.stop();

  const place = await makePlace({ LOG_LEVEL: 'info' });
  for (const percent of [20, 60]) {
    const killed = await serve(place);
    await until(`${percent} % are filled`, () => percentIn(killed.stderr()) >= percent);
    await killed.killHard();
    assert.doesNotMatch(killed.stdout(), /password/, 'nothing is promised yet');
  }
  const last = await serve(place);
  const key = await demoCredentials(last);
  assert.deepEqual(await readDemo(place, key), expected);
  assert.equal((await runJson<object[]>(place, 'companies', 'list')).length, 1, 'there is one demo company');
  await last.stop();
});

/** The latest progress in the log. */
function percentIn(log: string): number {
  return Number([...log.matchAll(/"percent":(\d+)/g)].at(-1)?.[1] ?? 0);
}

test('while the demo is being filled, reads work and writes are refused', async () => {
  const place = await makePlace();
  const service = await serve(place);
  const key = await runJson<Credentials>(
    place,
    ...['keys', 'create', '--company', '1', '--permissions'],
    'view-employees,add-employees,update-employees,remove-employees',
  );
  const refused = await post(`${place.url}/hr-integrations/1/sync`, key, '{"syncId":"early","employees":[]}');
  assert.equal(refused.status, 409, refused.body);
  assert.equal(JSON.parse(refused.body).code, 'demo-not-ready');
  assert.equal((await get(`${place.url}/employees`, key)).status, 200);
  await demoCredentials(service);
  const read = await post(`${place.url}/hr-integrations/1/sync`, key, '{"syncId":"late","employees":[]}');
  assert.equal(read.status, 422, 'an empty roster is refused for another reason');
  await service.stop();
});
