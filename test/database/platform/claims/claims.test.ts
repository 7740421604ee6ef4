import assert from 'node:assert/strict';
import { once } from 'node:events';
import { beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Claim,
  type ClaimTable,
  claimRows,
  isFree,
  Overtaken,
  ownsClaim,
  renewClaim,
  whileRenewing,
} from '../../../../src/platform/claims/claims.ts';
import { startWorker } from '../../../../src/platform/claims/worker.ts';
import { until } from '../../../pure/support/until.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql } = await createTestDatabase();
await sql`
  create table parcels (company_id bigint not null, id bigint generated always as identity, claim uuid,
    claimed_until timestamptz, attempts integer not null default 0, sent_by text, primary key (company_id, id))`;

const BY_CLAIM: ClaimTable = { table: 'parcels', token: 'claim', until: 'claimed_until', seconds: 30 };
const BY_COUNT: ClaimTable = { ...BY_CLAIM, token: 'attempts' };

async function addParcels(companyId: number, count: number): Promise<void> {
  await sql`insert into parcels (company_id) select ${companyId} from generate_series(1, ${count}::int)`;
}

const claim = (table: ClaimTable, companyId: number, max = 1) =>
  claimRows<{ attempts: number }>(sql, table, companyId, {
    due: sql`w.sent_by is null`,
    order: sql`w.id`,
    max,
    returning: sql`w.attempts`,
  });

/** Settles a claim: the work is done, and nobody claims the row again. */
async function send(table: ClaimTable, claimed: Claim, by: string): Promise<boolean> {
  const { count } = await sql`
    update parcels set sent_by = ${by}, claimed_until = null where ${ownsClaim(sql, table, claimed)}`;
  return count === 1;
}

const letTimePass = (interval: string) =>
  sql`update parcels set claimed_until = claimed_until - ${interval}::interval`;

beforeEach(() => sql`truncate parcels`);

for (const [name, table] of Object.entries({ 'a random token': BY_CLAIM, 'a counted token': BY_COUNT }))
  describe(`a claim with ${name}`, () => {
    it('is held by one worker only, however many ask at the same time', async () => {
      await addParcels(7, 20);
      const claims = await Promise.all(Array.from({ length: 10 }, () => claim(table, 7, 5)));
      const ids = claims.flat().map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);
      const rest = await claim(table, 7, 100);
      assert.equal(ids.length + rest.length, 20, 'and every row is claimed once');
    });

    it('that is lost aborts its work', async () => {
      await addParcels(7, 1);
      const short = { ...table, seconds: 0.03 };
      const [mine] = await claim(short, 7);
      assert(mine);
      await sql`update parcels set claimed_until = null`;
      const work = (lost: AbortSignal) => once(lost, 'abort').then(() => lost.reason);
      assert((await whileRenewing(sql, short, mine, work)) instanceof Overtaken);
    });

    it('is taken over after its time, not before', async () => {
      await addParcels(7, 1);
      const [dead] = await claim(table, 7);
      await letTimePass('29 seconds');
      assert.deepEqual(await claim(table, 7), []);
      await letTimePass('1 second');
      const [next] = await claim(table, 7);
      assert.equal(next?.id, dead?.id);
      assert.notEqual(next?.token, dead?.token);
    });

    it('cannot be renewed or settled by a worker that has lost it', async () => {
      await addParcels(7, 1);
      const [stale] = await claim(table, 7);
      await letTimePass('1 minute');
      const [current] = await claim(table, 7);
      assert(stale && current);
      assert.equal(await renewClaim(sql, table, stale), false);
      assert.equal(await send(table, stale, 'stale'), false);
      assert.equal(await send(table, current, 'current'), true);
      assert.equal(await send(table, current, 'twice'), false, 'nor twice');
      assert.equal(await renewClaim(sql, table, current), false);
      const [parcel] = await sql`select sent_by from parcels`;
      assert.equal(parcel?.['sent_by'], 'current');
    });

    it('can be settled after its time if nobody has taken it over', async () => {
      await addParcels(7, 1);
      const [late] = await claim(table, 7);
      await letTimePass('1 hour');
      assert(late && (await send(table, late, 'late')));
    });

    it('lasts longer if it is renewed', async () => {
      await addParcels(7, 1);
      const [held] = await claim(table, 7);
      await letTimePass('25 seconds');
      assert(held && (await renewClaim(sql, table, held)));
      await letTimePass('25 seconds');
      assert.deepEqual(await claim(table, 7), []);
    });

    it('does not depend on the clock of a node', async (t) => {
      await addParcels(7, 1);
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 24 * 3_600_000 });
      const [held] = await claim(table, 7);
      t.mock.timers.setTime(0);
      assert.deepEqual(await claim(table, 7), [], 'a node whose clock is behind does not take it');
      t.mock.timers.setTime(Date.now() + 10 * 365 * 24 * 3_600_000);
      assert.deepEqual(await claim(table, 7), [], 'nor one whose clock is ahead');
      assert(held && (await send(table, held, 'us')));
    });
  });

