import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { connect } from '../../../../src/platform/db/connect.ts';
import type { Pool } from '../../../../src/platform/db/types.ts';
import { AppError } from '../../../../src/platform/errors.ts';
import { until } from '../../../pure/support/until.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const [ONE, OTHER] = [1, 2];
/** Half of the connections for lists. */
const SHARE = 2;

const { lists, sql, server } = await createTestDatabase();
const { lists: impatient } = await createTestDatabase({ listLimits: { patienceMs: 1 } });

const present = (companyId: number) => ({ companyId, signal: new AbortController().signal });
const isClientGone = (error: unknown) => error instanceof AppError && /was closed/.test(error.message);

/** Takes the whole share of a company until `release` is called. */
async function fillShare(companyId: number) {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  let begun = 0;
  const reads = Array.from({ length: SHARE }, () =>
    lists.read(present(companyId), async () => {
      begun++;
      await promise;
    }),
  );
  await until('the share is taken', () => begun === SHARE);
  return async () => {
    release();
    await Promise.all(reads);
  };
}

const runningStatements = async () => {
  const [found] = await sql<{ count: number }[]>`
    select count(*) from pg_stat_activity
    where datname = current_database() and application_name like 'transit-list-%' and state = 'active'`;
  return found?.count;
};

describe('the connections for lists', () => {
  it('run the statements of one read one after the other, on one connection', async () => {
    const pids = await lists.read(present(ONE), (one) =>
      Promise.all(Array.from({ length: 8 }, () => one<{ pid: number }[]>`select pg_backend_pid() as pid`)),
    );
    assert.equal(new Set(pids.map(([row]) => row?.pid)).size, 1);
  });

  it('read all rows after a statement that failed behind its first rows', async () => {
    const one = connect(server.target);
    for (let round = 0; round < SHARE; round++) {
      const failed = one.lists.read(
        present(ONE),
        (list) => list`select 1 / (4 - number) from generate_series(1, 10) as number`,
      );
      await assert.rejects(failed, /division by zero/);
    }
    const read = () =>
      one.lists.read(
        present(OTHER),
        (list) => list<{ number: number }[]>`select number from generate_series(1, 3) as number`,
      );
    for (let round = 0; round < SHARE; round++)
      assert.deepEqual([...(await read())], [{ number: 1 }, { number: 2 }, { number: 3 }]);
    await one.close();
  });

  it('can be used again, also if the client of the first read went while the connection opened', async () => {
    for (let round = 0; round < 10; round++) {
      const fresh = connect(server.target);
      const gone = new AbortController();
      const left = fresh.lists.read(
        { companyId: ONE, signal: gone.signal },
        (list) => list`select pg_sleep(60)`,
      );
      await until('it runs a statement', async () => (await runningStatements()) === 1);
      gone.abort();
      await assert.rejects(left, isClientGone);
      // A connection whose query for the types of arrays was cancelled cannot send them.
      const found = await fresh.lists.read(
        present(ONE),
        (list) => list`select where 1 = any(${[1, 2]}::bigint[])`,
      );
      assert.equal(found.length, 1);
      await fresh.close();
    }
  });

  it('are at most half one company’s', async () => {
    const release = await fillShare(ONE);
    let begun = false;
    const third = lists.read(present(ONE), async () => {
      begun = true;
    });
    assert.deepEqual(await lists.read(present(OTHER), readOne), 1);
    assert.equal(begun, false);
    await release();
    await third;
  });

  it('are never taken for a client that has gone while it waited', async () => {
    const release = await fillShare(ONE);
    const client = new AbortController();
    let begun = false;
    const waiting = lists.read({ companyId: ONE, signal: client.signal }, async () => {
      begun = true;
    });
    client.abort();
    await assert.rejects(waiting, isClientGone);
    await release();
    await setImmediate();
    assert.equal(begun, false);
  });

  it('cancel the statement of a client that has gone, and start no further one', async () => {
    const client = new AbortController();
    let hasGoneOn = false;
    const read = lists.read({ companyId: ONE, signal: client.signal }, async (one) => {
      await one`select pg_sleep(600)`.catch(() => {});
      hasGoneOn = true;
      await one`select 1`;
    });
    await until('the statement runs', async () => (await runningStatements()) === 1);
    client.abort();
    await assert.rejects(read, isClientGone);
    assert.equal(hasGoneOn, true);
    assert.equal(await runningStatements(), 0);
    for (const companyId of [ONE, ONE, ONE, ONE])
      assert.deepEqual(await lists.read(present(companyId), readOne), 1);
  });

  it('serve the next company after a read that has failed', async () => {
    for (let round = 0; round < 5; round++)
      await assert.rejects(
        lists.read(present(ONE), (one) => one`select 1 / 0`),
        /division by zero/,
      );
    assert.deepEqual(await lists.read(present(ONE), readOne), 1);
  });

  it('are free between the batches of an export', async () => {
    const exports = Array.from({ length: SHARE + 1 }, () => lists.batches(present(ONE)));
    for (const read of exports) assert.equal(await read(readOne), 1);
    assert.deepEqual(await lists.read(present(ONE), readOne), 1);
    for (const read of exports) assert.equal(await read(readOne), 1);
  });
});

describe('an export', () => {
  it('is refused at its first batch only; a later batch waits as long as the client does', async () => {
    const { promise, resolve: release } = Promise.withResolvers<void>();
    const read = impatient.batches(present(ONE));
    assert.equal(await read(readOne), 1);
    const held = Array.from({ length: SHARE }, () => impatient.read(present(ONE), () => promise));
    await assert.rejects(impatient.batches(present(ONE))(readOne), isBusy);
    const later = read(readOne);
    await assert.rejects(impatient.read(present(ONE), readOne), isBusy);
    release();
    await Promise.all(held);
    assert.equal(await later, 1);
  });
});

const isBusy = (error: unknown) => error instanceof AppError && error.code === 'busy';

async function readOne(one: Pool): Promise<number | undefined> {
  const [row] = await one<{ value: number }[]>`select 1 as value`;
  return row?.value;
}
