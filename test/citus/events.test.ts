import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { it } from 'node:test';
import { createCompany } from '../../src/company/companies/create-company.ts';
import { OPERATOR } from '../../src/domain/audit/record-change.ts';
import { numberEvents } from '../../src/domain/events/number-events.ts';
import type { Pool } from '../../src/platform/db/types.ts';
import { createTestDatabase, openAgain } from '../database/support/test-database.ts';
import { until } from '../pure/support/until.ts';
import { Cluster, companiesOnEach } from './cluster.ts';
import { tellThree } from './tell-three.ts';
import type { Telling } from './teller.ts';

const cluster = Cluster.fromEnvironment();
const { sql, server } = await createTestDatabase();
const newCompany = async () => (await createCompany(sql, OPERATOR, { name: 'Beispiel GmbH' })).id;

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
  const teller = fork(new URL('teller.ts', import.meta.url), { stdio: ['ignore', 2, 2, 'ipc'] });
  const ended = once(teller, 'exit');
  try {
    teller.on('message', (number) => answered.add(Number(number)));
    teller.send({ target: server.target as string, companies: [one, two] } satisfies Telling);
    const enough = async (count: number) => {
      const before = answered.size;
      await until('some are told', () => teller.exitCode !== null || answered.size > before + count);
      assert.equal(teller.exitCode, null, 'the process has ended');
    };
    for (let kill = 1; kill <= 3; kill++) {
      await enough(20);
      await cluster.kill(port);
      await cluster.start(port);
    }
    await enough(1);
  } finally {
    teller.kill('SIGKILL');
    await ended;
  }
  // The coordinator's processes of the other connections remember connections to the server that was killed.
  const { sql: after } = openAgain({ server });
  // As Citus does once a minute: what was prepared when the server died is finished.
  await until('all is finished', async () => {
    await after`select recover_prepared_transactions()`;
    const left = await after<{ count: number }[]>`
      select result::int as count from run_command_on_workers(
        'select count(*) from pg_prepared_xacts where database = current_database()')`;
    return left.every(({ count }) => count === 0);
  });
  const [first, second] = [await toldBy(after, one), await toldBy(after, two)];
  assert.deepEqual(first, second);
  for (const number of answered) assert(first.has(number), `transaction ${number} was answered and is lost`);
  assert.equal(await numberedWithoutGaps(after, one), first.size * 3);
  assert.equal(await numberedWithoutGaps(after, two), first.size * 3);
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
