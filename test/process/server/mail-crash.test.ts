import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { letTimePass, newCompany, queueInvitation } from '../../database/notifications/mail/mails.ts';
import { startMailServer } from '../../database/support/mail-server.ts';
import { createTestDatabase } from '../../database/support/test-database.ts';
import { urlOf } from '../../database/support/test-server.ts';
import { until } from '../../pure/support/until.ts';
import { beginServing, makePlace } from '../support/program.ts';

/** A few rounds in every test run; `npm run test:mail-crash` runs 50. */
const ROUNDS = Number(process.env['MAIL_CRASH_ROUNDS'] ?? 2);
const MAILS_PER_ROUND = 30;
const TOKEN = 'a-token-for-prometheus';

const database = await createTestDatabase();
const { sql } = database;
// The delay before the answer is when a crash leaves open whether the mail was accepted.
const server = await startMailServer({
  onMessage: async () => {
    await sleep(Math.random() * 20);
    return undefined;
  },
  options: { hideSTARTTLS: true, disabledCommands: ['STARTTLS'] },
});
const place = await makePlace({
  DATABASE_URL: urlOf(database.server.target),
  SECRET_KEY: 'Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U',
  TRANSIT_ENV: 'production',
  SMTP_URL: `smtp://localhost:${server.port}`,
  MAIL_FROM: 'tickets@example.com',
  METRICS_TOKEN: TOKEN,
});
const companyId = await newCompany(sql);

const receivedIds = () => server.received.map(({ mail }) => numberIn(mail.messageId));
/** The id of the mail is the second part of its Message-ID. */
const numberIn = (messageId = '') => Number(messageId.split('.')[1]);

async function countIn(state: string): Promise<number> {
  const [found] = await sql<{ count: number }[]>`
    select count(*)::int as count from mails where company_id = ${companyId} and state = ${state}`;
  return found?.count ?? 0;
}

/** How many mails the node says that it has sent. */
async function countedByNode(): Promise<number> {
  const answer = await fetch(`${place.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const line = /^transit_mail_attempts_total\{outcome="sent"\} (\d+)$/m.exec(await answer.text());
  return Number(line?.[1] ?? 0);
}

test(`kill -9 during sending, ${ROUNDS} rounds: no mail is lost, and none is sent twice without need`, async (t) => {
  /** Mails that a killed process had claimed and not settled. Only these may arrive twice. */
  const open = new Set<number>();
  for (let round = 0; round < ROUNDS; round++) {
    for (let index = 0; index < MAILS_PER_ROUND; index++)
      await queueInvitation(sql, companyId, `person-${round}-${index}@example.com`);
    const goal = server.received.length + 1 + Math.floor(Math.random() * (MAILS_PER_ROUND - 8));
    const node = beginServing(place, {}, '--role', 'worker');
    await until('some are sent', () => {
      if (!node.isRunning()) throw new Error(node.stderr());
      return server.received.length >= goal;
    });
    await node.killHard();
    const claimed = await sql<{ id: number }[]>`
      select id from mails where company_id = ${companyId} and state = 'sending'`;
    for (const { id } of claimed) open.add(id);
    // The claims of the dead process end.
    await letTimePass(sql, companyId, '6 minutes');
  }
  const sentBefore = await countIn('sent');
  const last = beginServing(place, {}, '--role', 'worker');
  await until('all are sent', async () => (await countIn('sent')) === ROUNDS * MAILS_PER_ROUND);
  const left = ROUNDS * MAILS_PER_ROUND - sentBefore;
  await until('the node has counted them', async () => (await countedByNode()) >= left);
  await last.stop();

  const times = new Map<number, number>();
  for (const id of receivedIds()) times.set(id, (times.get(id) ?? 0) + 1);
  const twice = [...times].filter(([, count]) => count > 1);
  const summary = `${ROUNDS} kills, ${times.size} mails of ${ROUNDS * MAILS_PER_ROUND} arrived, ${open.size} were being sent when their process died, ${twice.length} of those arrived twice`;
  t.diagnostic(summary);
  if (process.env['MAIL_CRASH_ROUNDS']) process.stdout.write(`${summary}\n`);
  assert.equal(times.size, ROUNDS * MAILS_PER_ROUND);
  assert.deepEqual(
    twice.filter(([id]) => !open.has(id)),
    [],
  );
});
