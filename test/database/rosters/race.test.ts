import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { startRosterWorker } from '../../../src/jobs/roster-worker.ts';
import { until } from '../../pure/support/until.ts';
import { largeEntries, rosterBody, runsOf, untilAllRunsFinished } from '../support/rosters.ts';
import { createTestService, type TestService } from '../support/service.ts';
import { createSyncingCompany, type Entry, entry } from '../support/syncing-company.ts';
import { openAgain } from '../support/test-database.ts';

const CLIENTS = 16;

const first = await createTestService();
const { sql, server } = first.database;
const nodes = [first, await startAnotherNode(), await startAnotherNode()];

async function startAnotherNode(): Promise<TestService> {
  return await createTestService({}, openAgain(first.database));
}

/** Starts workers that run until the end of the calling test. */
function startWorkers(): void {
  for (let node = 0; node < 2; node++) {
    const log = { info: () => {}, error: assert.fail };
    const worker = startRosterWorker({ server, sql, log });
    after(() => worker.stop(5_000));
  }
}

type Company = Awaited<ReturnType<typeof createSyncingCompany>>;

const send = (client: number, { integrationId, authorization }: Company, payload: string) =>
  (nodes[client % nodes.length] ?? first).app.inject({
    method: 'POST',
    url: `/hr-integrations/${integrationId}/sync`,
    headers: { authorization, 'content-type': 'application/json' },
    payload,
  });

const clients = Array.from({ length: CLIENTS }, (_, client) => client);

async function raceOneSyncId(people: readonly Entry[]): Promise<void> {
  const company = await createSyncingCompany(first);
  const body = rosterBody('contested', people);
  const answers = await Promise.all(clients.map((client) => send(client, company, body)));
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    clients.map(() => 204),
  );
  assert.equal(new Set(answers.map(({ headers }) => headers.location)).size, 1);
  await company.work();
  assert.partialDeepStrictEqual(await runsOf(sql, company), [
    { status: 'succeeded', attempts: 1, resubmissions: CLIENTS - 1, changes: people.length },
  ]);
  const [kept] = await sql`select count(*) as people from employees where company_id = ${company.companyId}`;
  assert.equal(kept?.['people'], people.length);
}

describe('sixteen clients on three nodes', () => {
  for (let round = 1; round <= 8; round++)
    it(`that send the same syncId create one run, round ${round}`, () =>
      raceOneSyncId([entry('1'), entry('2')]));

  it('that send a large roster with the same syncId create one run', () => raceOneSyncId(largeEntries()));

  it('that send sixteen syncIds get all rosters applied in the order of acceptance', async () => {
    const company = await createSyncingCompany(first);
    const answers = await Promise.all(
      clients.map((client) =>
        send(client, company, rosterBody(`sync-${client}`, [entry('1', { lastName: `Client${client}` })])),
      ),
    );
    assert(answers.every(({ statusCode }) => statusCode === 204));
    startWorkers();
    await untilAllRunsFinished(sql, [company]);
    const runs = await runsOf(sql, company);
    assert.deepEqual(
      runs.map(({ acceptSeq, status, attempts, changes }) => ({ acceptSeq, status, attempts, changes })),
      clients.map((client) => ({ acceptSeq: client + 1, status: 'succeeded', attempts: 1, changes: 1 })),
    );
    const finished = await sql<{ id: number }[]>`
      select id from sync_runs where company_id = ${company.companyId} order by finished_at`;
    assert.deepEqual(
      finished.map(({ id }) => id),
      runs.map(({ id }) => id),
    );
    const [person] = await company.people();
    assert.equal(person.lastName, runs.at(-1)?.syncId.replace('sync-', 'Client'));
  });
});

it('the roster of one company is applied while the roster of another company waits', async () => {
  startWorkers();
  const [waiting, other] = [await createSyncingCompany(first), await createSyncingCompany(first)];
  const session = await sql.reserve();
  await session`begin`;
  await session`select from companies where id = ${waiting.companyId} for no key update`;
  await waiting.submit([entry('1')]);
  await until('it is begun', async () => (await runsOf(sql, waiting))[0]?.status === 'running');
  await other.submit([entry('1')]);
  await untilAllRunsFinished(sql, [other]);
  assert.partialDeepStrictEqual(await runsOf(sql, waiting), [{ status: 'running', changes: 0 }]);
  await session`rollback`;
  session.release();
  await untilAllRunsFinished(sql, [waiting]);
  assert.partialDeepStrictEqual(await runsOf(sql, waiting), [{ status: 'succeeded', attempts: 1 }]);
});
