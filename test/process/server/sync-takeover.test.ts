import assert from 'node:assert/strict';
import { after, describe, it, test } from 'node:test';
import { createMissingJobs } from '../../../src/jobs/create-missing-jobs.ts';
import { openQueue, type Queue, type RosterJob } from '../../../src/jobs/queue.ts';
import { connectWorker } from '../../../src/platform/db/connect.ts';
import type { Pool } from '../../../src/platform/db/types.ts';
import { MAX_ATTEMPTS, Overtaken, runNext } from '../../../src/rosters/apply/run-next.ts';
import { runsOf, untilAllRunsFinished } from '../../database/support/rosters.ts';
import { createTestService } from '../../database/support/service.ts';
import { createSyncingCompany, entry } from '../../database/support/syncing-company.ts';
import { urlOf } from '../../database/support/test-server.ts';
import { until } from '../../pure/support/until.ts';
import { makePlace, type Service, serve } from '../support/program.ts';

const MAX_TAKEOVER_MS = 60_000;

const service = await createTestService();
const { sql, target } = service.database;

const variables = { DATABASE_URL: urlOf(target), SECRET_KEY: 'Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U' };
const startWorker = async () => serve(await makePlace(variables), {}, '--role', 'worker');

/** Locks the row until `release`. */
async function holdRow(pool: Pool, table: 'companies' | 'employees', id: number) {
  const session = await pool.reserve();
  await session`begin`;
  // A node may take longer to start or die than a transaction of this pool may be idle.
  await session`set local idle_in_transaction_session_timeout = 0`;
  await session`select from ${session(table)} where id = ${id} for no key update`;
  return async () => {
    await session`rollback`;
    session.release();
  };
}

const untilATransactionWaitsForALock = () =>
  until('a worker waits for the lock', async () => {
    const waiting = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return waiting.length > 0;
  });

async function openTestQueue(works: boolean): Promise<Queue> {
  const queue = await openQueue(target, { works, onError: () => {} });
  after(() => queue.stop(0));
  return queue;
}

describe('a worker whose run another worker has taken over', () => {
  it('changes nothing when a later attempt has begun', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([entry('1')]);
    const [person] = await company.people();
    const release = await holdRow(sql, 'employees', person.id);
    await company.submit([entry('1', { lastName: 'Changed' }), entry('2')], { syncId: 'overtaken' });
    const later = connectWorker(target);
    after(() => later.end({ timeout: 0 }));
    const settle = async () => true;
    const onProgress = () => {};
    const first = runNext(company.companyId, { worker: company.worker, settle, onProgress });
    const refused = assert.rejects(first, Overtaken);
    await untilATransactionWaitsForALock();
    const second = runNext(company.companyId, { worker: later, settle, onProgress });
    await until('the second attempt has begun', async () => (await runsOf(sql, company))[1]?.attempts === 2);
    await release();
    await refused;
    assert.equal((await second).run?.attempt, 2);
    assert.partialDeepStrictEqual((await runsOf(sql, company))[1], { status: 'succeeded', changes: 2 });
    assert.equal((await company.people()).length, 2);
  });

  it('changes nothing when it has lost its job', async () => {
    const company = await createSyncingCompany(service);
    await company.submit([entry('1')], { syncId: 'lost' });
    const { worker } = company;
    const onProgress = () => {};
    await assert.rejects(
      runNext(company.companyId, { worker, settle: async () => false, onProgress }),
      Overtaken,
    );
    assert.partialDeepStrictEqual(await runsOf(sql, company), [{ status: 'running', changes: 0 }]);
    assert.deepEqual(await company.people(), []);
    await company.work();
    assert.partialDeepStrictEqual(await runsOf(sql, company), [{ status: 'succeeded', changes: 1 }]);
  });

  it('cannot complete the job of the next attempt', async () => {
    const { companyId } = await createSyncingCompany(service);
    const queue = await openTestQueue(true);
    const attempts: RosterJob[] = [];
    const done = Promise.withResolvers<void>();
    await queue.work(2, async (job) => {
      if (job.data.companyId !== companyId) return;
      attempts.push(job);
      await done.promise;
    });
    await sql.begin((tx) => queue.notifyWorkers(tx, companyId));
    await until('it is begun', () => attempts.length === 1);
    // The queue does this when it has not heard from the worker for long enough.
    await sql`update queue.job set state = 'retry', start_after = now() where id = ${attempts[0]?.id ?? ''}`;
    await until('it is begun again', () => attempts.length === 2);
    const [stale, current] = attempts;
    assert(stale && current);
    assert.equal(await sql.begin((tx) => queue.complete(tx, stale)), false);
    assert.equal(await sql.begin((tx) => queue.complete(tx, current)), true);
    assert.equal(await sql.begin((tx) => queue.complete(tx, current)), false, 'nor twice');
    done.resolve();
    await queue.stop(0);
  });
});

