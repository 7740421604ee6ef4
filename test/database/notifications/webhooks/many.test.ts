import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { startWebhookSender } from '../../../../src/jobs/webhook-sender.ts';
import { createWebhook } from '../../../../src/notifications/webhooks/create-webhook.ts';
import { startDnsServer } from '../../../pure/support/dns-server.ts';
import { until } from '../../../pure/support/until.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { startTestSender, testWebhooks, WebhookCompany } from './webhooks.ts';

const [forSlow, forNames, forMany, forNodes, forStop] = await Promise.all(
  Array.from({ length: 5 }, () => createTestDatabase()),
);
assert(forSlow && forNames && forMany && forNodes && forStop);

describe('webhooks of many endpoints', () => {
  it('a receiver that never answers delays no other, however few slots there are', async () => {
    const webhooks = testWebhooks(60);
    const silent: WebhookCompany[] = [];
    for (let count = 0; count < 6; count++) {
      const company = await WebhookCompany.create(forSlow.sql, webhooks);
      company.receiver.answer = () => 'later';
      await company.emit(10);
      silent.push(company);
    }
    const quick: WebhookCompany[] = [];
    for (let count = 0; count < 3; count++) {
      const company = await WebhookCompany.create(forSlow.sql, webhooks);
      quick.push(company);
    }
    // Each has shown that it answers at once.
    await forSlow.sql`
      update webhook_endpoints set is_slow = false where company_id = any(${quick.map(({ companyId }) => companyId)}::bigint[])`;
    const sender = startTestSender(forSlow, webhooks, { slots: 2 });
    await until(
      'slow slots are taken',
      () => silent.filter(({ receiver }) => receiver.received.length === 1).length === 2,
    );
    for (const company of quick) await company.emit(300);
    for (const company of quick) await company.untilDelivered();
    assert.equal(
      silent.filter(({ receiver }) => receiver.received.length > 0).length,
      2,
      'they wait for each other',
    );
    assert.deepEqual(sender.errors, []);
  });

  it('names whose DNS server never answers delay nobody, and are tried again later', async () => {
    const dns = await startDnsServer((name) => (name.endsWith('silent.example') ? 'silence' : '127.0.0.1'));
    after(() => dns.close());
    const webhooks = testWebhooks(undefined, [dns.address]);
    const silent = await WebhookCompany.create(forNames.sql, webhooks, null, 'first.silent.example');
    for (let count = 0; count < 11; count++) {
      const given = { url: `http://${count}.silent.example/`, eventTypes: null };
      await forNames.sql.begin((tx) => createWebhook(tx, silent.companyId, OPERATOR, given, webhooks));
    }
    await silent.emit(1);
    const other = await WebhookCompany.create(forNames.sql, webhooks, null, 'hook.example.com');
    const sender = startTestSender(forNames, webhooks, { slots: 8 });
    await until('the silent names are asked for', () =>
      dns.asked.some((name) => name.endsWith('silent.example')),
    );
    await other.emit(10);
    await other.untilDelivered();
    assert.equal(await silent.countDeliveries(), 0, 'no silent name has been given up meanwhile');
    await until('the first one has failed', async () => (await silent.countDeliveries()) === 1);
    const [failed] = await silent.deliveries();
    assert.deepEqual([failed?.outcome, failed?.problem], ['failed', 'unknown-host']);
    assert.equal((await silent.read()).state, 'failing');
    assert.deepEqual(sender.errors, []);
  });

  it('thousands of waiting events leave the memory as it was, and companies take turns', async () => {
    const [LARGE, SMALL] = [3_000, 200];
    const webhooks = testWebhooks();
    const companies: WebhookCompany[] = [];
    for (let count = 0; count < 10; count++) {
      const company = await WebhookCompany.create(forMany.sql, webhooks);
      await company.emit(count === 0 ? LARGE : SMALL);
      companies.push(company);
      // Only counts: what a receiver remembers must not be taken for memory of the sender.
      company.receiver.received.push = () => 0;
    }
    const [large, ...small] = companies;
    assert(large);
    const sender = startTestSender(forMany, webhooks, { slots: 2 });
    const counts = () => companies.map(({ receiver }) => receiver.accepted().length);
    await until('the small ones are done', () =>
      small.every(({ receiver }) => receiver.accepted().length === SMALL),
    );
    const left = LARGE - large.receiver.accepted().length;
    assert(left > LARGE / 2, `the large one is not done yet: ${counts()}`);
    const before = heapUsed();
    await until('all are done', () => large.receiver.accepted().length === LARGE);
    const grown = (heapUsed() - before) / left;
    assert(grown < 1_000, `the heap has grown by ${grown.toFixed()} bytes an event`);
    for (const company of companies) company.assertInOrder();
    assert.deepEqual(sender.errors, []);
  });

  it('several nodes never send to one endpoint at the same time', async () => {
    const webhooks = testWebhooks();
    const companies: WebhookCompany[] = [];
    let max = 0;
    for (let count = 0; count < 3; count++) {
      const company = await WebhookCompany.create(forNodes.sql, webhooks);
      let open = 0;
      company.receiver.answer = async () => {
        max = Math.max(max, ++open);
        await setImmediate();
        open -= 1;
        return 204;
      };
      companies.push(company);
    }
    const senders = Array.from({ length: 3 }, () => startTestSender(forNodes, webhooks));
    for (let round = 0; round < 2; round++) for (const company of companies) await company.emit(100);
    for (const company of companies) {
      await company.untilDelivered();
      assert.equal(company.receiver.received.length, 200, 'none twice');
    }
    assert.equal(max, 1);
    for (const { errors } of senders) assert.deepEqual(errors, []);
  });

  it('a sender that stops finishes its request, notes it, and leaves the rest to others', async () => {
    const webhooks = testWebhooks();
    const company = await WebhookCompany.create(forStop.sql, webhooks);
    const asked = Promise.withResolvers<() => void>();
    company.receiver.answer = (_received, count, response) => {
      if (count !== 3) return 204;
      asked.resolve(() => response.writeHead(204).end());
      return 'later';
    };
    await company.emit(100);
    const log = { info: () => {}, error: (values: object) => assert.fail(JSON.stringify(values)) };
    const sender = startWebhookSender({ server: forStop.server, webhooks, log, everyMs: 20 });
    const answer = await asked.promise;
    const stopped = sender.stop(60_000);
    answer();
    await stopped;
    assert.equal(company.receiver.received.length, 3);
    assert.equal(await company.lastNumber(), 3);
    const [row] = await forStop.sql`select claim from webhook_endpoints`;
    assert.equal(row?.['claim'], null);
    // A request that takes too long is cut off, and its event is sent again.
    company.receiver.answer = (_received, count) => (count === 4 ? 'later' : 204);
    const second = startWebhookSender({ server: forStop.server, webhooks, log, everyMs: 20 });
    await until('the fourth request has arrived', () => company.receiver.received.length === 4);
    await second.stop(0);
    assert.equal(await company.countDeliveries(), 3, 'no failed attempt is noted');
    startTestSender(forStop, webhooks);
    company.receiver.accepted().splice(2, 1, 3);
    await until('the rest is delivered', () => company.receiver.accepted().length === 100);
    company.assertInOrder();
  });
});

/** After a collection of garbage, so that only what is kept counts. */
function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
