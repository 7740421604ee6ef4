import assert from 'node:assert/strict';
import { it } from 'node:test';
import { numberEvents } from '../../src/domain/events/number-events.ts';
import type { Pool } from '../../src/platform/db/types.ts';
import { untilAllRunsFinished } from '../database/support/rosters.ts';
import { TestCompany } from '../database/support/test-company.ts';
import { makeGeneration } from '../process/kills/rosters/rosters.ts';
import { addSyncingCompany, type SyncingCompany, sendRoster } from '../process/support/syncing.ts';
import { until } from '../pure/support/until.ts';
import { Cluster, companiesOnEach } from './cluster.ts';
import { clusterWorld, METRICS_TOKEN } from './cluster-world.ts';

const cluster = Cluster.fromEnvironment();
const PEOPLE = 400;
const MONTH = '2031-04-01';

it('a worker database killed with -9 while tickets are issued: everybody gets one ticket', async () => {
  const world = await clusterWorld();
  const { sql } = world;
  const [killed = 0] = cluster.workerPorts;
  const companies = await companiesOnEach(sql, cluster.workerPorts, 6, () => makeCompany(sql));
  const all = [...companies.values()].flat();
  await world.revive();
  try {
    await until('issuing has begun', async () => (await countTickets(sql, all)) > 0);
    await cluster.kill(killed);
  } finally {
    await cluster.start(killed);
  }
  await until('all have theirs', async () => (await countTickets(sql, all)) === all.length * PEOPLE);
  await sql`select recover_prepared_transactions()`;
  for (const companyId of all) await verify(sql, companyId);
});

it('while a worker database is down, nodes start and serve the companies of the other one; the rest follows', async () => {
  const world = await clusterWorld();
  const { sql } = world;
  const [killed = 0, other = 0] = cluster.workerPorts;
  // The first start writes a table that is on every server.
  await world.revive();
  await world.kill();
  const companies = await companiesOnEach(sql, cluster.workerPorts, 2, () => makeCompany(sql));
  const sending = new Map<number, SyncingCompany>();
  const senders = await companiesOnEach(sql, cluster.workerPorts, 1, async () => {
    const company = await addSyncingCompany(sql);
    sending.set(company.companyId, company);
    return company.companyId;
  });
  const at = (port: number) => companies.get(port) ?? [];
  const senderAt = (port: number) => senders.get(port)?.[0] ?? 0;
  const send = async (port: number) => {
    const company = sending.get(senderAt(port));
    assert(company);
    const [url = ''] = world.urls();
    return { company, answer: await sendRoster({ url }, company, makeGeneration(1, 40, false).body) };
  };
  await cluster.kill(killed);
  try {
    await world.revive();
    const served = at(other);
    await until(
      'they have tickets',
      async () => (await countTickets(sql, served)) === served.length * PEOPLE,
    );
    const { company, answer } = await send(other);
    assert.equal(answer.status, 204, answer.body);
    await untilAllRunsFinished(sql, [company]);
    await until('a node has numbered their events', async () => {
      const waiting = await sql`
        select from events where company_id = any(${[...served, company.companyId]}::bigint[]) and number is null`;
      return waiting.length === 0;
    });
    for (const companyId of served) await verify(sql, companyId);
    const refused = await send(killed);
    assert.equal(refused.answer.status, 503, refused.answer.body);
    assert.match(refused.answer.headers['retry-after'] ?? '', /^\d+$/);
    for (const url of world.urls()) {
      for (const path of ['/health', '/health/ready']) assert.equal((await fetch(url + path)).status, 200);
      // The second time, the node knows which server is down.
      for (let count = 1; count <= 2; count++) {
        const metrics = await scrape(url);
        assert.match(metrics, /^transit_database_up 1$/m);
        assert.match(metrics, /^transit_database_part_down 1$/m);
        assert.match(metrics, rostersOf(senderAt(other)));
        assert.doesNotMatch(metrics, rostersOf(senderAt(killed)));
      }
    }
  } finally {
    await cluster.start(killed);
  }
  const late = at(killed);
  await until('the others have theirs', async () => (await countTickets(sql, late)) === late.length * PEOPLE);
  for (const companyId of late) await verify(sql, companyId);
  await until('the other roster is accepted', async () => (await send(killed)).answer.status === 204);
  for (const url of world.urls())
    await until('the metrics are those of all companies', async () => {
      const metrics = await scrape(url);
      return rostersOf(senderAt(killed)).test(metrics) && /^transit_database_part_down 0$/m.test(metrics);
    });
});

async function scrape(url: string): Promise<string> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  assert.equal(answer.status, 200);
  return await answer.text();
}

const rostersOf = (companyId: number) =>
  new RegExp(`^transit_integration_rosters_total\\{company="${companyId}",`, 'm');

async function makeCompany(sql: Pool): Promise<number> {
  const { id } = await TestCompany.create(sql, '2031-04-02', {});
  await sql`
    insert into employees (company_id, first_name, last_name, email, date_of_birth, term_number, term_start, told_status)
    select ${id}::bigint, 'Ada', 'P' || n, 'p' || n || '@example.com', '1990-01-01', 1, '2031-01-01', 'active'
    from generate_series(1, ${PEOPLE}::int) n`;
  return id;
}

/** With a server down, those of its companies cannot be counted. */
async function countTickets(sql: Pool, companyIds: readonly number[]): Promise<number> {
  let sum = 0;
  for (const companyId of companyIds) {
    const [row] = await sql<{ count: number }[]>`
      select count(*) from tickets where company_id = ${companyId}`.catch(() => []);
    sum += row?.count ?? 0;
  }
  return sum;
}

async function verify(sql: Pool, companyId: number): Promise<void> {
  const [tickets] = await sql`
    select count(*), count(distinct employee_id) as people, count(*) filter (where voided_at is null and month = ${MONTH}) as valid
    from tickets where company_id = ${companyId}`;
  assert.deepEqual({ ...tickets }, { count: PEOPLE, people: PEOPLE, valid: PEOPLE });
  const [charges] = await sql`
    select count(*), count(distinct employee_id) as people from charges where company_id = ${companyId}`;
  assert.deepEqual({ ...charges }, { count: PEOPLE, people: PEOPLE });
  await numberEvents(sql, companyId);
  const told = await sql<{ number: number; type: string; employeeId: string | null }[]>`
    select number, type, data ->> 'employeeId' as "employeeId" from events where company_id = ${companyId} order by number`;
  assert.deepEqual(
    told.map(({ number }) => number),
    told.map((_, index) => index + 1),
    'numbered without gaps',
  );
  const issued = told.filter(({ type }) => type === 'ticket.issued');
  assert.equal(new Set(issued.map(({ employeeId }) => employeeId)).size, PEOPLE);
  assert.equal(issued.length, PEOPLE, 'every ticket is told once');
}
