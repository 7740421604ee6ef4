import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDemoDatabase } from '../../database/support/demo.ts';
import { urlOf } from '../../database/support/test-server.ts';
import { until } from '../../pure/support/until.ts';
import {
  type Credentials,
  demoCredentials,
  get,
  getJson,
  makePlace,
  makePreparedPlace,
  type Place,
  post,
  runJson,
  serve,
} from '../support/program.ts';

const SECRET_KEY = 'Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U';

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
    documents: documents.map(({ documentName, createdAt }) => [documentName, momentOf(createdAt)]),
    syncs: await Promise.all(
      [1, 2].map(async (id) =>
        (await list<Sync>(`/hr-integrations/${id}/syncs`)).map(
          ({ syncId, status, counts, resubmissions }) => ({
            ...{ syncId, status, counts, resubmissions },
          }),
        ),
      ),
    ),
    statements: (await list<{ _links: object; handedOverAt: string | null }>('/statements')).map(
      ({ _links: _, handedOverAt, ...statement }) => ({
        ...statement,
        handedOverAt: handedOverAt && momentOf(handedOverAt),
      }),
    ),
  };
}

/**
 * A story that is later than the present hour happens when the demo is filled. The two demos were filled at different
 * times of this run.
 */
const RECENT = Date.now() - 60 * 60_000;
const momentOf = (createdAt: string) =>
  Date.parse(createdAt) > RECENT ? 'just now' : createdAt.slice(0, 19);

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

test('a demo that is killed with -9 twice while it is being filled refuses writes, and ends like one that is not', async () => {
  const place = await makePreparedPlace({ LOG_LEVEL: 'info' });
  let ownKey: Credentials | undefined;
  for (const percent of [20, 60]) {
    const killed = await serve(place);
    assert.match(killed.stdout(), /The demo company is being filled\. Its login and key follow here/);
    assert.doesNotMatch(killed.stdout(), /For new ones:/);
    ownKey ??= await createKey(place);
    const refused = await sendEmptyRoster(place, ownKey);
    assert.equal(refused.status, 409, refused.body);
    assert.equal(JSON.parse(refused.body).code, 'demo-not-ready');
    assert.equal((await get(`${place.url}/employees`, ownKey)).status, 200, 'reads work');
    await until(`${percent} % are filled`, () => percentIn(killed.stderr()) >= percent);
    await killed.killHard();
    assert.doesNotMatch(killed.stdout(), /password/, 'nothing is promised yet');
  }
  const last = await serve(place);
  const key = await demoCredentials(last);
  assert.deepEqual(await readDemo(place, key), await readUndisturbed());
  assert.equal((await runJson<object[]>(place, 'companies', 'list')).length, 1, 'there is one demo company');
  assert.equal((await sendEmptyRoster(place, key)).status, 422, 'it is refused for another reason');
  await last.stop();
});

async function readUndisturbed() {
  const { database, demo } = await createDemoDatabase();
  const place = await makePlace({ DATABASE_URL: urlOf(database.server.target), SECRET_KEY });
  const service = await serve(place);
  const read = await readDemo(place, demo.key);
  await service.stop();
  return read;
}

function createKey(place: Place): Promise<Credentials> {
  const permissions = 'view-employees,add-employees,update-employees,remove-employees';
  return runJson(place, 'keys', 'create', '--company', '1', '--permissions', permissions);
}

const sendEmptyRoster = ({ url }: Place, key: Credentials) =>
  post(`${url}/hr-integrations/1/sync`, key, '{"syncId":"empty","employees":[]}');

/** The latest progress in the log. */
function percentIn(log: string): number {
  return Number([...log.matchAll(/"percent":(\d+)/g)].at(-1)?.[1] ?? 0);
}
