import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entry } from '../../database/support/entry.ts';
import { manyPeople, rosterBody, runsOf, untilAllRunsFinished } from '../../database/support/rosters.ts';
import { createTestDatabase, type TestDatabase } from '../../database/support/test-database.ts';
import { urlOf } from '../../database/support/test-server.ts';
import { until } from '../../pure/support/until.ts';
import { get, makePlace, run, runInProcess, type Service, serve } from '../support/program.ts';
import { addSyncingCompany, type SyncingCompany, sendRoster, slowly } from '../support/syncing.ts';

/** The time that a service manager waits before it kills the process. */
const MAX_STOP_MS = 30_000;

const database = await createTestDatabase();
const { sql } = database;
const elsewhere = await createTestDatabase();

const placeOn = ({ server }: TestDatabase) =>
  makePlace({ DATABASE_URL: urlOf(server.target), SECRET_KEY: 'Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U' });

const start = async (role: string, on: TestDatabase = database) =>
  serve(await placeOn(on), {}, '--role', role, '--no-demo');

/** Returns the time from SIGTERM to the exit. */
async function timeToStop(service: Service): Promise<number> {
  const begin = performance.now();
  service.signal('SIGTERM');
  assert.equal(await service.exitCode(), 0, service.stderr());
  return performance.now() - begin;
}

/** Locks the company: its rosters can be started, but not finished. */
async function holdCompany(pool: TestDatabase['sql'], { companyId }: SyncingCompany) {
  const session = await pool.reserve();
  await session`begin`;
  // A node that waits for this lock takes longer to stop than a transaction of this pool may be idle.
  await session`set local idle_in_transaction_session_timeout = 0`;
  await session`select from companies where id = ${companyId} for no key update`;
  return async () => {
    await session`rollback`;
    session.release();
  };
}

async function untilBegun(pool: TestDatabase['sql'], company: SyncingCompany): Promise<void> {
  await until('it is begun', async () => (await runsOf(pool, company)).at(-1)?.status === 'running');
}

// Two at a time, because half of the time passes until a worker stops waiting.
describe('the roles of a node', { concurrency: 2 }, () => {
  describe('a node that only answers requests and one that only applies rosters', {
    concurrency: false,
  }, () => {
    let api: Service;
    let worker: Service;
    let company: SyncingCompany;

    it('the first accepts rosters, and the second applies them', async () => {
      api = await start('api');
      assert.match(api.stdout(), /is ready; rosters are applied by other nodes/);
      company = await addSyncingCompany(sql);
      assert.equal((await sendRoster(api, company, rosterBody('first', [entry('1')]))).status, 204);
      const [before] = await sql<{ at: Date }[]>`select clock_timestamp() as at`;
      worker = await serve(
        await placeOn(database),
        { BASE_URL: 'https://tickets.example.com' },
        '--role',
        'worker',
      );
      await untilAllRunsFinished(sql, [company]);
      assert.partialDeepStrictEqual(await runsOf(sql, company), [{ status: 'succeeded', changes: 1 }]);
      const [begun] = await sql<{ at: Date }[]>`
        select started_at as at from sync_runs where company_id = ${company.companyId}`;
      assert(before && begun && begun.at > before.at, 'nobody began it before there was a worker');
    });

    it('the second only answers the health check', async () => {
      assert.match(worker.stdout(), /applies rosters and answers no requests/);
      assert(
        worker.stdout().includes(`Health    ${worker.url}/health\n`),
        'its own address, not that of BASE_URL',
      );
      assert.doesNotMatch(worker.stdout(), /username|password|\/docs/);
      assert.equal((await get(`${worker.url}/health`)).status, 200);
      for (const path of ['/employees', '/hr-integrations', '/limits', '/docs', '/openapi.json'])
        assert.equal((await get(worker.url + path, company.key)).status, 404, path);
      assert.equal((await sendRoster(worker, company, rosterBody('wrong', [entry('1')]))).status, 404);
    });

    it('the first, stopped while a large roster arrives, accepts it before it exits', async () => {
      const people = manyPeople('Arriving');
      const body = rosterBody('arriving', people);
      const sending = sendRoster(api, company, slowly(body, 20));
      await until('a part of it is stored', async () => {
        const stored = await sql`select from roster_entries where company_id = ${company.companyId} limit 1`;
        return stored.length > 0;
      });
      const took = await timeToStop(api);
      assert.equal((await sending).status, 204);
      assert(took < MAX_STOP_MS, `it took ${took} ms`);
      await untilAllRunsFinished(sql, [company]);
      assert.partialDeepStrictEqual((await runsOf(sql, company))[1], {
        syncId: 'arriving',
        status: 'succeeded',
      });
    });

    it('the second, stopped while it applies a roster, finishes it before it exits', async () => {
      api = await start('api');
      // A small company: once it is released, its roster takes no time, however busy the machine is.
      const small = await addSyncingCompany(sql);
      const release = await holdCompany(sql, small);
      assert.equal((await sendRoster(api, small, rosterBody('applied', [entry('1')]))).status, 204);
      await untilBegun(sql, small);
      const stopping = timeToStop(worker);
      await until('it is stopping', () => /Shutting down/.test(worker.stderr()));
      assert.ok(worker.isRunning());
      await release();
      const took = await stopping;
      assert(took < MAX_STOP_MS, `it took ${took} ms`);
      assert.partialDeepStrictEqual(await runsOf(sql, small), [{ status: 'succeeded', attempts: 1 }]);
      await api.stop();
    });
  });

  it('a worker that is stopped during a long run returns the run to the queue in time', async () => {
    const { sql: other } = elsewhere;
    const company = await addSyncingCompany(other);
    const release = await holdCompany(other, company);
    const node = await start('all', elsewhere);
    assert.equal((await sendRoster(node, company, rosterBody('long', [entry('1')]))).status, 204);
    await untilBegun(other, company);
    const took = await timeToStop(node);
    assert(took < MAX_STOP_MS, `it took ${took} ms`);
    assert.partialDeepStrictEqual(await runsOf(other, company), [{ status: 'running', changes: 0 }]);
    await release();
    const next = await start('worker', elsewhere);
    await untilAllRunsFinished(other, [company]);
    assert.partialDeepStrictEqual(await runsOf(other, company), [
      { status: 'succeeded', attempts: 2, changes: 1 },
    ]);
    await next.stop();
  });

  for (const role of ['api', 'worker'])
    it(`--role ${role} without a server states that it needs one`, async () => {
      const { code, stdout, stderr } = await run(await makePlace(), ['serve', '--role', role]);
      assert.equal(code, 1);
      assert.equal(stdout, '');
      assert.match(
        stderr,
        new RegExp(`^transit: --role ${role} is for several nodes.*set DATABASE_URL.*\\n$`),
      );
    });

  it('an unknown role is refused with a list of the roles, and the help lists them', async () => {
    const place = await makePlace();
    const { code, stderr } = await runInProcess(place, ['serve', '--role', 'king']);
    assert.notEqual(code, 0);
    assert.match(stderr, /^transit: .*'king'.*all, api, worker.*\n$/);
    const help = await runInProcess(place, ['serve', '--help']);
    assert.equal(help.code, 0);
    assert.match(help.stdout, /--role <role>.*api and worker need DATABASE_URL/s);
    assert.match(help.stdout, /choices:\s+"all", "api", "worker"/);
  });
});