describe('with workers in child processes', () => {
  let worker: Service;

  it('a worker killed with -9 while applying a roster is replaced by another within 60 s', async (t) => {
    const company = await createSyncingCompany(service);
    await company.sync([entry('1')]);
    const [person] = await company.people();
    const killed = await startWorker();
    const release = await holdRow(sql, 'employees', person.id);
    await company.submit([entry('1', { lastName: 'Changed' }), entry('2')], { syncId: 'taken-over' });
    await untilATransactionWaitsForALock();
    worker = await startWorker();
    await killed.killHard();
    const begin = performance.now();
    await release();
    await untilAllRunsFinished(sql, [company]);
    const took = performance.now() - begin;
    t.diagnostic(`taken over and applied after ${(took / 1000).toFixed(1)} s`);
    assert(took < MAX_TAKEOVER_MS, `it took ${took} ms`);
    assert.partialDeepStrictEqual((await runsOf(sql, company))[1], {
      status: 'succeeded',
      attempts: 2,
      changes: 2,
    });
    assert.deepEqual(
      (await company.people()).map(({ lastName }: { lastName: string }) => lastName),
      ['Changed', 'Last2'],
    );
  });

  it('a roster that always fails is given up after ten attempts, and does not block other rosters', async () => {
    const failing = await createSyncingCompany(service);
    const other = await createSyncingCompany(service);
    await sql.unsafe(`
      create function refuse_name() returns trigger language plpgsql as
        $$ begin raise exception 'refused for Ada Lovelace'; end $$;
      create trigger refuse_name before insert on employees for each row
        when (new.company_id = ${failing.companyId} and new.first_name = 'Refused') execute function refuse_name()`);
    await failing.submit([entry('1', { firstName: 'Refused' })], { syncId: 'refused' });
    await until('it has failed for the first time', async () => {
      const [run] = await runsOf(sql, failing);
      return run?.status === 'running' && run.failure !== null;
    });
    await until('the queue knows, too', async () => {
      const failed = await sql`select from queue.job
        where output is not null and data->>'companyId' = ${String(failing.companyId)}`;
      return failed.length > 0;
    });
    const traces = await sql`select output from queue.job where output::text like '%Lovelace%'`;
    assert.deepEqual([...traces], [], 'but nothing of what was refused');
    await other.submit([entry('1')], { syncId: 'other' });
    await untilAllRunsFinished(sql, [other]);
    // The pauses between attempts grow, so the test skips most of them.
    await sql`update sync_runs set attempts = ${MAX_ATTEMPTS - 1} where company_id = ${failing.companyId}`;
    await untilAllRunsFinished(sql, [failing]);
    const [run] = await runsOf(sql, failing);
    assert.partialDeepStrictEqual(run, { status: 'failed', attempts: MAX_ATTEMPTS, changes: 0 });
    assert.match(run?.failure ?? '', /10 attempts.*nothing was changed.*P0001/);
    await failing.submit([entry('1')], { syncId: 'allowed' });
    await untilAllRunsFinished(sql, [failing]);
    assert.partialDeepStrictEqual((await runsOf(sql, failing))[1], { status: 'succeeded', attempts: 1 });
    assert.doesNotMatch(worker.stderr(), /Lovelace/);
    await worker.stop();
  });

  it('a roster whose worker always dies is given up', async () => {
    const company = await createSyncingCompany(service);
    await company.submit([entry('1')], { syncId: 'deadly' });
    await sql`update sync_runs set status = 'running', attempts = ${MAX_ATTEMPTS}
      where company_id = ${company.companyId}`;
    await company.work();
    const [run] = await runsOf(sql, company);
    assert.partialDeepStrictEqual(run, { status: 'failed', changes: 0 });
    assert.match(run?.failure ?? '', /The worker died each time/);
  });
});

test('a lost job is queued again, once, and the roster is applied', async () => {
  const company = await createSyncingCompany(service);
  const { companyId } = company;
  const queue = await openTestQueue(false);
  await company.submit([entry('1')], { syncId: 'not-heard' });
  await sql`delete from queue.job where singleton_key = ${String(companyId)}`;
  await sql`update sync_runs set accepted_at = accepted_at - interval '1 minute'
    where company_id = ${companyId}`;
  assert.equal(await queue.hasWaitingJob(companyId), false);
  const log = { info: () => {}, error: assert.fail };
  const job = createMissingJobs(queue);
  for (let time = 0; time < 2; time++) await job({ sql, log, signal: new AbortController().signal });
  const rings = await sql`select from queue.job where singleton_key = ${String(companyId)}`;
  assert.equal(rings.length, 1);
  const worker = await startWorker();
  await untilAllRunsFinished(sql, [company]);
  assert.partialDeepStrictEqual(await runsOf(sql, company), [{ status: 'succeeded', changes: 1 }]);
  await worker.stop();
});
