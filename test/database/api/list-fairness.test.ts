import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { until } from '../../pure/support/until.ts';
import { addPerson } from '../support/people.ts';
import { assertProblem } from '../support/problem.ts';
import { basic, createTestCompany, createTestService } from '../support/service.ts';
import { listenOnLoopback } from '../support/socket.ts';
import { createTestDatabase } from '../support/test-database.ts';

/** Half of the connections for lists. */
const SHARE = 2;

const service = await createTestService({}, await createTestDatabase({ listLimits: { patienceMs: 300 } }));
const { sql } = service.database;
const large = await createTestCompany(service);
const small = await createTestCompany(service);
const person = await addPerson(sql, small.company.id);

/** Holds every list of documents, as a slow statement does, while `work` runs. Other lists are not concerned. */
async function holdingDocuments(work: () => Promise<void>): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`lock table documents in access exclusive mode`;
    await work();
  });
}

async function waitingForLock(): Promise<number> {
  const [found] = await sql<{ count: number }[]>`
    select count(*) from pg_stat_activity
    where datname = current_database() and application_name like 'transit-list-%' and wait_event_type = 'Lock'`;
  return found?.count ?? 0;
}

test('a company whose lists take all of its share delays nobody else, and its next list is refused', async () => {
  const held: ReturnType<typeof large.get>[] = [];
  await holdingDocuments(async () => {
    for (let count = 0; count < SHARE; count++) held.push(large.get('/employee-documents'));
    await until('the share is taken', async () => (await waitingForLock()) === SHARE);
    // As many as there are other connections.
    const refused = [large.get('/employee-documents'), large.get('/employees')];

    const list = await small.get('/employees');
    assert.equal(list.statusCode, 200, list.body);
    assert.equal(list.json().data.total, 1);
    assert.equal((await small.get(`/employees/${person}`)).statusCode, 200);

    for (const answer of await Promise.all(refused)) {
      assertProblem(answer, 503, 'busy');
      assert.ok(Number(answer.headers['retry-after']) > 0);
    }
    assert.equal(await waitingForLock(), SHARE);
  });
  for (const answer of await Promise.all(held)) assert.equal(answer.statusCode, 200, answer.body);
  const again = await Promise.all([large, large, small, small].map(({ get }) => get('/employee-documents')));
  assert.deepEqual(
    again.map(({ statusCode }) => statusCode),
    [200, 200, 200, 200],
  );
});

test('a list whose client has gone is cancelled', async () => {
  const port = await listenOnLoopback(service.app);
  await holdingDocuments(async () => {
    const clients = Array.from({ length: SHARE }, () => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.write(
        `GET /employee-documents HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${basic(large.key)}\r\n\r\n`,
      );
      return socket;
    });
    await until('both lists wait', async () => (await waitingForLock()) === SHARE);
    for (const client of clients) client.destroy();
    await until('both lists are cancelled', async () => (await waitingForLock()) === 0);
    assert.equal((await large.get('/employees')).statusCode, 200);
  });
});
