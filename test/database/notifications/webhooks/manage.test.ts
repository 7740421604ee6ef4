import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createCompany } from '../../../../src/company/companies/create-company.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { SHOWN_TYPES } from '../../../../src/domain/events/event-types.ts';
import { OLD } from '../../../../src/jobs/delete-old-records.ts';
import { createWebhook } from '../../../../src/notifications/webhooks/create-webhook.ts';
import { replayEvents } from '../../../../src/notifications/webhooks/replay-events.ts';
import { resealWebhookSecrets } from '../../../../src/notifications/webhooks/secrets.ts';
import { setWebhook } from '../../../../src/notifications/webhooks/set-webhook.ts';
import { testWebhook } from '../../../../src/notifications/webhooks/test-webhook.ts';
import { createWebhooks, type Webhooks } from '../../../../src/notifications/webhooks/webhooks.ts';
import { AppError } from '../../../../src/platform/errors.ts';
import { until } from '../../../pure/support/until.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { timePasses } from '../../support/time-passes.ts';
import { SECRET_KEYS, startTestSender, testWebhooks, WebhookCompany } from './webhooks.ts';

const database = await createTestDatabase();
const { sql } = database;
const webhooks = testWebhooks();
const strict = createWebhooks({
  config: { baseUrl: 'https://tickets.example.com', webhooksAllowLoopback: false },
  secretKeys: SECRET_KEYS,
});
startTestSender(database, webhooks);

async function create(companyId: number, url: string, on: Webhooks = strict) {
  return await sql.begin((tx) => createWebhook(tx, companyId, OPERATOR, { url, eventTypes: null }, on));
}

it('an address that can never be sent to is refused when it is entered', async () => {
  const { id } = await createCompany(sql, OPERATOR, { name: 'Beispiel GmbH' });
  for (const url of [
    'hr.example.com',
    'ftp://hr.example.com',
    'http://hr.example.com',
    'https://user:secret@hr.example.com',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/',
    'https://db.localhost./',
    `https://hr.example.com/${'x'.repeat(2000)}`,
  ])
    await assert.rejects(
      create(id, url),
      (error) => error instanceof AppError && error.code === 'invalid-values',
      url,
    );
  assert.equal((await create(id, 'HTTPS://HR.example.com:443/a b')).url, 'https://hr.example.com/a%20b');
  assert.equal((await create(id, 'http://127.0.0.1:9/', webhooks)).state, 'active');
});

it('a company has at most twenty webhooks, also if they are created at the same time', async () => {
  const { id } = await createCompany(sql, OPERATOR, { name: 'Beispiel GmbH' });
  const results = await Promise.allSettled(
    Array.from({ length: 25 }, () => create(id, 'https://hr.example.com/')),
  );
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 20);
});

