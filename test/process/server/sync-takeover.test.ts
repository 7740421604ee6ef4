import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Overtaken } from '../../../src/platform/claims/claims.ts';
import type { Pool } from '../../../src/platform/db/types.ts';
import { applyRun, claimRun, MAX_ATTEMPTS } from '../../../src/rosters/apply/apply-run.ts';
import { runsOf, untilAllRunsFinished } from '../../database/support/rosters.ts';
import { endClaims } from '../../database/support/run-next.ts';
import { createTestService } from '../../database/support/service.ts';
import { createSyncingCompany, entry } from '../../database/support/syncing-company.ts';
import { urlOf } from '../../database/support/test-server.ts';
import { until } from '../../pure/support/until.ts';
import { makePlace, type Service, serve } from '../support/program.ts';

const MAX_TAKEOVER_MS = 60_000;

const service = await createTestService();
const { sql, server } = service.database;

const variables = { DATABASE_URL: urlOf(server.target), SECRET_KEY: 'Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U' };
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

describe('a worker whose run another worker has taken over', () => {
  const context = (worker: Pool) => ({ worker, onProgress: () => {} });

  it('changes nothing', async () => {
    const company = await createSyncingCompany(service);
    const { companyId, worker } = company;
    await company.sync([entry('1')]);
    await company.submit([entry('1', { lastName: 'Changed' }), entry('2')], { syncId: 'overtaken' });
    const stale = await claimRun(worker, companyId);
    assert.equal(await claimRun(worker, companyId), undefined, 'not before its time has passed');
    await endClaims(sql, companyId);
    const current = await claimRun(worker, companyId);
    assert(stale && current);
    assert.deepEqual([stale.attempt, current.attempt], [1, 2]);
    await assert.rejects(applyRun(stale, context(worker)), Overtaken);
    assert.partialDeepStrictEqual((await runsOf(sql, company))[1], { status: 'running', changes: 0 });
    assert.equal((await company.people()).length, 1);
    await applyRun(current, context(worker));
    assert.partialDeepStrictEqual((await runsOf(sql, company))[1], { status: 'succeeded', changes: 2 });
    await assert.rejects(applyRun(current, context(worker)), 'nor twice');
  });

  it('changes nothing when the run has failed since and was sent again, although the attempt has the same number', async () => {
    const company = await createSyncingCompany(service);
    const { companyId, worker } = company;
    await company.submit([entry('1')], { syncId: 'again' });
    const stale = await claimRun(worker, companyId);
    await endClaims(sql, companyId);
    await sql`update sync_runs set attempts = ${MAX_ATTEMPTS}, claimed_attempt = ${MAX_ATTEMPTS} where company_id = ${companyId}`;
    await company.work();
    await company.submit([entry('1'), entry('2')], { syncId: 'again' });
    const current = await claimRun(worker, companyId);
    assert(stale && current);
    assert.equal(current.attempt, stale.attempt);
    await assert.rejects(applyRun(stale, context(worker)), Overtaken);
    await applyRun(current, context(worker));
    assert.equal((await company.people()).length, 2);
  });

  it('is not taken over while its transaction holds the day, as that of a worker of 0.2.0 does that began before the migration', async () => {
    const company = await createSyncingCompany(service);
    const { companyId, worker } = company;
    await company.submit([entry('1')], { syncId: 'slow' });
    await sql`
      update sync_runs set status = 'running', attempts = 1, claimed_attempt = 1, started_at = now() where company_id = ${companyId}`;
    const release = await holdRow(sql, 'companies', companyId);
    assert.equal(await claimRun(worker, companyId), undefined);
    assert.partialDeepStrictEqual(await runsOf(sql, company), [{ status: 'running', attempts: 1 }]);
    await release();
    const run = await claimRun(worker, companyId);
    assert.equal(run?.attempt, 2);
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
    await other.submit([entry('1')], { syncId: 'other' });
    await untilAllRunsFinished(sql, [other]);
    // The pauses between attempts grow, so the test skips most of them.
    await sql`
      update sync_runs set attempts = ${MAX_ATTEMPTS - 1}, claimed_attempt = ${MAX_ATTEMPTS - 1}
      where company_id = ${failing.companyId}`;
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
    await sql`update sync_runs set status = 'running', attempts = ${MAX_ATTEMPTS}, claimed_attempt = ${MAX_ATTEMPTS}
      where company_id = ${company.companyId}`;
    await company.work();
    const [run] = await runsOf(sql, company);
    assert.partialDeepStrictEqual(run, { status: 'failed', changes: 0 });
    assert.match(run?.failure ?? '', /The worker died each time/);
  });
});
