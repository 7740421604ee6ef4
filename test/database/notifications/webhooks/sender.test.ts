import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { emit } from '../../../../src/domain/events/emit.ts';
import { deleteWebhook } from '../../../../src/notifications/webhooks/delete-webhook.ts';
import { rotateSecret } from '../../../../src/notifications/webhooks/rotate-secret.ts';
import { setWebhook } from '../../../../src/notifications/webhooks/set-webhook.ts';
import { until } from '../../../pure/support/until.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { startTestSender, testWebhooks, WebhookCompany } from './webhooks.ts';

const database = await createTestDatabase();
const { sql } = database;
const webhooks = testWebhooks();
const sender = startTestSender(database, webhooks);

const newCompany = () => WebhookCompany.create(sql, webhooks);

/** Waits for the next attempt, after the pause before it has passed. */
async function nextAttempt(company: WebhookCompany, interval: string): Promise<void> {
  const before = await company.countDeliveries();
  await company.pass(interval);
  await until('the next attempt is noted', async () => (await company.countDeliveries()) > before);
}

describe('webhooks', () => {
  it('deliver every event once and in order, in the shape of the feed', async () => {
    const company = await newCompany();
    await company.emit(250);
    await company.untilDelivered();
    assert.equal(company.receiver.received.length, 250);
    const [first] = company.receiver.received;
    assert(first);
    assert.partialDeepStrictEqual(first.event, {
      id: 1,
      type: 'ticket.issued',
      resource: 'event',
      data: { employeeId: 1 },
      _links: { employee: { href: 'https://tickets.example.com/employees/1', type: 'application/json' } },
    });
    assert.equal(first.headers['content-type'], 'application/json');
    assert.match(String(first.headers['user-agent']), /^transit-webhooks\//);
    const [logged] = await company.deliveries();
    assert.equal(logged?.status, 204);
    assert.equal(await company.countDeliveries(), 250);
  });

  it('deliver only the types that the endpoint wants, and skip the others for good', async () => {
    const company = await WebhookCompany.create(sql, webhooks, ['sync.failed']);
    await company.emit(120, 'ticket.issued');
    await company.emit(1, 'sync.failed');
    await company.emit(30, 'ticket.issued');
    await until('the endpoint is past all events', async () => (await company.lastNumber()) === 151);
    assert.deepEqual(company.receiver.accepted(), [121]);
  });

  it('deliver collected events to the endpoint that wants their type, under the type in the plural', async () => {
    const company = await WebhookCompany.create(sql, webhooks, ['ticket.issued']);
    const many = Array.from({ length: 1_001 }, (_, index) => ({ employeeId: index, month: '2026-12' }));
    await sql.begin(async (tx) => {
      await emit(tx, company.companyId, 'ticket.issued', many);
      await emit(tx, company.companyId, 'ticket.voided', many);
    });
    await until('the endpoint is past both events', async () => (await company.lastNumber()) === 2);
    assert.deepEqual(
      company.receiver.received.map(({ event }) => [event.type, event.data]),
      [['tickets.issued', { count: 1_001, month: '2026-12' }]],
    );
    assert.deepEqual(
      (await company.deliveries()).map(({ eventType }) => eventType),
      ['tickets.issued'],
    );
  });

  it('deliver nothing from before the endpoint was created', async () => {
    const company = await newCompany();
    await company.emit(3);
    const given = { url: company.receiver.url, eventTypes: null };
    const { createWebhook } = await import('../../../../src/notifications/webhooks/create-webhook.ts');
    const later = await sql.begin((tx) => createWebhook(tx, company.companyId, OPERATOR, given, webhooks));
    const [row] = await sql`select last_number from webhook_endpoints where id = ${later.id}`;
    assert.equal(row?.['last_number'], 3);
    await sql.begin((tx) => deleteWebhook(tx, company.companyId, later.id, OPERATOR));
    await company.untilDelivered();
  });

  it('of a receiver that fails every second time arrive in order, each retry with the same id and body', async () => {
    const company = await newCompany();
    company.receiver.answer = (_received, count) => (count % 2 === 1 ? 500 : 200);
    await company.emit(10);
    for (let event = 1; event <= 10; event++) {
      await until('the event has failed', async () => (await company.read()).state === 'failing');
      await company.pass('6 seconds');
      await until('it is delivered', () => company.receiver.accepted().length === event);
    }
    await company.untilDelivered();
    const { received } = company.receiver;
    assert.equal(received.length, 20);
    for (let index = 0; index < 20; index += 2) {
      assert.equal(received[index]?.messageId, received[index + 1]?.messageId);
      assert.equal(received[index]?.body, received[index + 1]?.body);
    }
    const log = (await company.deliveries()).map(({ attempt, outcome, status }) => [
      attempt,
      outcome,
      status,
    ]);
    const twice = [
      [1, 'failed', 500],
      [2, 'delivered', 200],
    ];
    assert.deepEqual(log, Array(10).fill(twice).flat(), 'attempts are counted from one for each event');
    assert.deepEqual((await company.deliveries())[0]?.answer, 'answer 500');
  });

  it('wait while the receiver is down for almost three days, and lose nothing', async () => {
    const company = await newCompany();
    company.receiver.answer = (_received, _count, response) => {
      response.destroy();
      return 'later';
    };
    await company.emit(5);
    await until('the first attempt is noted', async () => (await company.countDeliveries()) === 1);
    const pauses: number[] = [];
    for (;;) {
      const { nextAttemptAt, failingSince } = await company.read();
      assert(nextAttemptAt && failingSince);
      pauses.push(Math.round((nextAttemptAt.getTime() - Date.now()) / 1000));
      // Something new happens every now and then.
      if (pauses.length % 4 === 0) await company.emit(2);
      if (nextAttemptAt.getTime() - failingSince.getTime() > 71 * 3600 * 1000) break;
      await nextAttempt(company, `${pauses.at(-1)} seconds`);
    }
    assert(pauses.length > 12 && pauses.length < 30, `${pauses.length} attempts`);
    for (const [index, least] of [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 21_600, 21_600].entries()) {
      const pause = pauses[index] ?? 0;
      assert(pause >= least - 2 && pause <= least * 1.1 + 1, `pause ${index}: ${pause}`);
    }
    assert.deepEqual(new Set(company.receiver.received.map(({ messageId }) => messageId)).size, 1);
    company.receiver.answer = () => 200;
    await company.pass('7 hours');
    await company.untilDelivered();
    assert.equal((await company.read()).state, 'active');
    const problems = new Set((await company.deliveries()).map(({ problem }) => problem));
    assert.deepEqual([...problems], ['unreachable', null]);
  });

  it('disable an endpoint after three days of failures, with a line in the audit log, and go on when an admin switches it on', async () => {
    const company = await newCompany();
    company.receiver.answer = () => 500;
    await company.emit(3);
    await until('it fails', async () => (await company.read()).state === 'failing');
    await nextAttempt(company, '2 days 23 hours');
    assert.equal((await company.read()).state, 'failing');
    await nextAttempt(company, '1 hour');
    const disabled = await company.read();
    assert.deepEqual([disabled.state, disabled.disabledBecause], ['disabled', 'failing']);
    const log = await sql`
      select actor_type, action, subject_id, details from audit_log
      where company_id = ${company.companyId} and action = 'webhook-disabled'`;
    assert.equal(log.length, 1);
    assert.deepEqual([log[0]?.['actor_type'], log[0]?.['details']['reason']], ['system', 'failing']);
    await company.pass('1 day');
    await company.emit(2);
    assert.equal(company.receiver.accepted().length, 0);
    company.receiver.answer = () => 200;
    await sql.begin((tx) =>
      setWebhook(tx, company.companyId, company.id, OPERATOR, { enabled: true }, webhooks),
    );
    await company.untilDelivered();
    assert.equal((await company.read()).state, 'active');
  });

  it('disable an endpoint at once that answers 410', async () => {
    const company = await newCompany();
    company.receiver.answer = () => 410;
    await company.emit(2);
    await until('it is disabled', async () => (await company.read()).state === 'disabled');
    assert.equal((await company.read()).disabledBecause, 'gone');
    assert.equal(company.receiver.received.length, 1);
  });

  it('wait as long as Retry-After asks for, at most a day', async () => {
    for (const [status, header, least, max] of [
      [429, '7200', 7198, 7200],
      [503, new Date(Date.now() + 3_600_000).toUTCString(), 3590, 3600],
      [429, '9999999', 86_398, 86_400],
      [429, 'soon', 3, 6],
      [500, '7200', 3, 6],
    ] as const) {
      const company = await newCompany();
      company.receiver.answer = (_received, _count, response) => {
        response.writeHead(status, { 'retry-after': header }).end();
        return 'later';
      };
      await company.emit(1);
      await until('it fails', async () => (await company.read()).state === 'failing');
      const { nextAttemptAt } = await company.read();
      const seconds = ((nextAttemptAt?.getTime() ?? 0) - Date.now()) / 1000;
      assert(seconds > least - 60 && seconds <= max + 1, `${status} ${header}: ${seconds}`);
      await sql.begin((tx) => deleteWebhook(tx, company.companyId, company.id, OPERATOR));
    }
  });

  it('follow no redirect', async () => {
    const company = await newCompany();
    const other = await newCompany();
    company.receiver.answer = (_received, _count, response) => {
      response.writeHead(307, { location: other.receiver.url }).end();
      return 'later';
    };
    await company.emit(1);
    await until('it fails', async () => (await company.read()).state === 'failing');
    const [delivery] = await company.deliveries();
    assert.deepEqual([delivery?.status, delivery?.problem], [307, 'redirected']);
    assert.equal(other.receiver.received.length + other.receiver.forged, 0);
  });

  it('keep the first bytes of an answer only, also of one that is no text', async () => {
    const company = await newCompany();
    company.receiver.answer = (_received, _count, response) => {
      response.writeHead(200).end(Buffer.alloc(500_000, '\0ä'));
      return 'later';
    };
    await company.emit(3);
    await until('all are noted', async () => (await company.lastNumber()) === 3);
    const [delivery] = await company.deliveries();
    assert(delivery?.answer && delivery.answer.length <= 1024 && delivery.answer.startsWith('\uFFFDä'));
  });

  it('stop when an admin switches the endpoint off, and go on where they stopped', async () => {
    const company = await newCompany();
    const set = (enabled: boolean) =>
      sql.begin((tx) => setWebhook(tx, company.companyId, company.id, OPERATOR, { enabled }, webhooks));
    company.receiver.answer = (_received, count) => {
      if (count === 3) void set(false);
      return 204;
    };
    await company.emit(500);
    await until('it is off', async () => (await company.read()).state === 'off');
    await until('the sender has let it go', async () => {
      const [row] = await sql`select claim from webhook_endpoints where id = ${company.id}`;
      return row?.['claim'] === null;
    });
    const before = company.receiver.received.length;
    assert(before < 500, `${before}`);
    await set(true);
    await company.untilDelivered();
  });

  it('begin with the next event if an admin skips those that wait', async () => {
    const company = await newCompany();
    company.receiver.answer = () => 500;
    await company.emit(5);
    await until('it fails', async () => (await company.read()).state === 'failing');
    const change = { enabled: true, skipWaiting: true };
    company.receiver.answer = () => 200;
    await sql.begin((tx) => setWebhook(tx, company.companyId, company.id, OPERATOR, change, webhooks));
    await company.emit(2);
    await until('the new ones are noted', async () => (await company.lastNumber()) === 7);
    assert.deepEqual(company.receiver.accepted(), [6, 7]);
  });

  it('are signed with both secrets while one is replaced, and with the new one alone afterwards', async () => {
    const company = await newCompany();
    const older = company.receiver.secret;
    const rotate = () =>
      sql.begin((tx) => rotateSecret(tx, company.companyId, company.id, OPERATOR, 86_400, webhooks));
    const newer = await rotate();
    await company.emit(1);
    await company.untilDelivered();
    const signatures = (index: number) =>
      String(company.receiver.received[index]?.headers['webhook-signature']).split(' ');
    assert.equal(signatures(0).length, 2, 'the older secret still verifies');
    company.receiver.secret = newer.secret;
    await company.emit(1);
    await company.untilDelivered();
    assert.equal(signatures(1).length, 2);
    await company.pass('1 day');
    company.receiver.secret = older;
    await company.emit(1);
    await until('the older secret does not verify any more', () => company.receiver.forged === 1);
    company.receiver.secret = newer.secret;
    company.receiver.forged = 0;
    await company.pass('10 seconds');
    await company.untilDelivered();
    assert.equal(signatures(2).length, 1);
    await rotate();
    await rotate();
    await company.emit(1);
    await until('the first of three secrets does not verify', () => company.receiver.forged === 1);
  });

  it('survive the deletion of their endpoint during a request', async () => {
    const company = await newCompany();
    company.receiver.answer = async (_received, count) => {
      if (count === 1) await sql.begin((tx) => deleteWebhook(tx, company.companyId, company.id, OPERATOR));
      return 204;
    };
    await company.emit(200);
    await until('the endpoint is gone', async () => {
      const found = await sql`select from webhook_endpoints where id = ${company.id}`;
      return found.length === 0;
    });
    // A sender notices it with its next note, and sends at most 32 events until then.
    const other = await newCompany();
    await other.emit(1);
    await other.untilDelivered();
    assert(company.receiver.received.length <= 33, `${company.receiver.received.length}`);
  });

  it('caused no error', () => assert.deepEqual(sender.errors, []));
});
