import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCompany } from '../../../src/company/companies/create-company.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { emit } from '../../../src/domain/events/emit.ts';
import { numberEvents } from '../../../src/domain/events/number-events.ts';
import {
  startTestSender,
  testWebhooks,
  WebhookCompany,
} from '../../database/notifications/webhooks/webhooks.ts';
import { createTestDatabase } from '../../database/support/test-database.ts';
import { urlOf } from '../../database/support/test-server.ts';
import { until } from '../../pure/support/until.ts';
import { beginServing, makePlace } from '../support/program.ts';

/** A few rounds in every test run; `npm run test:webhook-crash` runs 50. */
const ROUNDS = Number(process.env['WEBHOOK_CRASH_ROUNDS'] ?? 2);
const EVENTS = 300;

const say = (line: string) => {
  if (process.env['WEBHOOK_CRASH_ROUNDS']) process.stdout.write(`${line}\n`);
};

const database = await createTestDatabase();
const { sql } = database;

it('kill -9 during sending loses no event and changes no order', async (t) => {
  const webhooks = testWebhooks();
  const companies = [await WebhookCompany.create(sql, webhooks), await WebhookCompany.create(sql, webhooks)];
  const received = () => companies.reduce((sum, { receiver }) => sum + receiver.received.length, 0);
  const place = await makePlace({
    DATABASE_URL: urlOf(database.server.target),
    SECRET_KEY: 'Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U',
    WEBHOOKS_ALLOW_LOOPBACK: '1',
  });
  let killedAtWork = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    for (const company of companies) await company.emit(EVENTS);
    const before = received();
    const service = beginServing(place, {}, '--role', 'worker');
    // At another moment each time: between the first requests and the last ones.
    const enough = before + Math.ceil(Math.random() * EVENTS);
    await until('it sends', () => received() >= enough || !service.isRunning());
    assert.ok(service.isRunning(), service.stderr());
    await sleep(Math.random() * 5);
    await service.killHard();
    const [left] = await sql`select count(*) from webhook_endpoints where claim is not null`;
    killedAtWork += Number(left?.['count']) > 0 ? 1 : 0;
    // The time of its claims passes.
    for (const company of companies) await company.pass('1 minute');
    say(
      `round ${round} of ${ROUNDS}: killed after ${received() - before} requests, ${left?.['count']} claims left`,
    );
  }
  const sender = startTestSender(database, webhooks);
  for (const company of companies) await company.untilDelivered();
  assert.deepEqual(sender.errors, []);
  const twice = received() - companies.reduce((sum, { told }) => sum + told, 0);
  const [log] =
    await sql`select count(*), count(distinct (company_id, event_number)) as events from webhook_deliveries`;
  assert.equal(log?.['count'], log?.['events'], 'every delivery is noted once');
  // At most those that were sent while the last note was written, of each endpoint.
  assert.ok(twice <= ROUNDS * companies.length * 33, `${twice} requests were repeated`);
  const summary = `${ROUNDS} rounds, ${killedAtWork} of them killed with claims: ${companies.length * EVENTS * ROUNDS} events delivered in order, none lost; ${twice} sent twice`;
  say(summary);
  t.diagnostic(summary);
});

it('kill -9 while events are numbered leaves no gap, loses none and numbers none twice', async (t) => {
  const { id: companyId } = await createCompany(sql, OPERATOR, { name: 'Beispiel GmbH' });
  let told = 0;
  const tellSome = async () => {
    for (let part = 0; part < 4; part++) {
      const data = Array.from({ length: EVENTS }, () => ({ employeeId: ++told }));
      await sql.begin((tx) => emit(tx, companyId, 'ticket.issued', data));
    }
  };
  /** The events in the order of their numbers, which are 1, 2, 3 … and those that the counter knows. */
  const numbered = async () => {
    const found = await sql<{ number: number; employeeId: number }[]>`
      select number, (data ->> 'employeeId')::int as "employeeId" from events
      where company_id = ${companyId} and number is not null order by number`;
    const expected = Array.from({ length: found.length }, (_, index) => index + 1);
    assert.deepEqual(
      found.map(({ number }) => number),
      expected,
    );
    assert.deepEqual(
      found.map(({ employeeId }) => employeeId),
      expected,
      'in the order in which they were told',
    );
    const [counter] = await sql<{ last: number }[]>`
      select last_number as last from event_counters where company_id = ${companyId}`;
    assert.equal(counter?.last ?? 0, found.length);
    return found.length;
  };
  const place = await makePlace({
    DATABASE_URL: urlOf(database.server.target),
    SECRET_KEY: 'Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U',
  });
  for (let round = 1; round <= ROUNDS; round++) {
    const before = await numbered();
    await tellSome();
    const holder = await sql.reserve();
    // The numberer gives most of the numbers, then waits for this event: it is killed in the middle of its transaction.
    await holder`begin`;
    // A node may take longer to start than a transaction of this pool may be idle.
    await holder`set local idle_in_transaction_session_timeout = 0`;
    await holder`
      select from events where company_id = ${companyId} and number is null order by seq desc limit 1 for update`;
    const service = beginServing(place, {}, '--role', 'worker');
    let pids: number[] = [];
    await until('the numberer waits', async () => {
      assert.ok(service.isRunning(), service.stderr());
      pids = await numbererPids();
      return pids.length > 0;
    });
    await service.killHard();
    await holder`commit`;
    holder.release();
    await until('the server has noticed', async () => {
      const alive = await sql`select from pg_stat_activity where pid = any(${pids}::int[])`;
      return alive.length === 0;
    });
    assert.equal(await numbered(), before);
    // After every other kill, the next numberer finds the events of two rounds.
    if (round % 2 === 0) await numberEvents(sql, companyId);
    await numbered();
  }
  await tellSome();
  await numberEvents(sql, companyId);
  assert.equal(await numbered(), told);
  t.diagnostic(`${ROUNDS} kills in the middle of numbering: ${told} events numbered in order, without gaps`);
});

/** The connections that give numbers and wait for a lock. */
async function numbererPids(): Promise<number[]> {
  const rows = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%waiting as materialized%'
      and pid <> pg_backend_pid()`;
  return rows.map(({ pid }) => pid);
}
