import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase } from '../../database/support/test-database.ts';
import { urlOf } from '../../database/support/test-server.ts';
import { startTestSender, testWebhooks, WebhookCompany } from '../../database/webhooks/webhooks.ts';
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
    DATABASE_URL: urlOf(database.target),
    SECRET_KEY: '0123456789abcdefghijklmnopqrstuv',
    WEBHOOKS_ALLOW_LOOPBACK: '1',
  });
  let killedAtWork = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    for (const company of companies) await company.tell(EVENTS);
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