describe('a worker', () => {
  /** Sends parcels one at a time, and notes the order of the companies. */
  function startSender(order: number[], { slots = 1, gate = () => sleep(1) } = {}) {
    return startWorker({
      name: 'parcels',
      sql,
      log: { info: () => {}, error: (values) => assert.fail(JSON.stringify(values)) },
      slots,
      everyMs: 20,
      find: async () =>
        await sql<{ companyId: number; rank: number }[]>`
          select distinct company_id as "companyId", 0 as rank from parcels w
          where sent_by is null and ${isFree(sql, BY_CLAIM)}`,
      claim: ({ companyId }, max) => claim(BY_CLAIM, companyId, max),
      async work(claimed) {
        order.push(claimed.companyId);
        await gate();
        assert(await send(BY_CLAIM, claimed, 'worker'));
      },
    });
  }
  const left = async () => (await sql`select from parcels where sent_by is null`).length;

  it('serves companies in turn when one has much more work than the others', async () => {
    await addParcels(1, 100);
    await addParcels(2, 2);
    await addParcels(3, 3);
    const order: number[] = [];
    const worker = startSender(order);
    await until('all are sent', async () => (await left()) === 0);
    await worker.stop(1_000);
    assert.deepEqual(order.slice(0, 9), [1, 2, 3, 1, 2, 3, 1, 3, 1]);
    assert.equal(order.length, 105);
  });

  it('shares the work with the workers of other nodes, and none is done twice', async () => {
    for (const companyId of [1, 2, 3]) await addParcels(companyId, 50);
    const orders = [[], [], []] as number[][];
    const workers = orders.map((order) => startSender(order, { slots: 4 }));
    await until('all are sent', async () => (await left()) === 0);
    await Promise.all(workers.map((worker) => worker.stop(1_000)));
    assert.equal(orders.flat().length, 150);
    assert(orders.every((order) => order.length > 0));
  });

  it('takes over the work of a dead one', async () => {
    await addParcels(1, 3);
    await claim(BY_CLAIM, 1, 2);
    const order: number[] = [];
    const worker = startSender(order);
    await until('the third is sent', async () => (await left()) === 2);
    await sleep(100);
    assert.equal(order.length, 1, 'the others are claimed');
    await letTimePass('1 minute');
    await until('all are sent', async () => (await left()) === 0);
    await worker.stop(1_000);
  });

  it('begins at once if it is told that a company has work', async () => {
    const begun = Promise.withResolvers<void>();
    const worker = startWorker({
      name: 'parcels',
      sql,
      log: { info: () => {}, error: (values) => assert.fail(JSON.stringify(values)) },
      slots: 1,
      everyMs: 60_000,
      find: async () => [],
      claim: ({ companyId }, max) => claim(BY_CLAIM, companyId, max),
      work: async () => begun.resolve(),
    });
    await addParcels(9, 1);
    worker.wake(9);
    await begun.promise;
    await worker.stop(0);
  });

  it('that stops finishes its work and claims nothing any more', async () => {
    await addParcels(1, 5);
    const answered = Promise.withResolvers<void>();
    const order: number[] = [];
    const worker = startSender(order, { gate: () => answered.promise });
    await until('one is being sent', () => order.length === 1);
    const stopped = worker.stop(60_000);
    answered.resolve();
    await stopped;
    assert.equal(await left(), 4);
  });
});
