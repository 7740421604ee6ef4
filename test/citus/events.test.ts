import assert from 'node:assert/strict';
import { it } from 'node:test';
import { OPERATOR } from '../../src/audit/record-change.ts';
import { createCompany } from '../../src/companies/create-company.ts';
import { surviveLostConnections } from '../../src/db/driver-faults.ts';
import { isDatabaseUnavailable } from '../../src/db/failures.ts';
import type { Pool, Transaction } from '../../src/db/types.ts';
import { numberEvents } from '../../src/events/number-events.ts';
import { tell } from '../../src/events/tell.ts';
import { createTestDatabase } from '../database/support/test-database.ts';
import { until } from '../pure/support/until.ts';
import { Cluster, companiesOnEach } from './cluster.ts';

surviveLostConnections((error) => {
  throw error;
});

const cluster = Cluster.fromEnvironment();
const { sql } = await createTestDatabase();
const newCompany = async () => (await createCompany(sql, OPERATOR, { name: 'Beispiel GmbH' })).id;

/** Tells three events in statements of their own, with a number of the transaction in them. */
async function tellThree(tx: Transaction, companyId: number, transaction: number): Promise<void> {
  for (let part = 0; part < 3; part++)
    await tell(tx, companyId, 'ticket.issued', [{ employeeId: transaction }]);
}

it('events of one transaction are one transaction of the company’s server, with one number of the coordinator’s', async () => {
  const companyId = await newCompany();
  await sql.begin((tx) => tellThree(tx, companyId, 1));
  const [row] =
    await sql`select count(distinct xid::text) as xids from events where company_id = ${companyId}`;
  assert.equal(row?.['xids'], 1);
  const shards = await sql<{ result: string }[]>`
    select result from run_command_on_shards('events',
      ${`select count(distinct xmin::text) from %s where company_id = ${companyId}`})`;
  assert.deepEqual(shards.map(({ result }) => Number(result)).filter(Boolean), [1]);
});

it('numbering sees all events of a transaction or none, also of transactions on two servers', async () => {
  const companies = await companiesOnEach(sql, cluster.workerPorts, 1, newCompany);
  const [one = 0, two = 0] = [...companies.values()].map(([id]) => id);
  let isOver = false;
  let transaction = 0;
  const tellAll = async (onTwoServers: boolean) => {
    for (let count = 0; count < 40; count++) {
      const number = ++transaction;
      await sql.begin(async (tx) => {
        await tellThree(tx, one, number);
        if (onTwoServers) await tellThree(tx, two, number);
      });
    }
  };
  const number = async (companyId: number) => {
    while (!isOver) {
      await numberEvents(sql, companyId);
      const parts = await sql`
        select data ->> 'employeeId' from events where company_id = ${companyId} group by 1
        having count(number) not in (0, 3) or count(*) <> 3`;
      assert.deepEqual([...parts], []);
    }
  };
  const numbering = Promise.all([number(one), number(one), number(two)]);
  await Promise.all([tellAll(false), tellAll(false), tellAll(true), tellAll(true)]);
  isOver = true;
  await numbering;
  assert.equal(await numberedWithoutGaps(sql, one), 480);
  assert.equal(await numberedWithoutGaps(sql, two), 240);
});

it('a server killed with -9 while transactions on two servers tell events: each tells on both or on none', async () => {
  const companies = await companiesOnEach(sql, cluster.workerPorts, 1, newCompany);
  const [one = 0, two = 0] = [...companies.values()].map(([id]) => id);
  const [port = 0] = cluster.workerPorts;
  const answered = new Set<number>();
  let isOver = false;
  const tellAll = async (from: number) => {
    for (let number = from; !isOver; number += 4)
      try {
        await sql.begin(async (tx) => {
          await tellThree(tx, one, number);
          await tellThree(tx, two, number);
        });
        answered.add(number);
      } catch (error) {
        assert(isDatabaseUnavailable(error), String(error));
      }
  };
  const telling = Promise.all([1, 2, 3, 4].map(tellAll));
  const enough = async (count: number) => {
    const before = answered.size;
    await Promise.race([until('some are told', () => answered.size > before + count), telling]);
  };
  try {
    for (let kill = 1; kill <= 3; kill++) {
      await enough(20);
      await cluster.kill(port);
      await cluster.start(port);
    }
    await enough(1);
  } finally {
    isOver = true;
    await telling;
  }
  // As Citus does once a minute: what was prepared when the server died is finished.
  await until('all is finished', async () => {
    await sql`select recover_prepared_transactions()`;
    const left = await sql<{ count: number }[]>`
      select result::int as count from run_command_on_workers(
        'select count(*) from pg_prepared_xacts where database = current_database()')`;
    return left.every(({ count }) => count === 0);
  });
  const [first, second] = [await toldBy(sql, one), await toldBy(sql, two)];
  assert.deepEqual(first, second);
  for (const number of answered) assert(first.has(number), `transaction ${number} was answered and is lost`);
  assert.equal(await numberedWithoutGaps(sql, one), first.size * 3);
  assert.equal(await numberedWithoutGaps(sql, two), first.size * 3);
});

async function toldBy(pool: Pool, companyId: number): Promise<Set<number>> {
  const rows = await pool<{ number: number; count: number }[]>`
    select (data ->> 'employeeId')::int as number, count(*) from events where company_id = ${companyId} group by 1 order by 1`;
  for (const { number, count } of rows) assert.equal(count, 3, `transaction ${number}`);
  return new Set(rows.map(({ number }) => number));
}

async function numberedWithoutGaps(pool: Pool, companyId: number): Promise<number> {
  await numberEvents(pool, companyId);
  const rows = await pool<{ number: number | null }[]>`
    select number from events where company_id = ${companyId} order by number`;
  assert.deepEqual(
    rows.map(({ number }) => number),
    rows.map((_, index) => index + 1),
  );
  return rows.length;
}