it('the secret is stored encrypted, for its own endpoint only', async () => {
  const { id } = await createCompany(sql, OPERATOR, { name: 'Beispiel GmbH' });
  const made = await create(id, 'https://hr.example.com/');
  assert.match(made.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  const [row] = await sql<
    { sealed: string }[]
  >`select sealed from webhook_secrets where endpoint_id = ${made.id}`;
  assert(row && !row.sealed.includes(made.secret.slice(6)));
  assert.equal(webhooks.seal.open(row.sealed, `company ${id} webhook ${made.id}`), made.secret);
  assert.equal(webhooks.seal.open(row.sealed, `company ${id} webhook ${made.id + 1}`), undefined);
  const [log] =
    await sql`select details from audit_log where company_id = ${id} and action = 'webhook-created'`;
  assert.deepEqual(log?.['details'], { host: 'hr.example.com' });
});

it('a start with a new SECRET_KEY in front encrypts the secrets again; without the old one they cannot be used', async () => {
  const company = await WebhookCompany.create(sql, webhooks);
  const newer = 'vutsrqponmlkjihgfedcba9876543210';
  const config = { baseUrl: 'https://tickets.example.com', webhooksAllowLoopback: true };
  const both = createWebhooks({ config, secretKeys: [newer, ...SECRET_KEYS] });
  const alone = createWebhooks({ config, secretKeys: [newer] });
  assert.ok((await resealWebhookSecrets(sql, alone.seal)).includes(company.companyId));
  const unreadable = await testWebhook(sql, company.companyId, company.id, alone);
  assert.deepEqual([unreadable.outcome, unreadable.problem], ['failed', 'secret-unreadable']);
  assert.deepEqual(await resealWebhookSecrets(sql, both.seal), []);
  assert.equal((await testWebhook(sql, company.companyId, company.id, alone)).outcome, 'delivered');
  assert.equal(company.receiver.forged, 0);
});

it('a test is sent at once, is signed, is logged, and changes no state', async () => {
  const company = await WebhookCompany.create(sql, webhooks);
  await sql.begin((tx) =>
    setWebhook(tx, company.companyId, company.id, OPERATOR, { enabled: false }, webhooks),
  );
  const sent = await testWebhook(sql, company.companyId, company.id, webhooks);
  assert.deepEqual([sent.outcome, sent.status, sent.kind], ['delivered', 204, 'test']);
  const [received] = company.receiver.received;
  assert.equal(String(received?.event.type), 'webhook.test');
  company.receiver.answer = () => 500;
  assert.equal((await testWebhook(sql, company.companyId, company.id, webhooks)).status, 500);
  assert.equal((await company.read()).state, 'off');
  await company.receiver.close();
  const failed = await testWebhook(sql, company.companyId, company.id, webhooks);
  assert.deepEqual([failed.outcome, failed.problem], ['failed', 'unreachable']);
  assert.equal((await company.deliveries()).length, 3);
});

it('a test can be an example of every type, also of one that the endpoint does not want', async () => {
  const company = await WebhookCompany.create(sql, webhooks, ['sync.failed']);
  for (const type of SHOWN_TYPES) await testWebhook(sql, company.companyId, company.id, webhooks, type);
  const { received, forged } = company.receiver;
  assert.deepEqual(
    received.map(({ event }) => event.type),
    SHOWN_TYPES,
  );
  assert.equal(forged, 0);
  assert.ok(received.every(({ messageId, event }) => messageId.startsWith('test_') && event.id === 0));
  const issued = received.find(({ event }) => event.type === 'tickets.issued')?.event;
  assert.partialDeepStrictEqual(issued, {
    data: { count: 1_200, month: '2026-12' },
    _links: { list: { href: 'https://tickets.example.com/employees?ticketMonth=2026-12' } },
  });
});

it('a replay sends events once more with the same id, new events first, and one that fails does not disable the endpoint', async () => {
  const company = await WebhookCompany.create(sql, webhooks);
  await company.emit(10);
  await company.untilDelivered();
  const replay = (from: number, to?: number) =>
    sql.begin((tx) => replayEvents(tx, company.companyId, company.id, OPERATOR, { from, to }));
  assert.equal(await replay(4, 4), 1);
  await until('it is sent', () => company.receiver.received.length === 11);
  assert.equal(company.receiver.received[10]?.messageId, company.receiver.received[3]?.messageId);
  assert.equal(company.receiver.received[10]?.body, company.receiver.received[3]?.body);
  assert.equal(await replay(8), 3);
  await until('they are sent', () => company.receiver.received.length === 14);
  assert.deepEqual(
    company.receiver.received.slice(11).map(({ event }) => event.id),
    [8, 9, 10],
  );
  await until('the replay is finished', async () => (await sql`select from webhook_replays`).length === 0);
  await assert.rejects(replay(11), /No event with these numbers/);

  company.receiver.answer = ({ event }) => (event.id <= 10 ? 500 : 204);
  await replay(1, 2);
  const failed = async () =>
    (await company.deliveries()).filter(({ outcome }) => outcome === 'failed').length;
  await until('it has failed', async () => (await failed()) === 1);
  assert.equal((await company.read()).state, 'active');
  await company.emit(2);
  await company.untilDelivered();
  await company.pass('10 seconds');
  await until('it is retried', async () => (await failed()) === 2);
  await company.pass('4 days');
  await until('it is given up', async () => (await sql`select from webhook_replays`).length === 0);
  assert.equal((await company.read()).state, 'active');
  await sql.begin((tx) =>
    setWebhook(tx, company.companyId, company.id, OPERATOR, { enabled: false }, webhooks),
  );
  await assert.rejects(replay(1), /switched off/);
});

it('requests are logged for 30 days', async () => {
  const company = await WebhookCompany.create(sql, webhooks);
  await company.emit(3);
  await company.untilDelivered();
  await timePasses(sql, company.companyId, '31 days', { webhook_deliveries: ['at'] }, 'event_number < 3');
  assert.equal(await OLD.deliveries.deletePart(sql, company.companyId, 30, 100), 2);
  assert.deepEqual(
    (await company.deliveries()).map(({ eventNumber }) => eventNumber),
    [3],
  );
});
