import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutNestedLoops } from '../../../src/platform/db/planner.ts';
import type { Transaction } from '../../../src/platform/db/types.ts';
import { inDay } from '../../../src/tickets/issue/open-day.ts';
import { followHrFacts } from '../../../src/tickets/subscriptions/follow-hr-facts.ts';
import { runNext } from '../support/run-next.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';

const service = await createTestService();
const { sql } = service.database;

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
      // Without this flush the statistics still contain the reads of the previous transaction.
      await company.worker`select pg_stat_force_next_flush()`;
      let reads = 0;
      // The last transaction is the one that applies the roster.
      const counting = new Proxy(company.worker, {
        get: (worker, name) =>
          name === 'begin'
            ? (work: (tx: Transaction) => Promise<unknown>) =>
                worker.begin(async (tx) => {
                  const result = await work(tx);
                  reads = await countRowsRead(tx);
                  return result;
                })
            : Reflect.get(worker, name),
      });
      const result = await runNext(company.companyId, counting);
      assert.ok(result.run && 'outcomes' in result);
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
