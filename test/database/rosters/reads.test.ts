import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectWorker } from '../../../src/platform/db/connect.ts';
import { withoutNestedLoops } from '../../../src/platform/db/planner.ts';
import type { Pool, Transaction } from '../../../src/platform/db/types.ts';
import { inDay } from '../../../src/tickets/issue/open-day.ts';
import { followHrFacts } from '../../../src/tickets/subscriptions/follow-hr-facts.ts';
import { runNext } from '../support/run-next.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';
import { stopBefore } from '../support/test-database.ts';

const service = await createTestService();
const { sql, server } = service.database;
const worker = connectWorker(server);
stopBefore(service.database, () => worker.end({ timeout: 0 }));

const PEOPLE = 1_500;
const PART = 20;
/** Many statements and foreign key checks read each row: 80 to 250 times when this was written. */
const MAX_READS_EACH = PEOPLE / 3;

const everybody = Array.from({ length: PEOPLE }, (_, index) => entry(`N${index}`));
const rosters: [string, object[]][] = [
  ['new people', everybody],
  ['changed ones', everybody.map((each) => ({ ...each, lastName: 'Other', startDate: '2021-01-01' }))],
  ['people who leave', everybody.slice(PEOPLE - 10)],
  ['people who return', everybody],
  ['people with new numbers', everybody.map((each) => ({ ...each, hrId: `${each.hrId}-2` }))],
];

/** Returns the number of rows that the transaction has read so far, from tables and indexes. */
async function countRowsRead(tx: Transaction): Promise<number> {
  const [row] = await tx<{ reads: number }[]>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as reads from pg_stat_xact_user_tables`;
  return row?.reads ?? 0;
}

/** A worker that counts the rows read by its last transaction, which is the one that applies the roster. */
async function countReads(worker: Pool): Promise<{ counting: Pool; countedReads: () => number }> {
  // Without this flush the statistics still contain the reads of the previous transaction.
  await worker`select pg_stat_force_next_flush()`;
  let reads = 0;
  const counting = new Proxy(worker, {
    get: (target, name) =>
      name === 'begin'
        ? (work: (tx: Transaction) => Promise<unknown>) =>
            target.begin(async (tx) => {
              const result = await work(tx);
              reads = await countRowsRead(tx);
              return result;
            })
        : Reflect.get(target, name),
  });
  return { counting, countedReads: () => reads };
}

/** Small rosters are applied with prepared statements, of which some have a plan for any company from their sixth time on. */
test('a roster that changes few people of a company that the statistics do not know reads few rows', async (context) => {
  const people = everybody.slice(0, 300);
  const known = await createSyncingCompany(service);
  await known.sync(people);
  await sql`analyze`;
  const company = await createSyncingCompany(service);
  await company.sync(people);
  for (let night = 0; night < 7; night++) {
    const changed = people.map((each, index) => (index < 3 ? { ...each, lastName: `Night ${night}` } : each));
    assert.equal((await company.submit(changed)).statusCode, 204);
    const { counting, countedReads } = await countReads(company.worker);
    await runNext(company.companyId, counting);
    context.diagnostic(`night ${night}: ${countedReads()} rows`);
    assert.ok(countedReads() < 15 * people.length, `night ${night}: ${countedReads()} rows`);
  }
});

/**
 * The statistics know only a few small companies, as on a server that a large company joins. The planner
 * therefore expects no rows for the new company, and must not choose a plan that reads all people for each
 * person.
 */
for (const planType of ['fully-subsidized-plan', 'split-pay-plan'] as const)
  test(`the rows that a sync reads grow linearly with the number of people: ${planType}`, async (context) => {
    for (let count = 0; count < 5; count++) {
      const small = await createSyncingCompany(service, { planType });
      await small.sync(everybody.slice(0, 15));
    }
    await sql`analyze`;
    const company = await createSyncingCompany(service, { planType });
    // A limit that is checked, but never reached.
    await company.set({ holdCount: PEOPLE, holdPercent: null });
    for (const [what, employees] of rosters) {
      assert.equal((await company.submit(employees)).statusCode, 204);
      const { counting, countedReads } = await countReads(worker);
      const result = await runNext(company.companyId, counting);
      assert.ok(result.run && 'outcomes' in result);
      const reads = countedReads();
      context.diagnostic(`${what}: ${Math.round(reads / PEOPLE)} rows for each`);
      assert.ok(reads < MAX_READS_EACH * PEOPLE, `${what}: ${reads} rows`);
    }
    // A large roster is processed in parts.
    const part = await sql<{ id: number }[]>`
      select id from employees where company_id = ${company.companyId} order by id limit ${PART}`;
    const reads = await sql.begin((tx) =>
      inDay(tx, company.companyId, 'unlimited', async (day) => {
        const ids = part.map(({ id }) => id);
        const before = await countRowsRead(tx);
        await withoutNestedLoops(tx, true, () => followHrFacts(tx, day, ids));
        return (await countRowsRead(tx)) - before;
      }),
    );
    context.diagnostic(`a part of them: ${Math.round(reads / PART)} rows for each`);
    assert.ok(reads < MAX_READS_EACH * PART, `a part of them: ${reads} rows`);
  });
