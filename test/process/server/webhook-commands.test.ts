import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createCompany } from '../../../src/company/companies/create-company.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { emit } from '../../../src/domain/events/emit.ts';
import { commandLineOn } from '../../database/support/command-line.ts';
import { createTestDatabase } from '../../database/support/test-database.ts';
import { urlOf } from '../../database/support/test-server.ts';
import { until } from '../../pure/support/until.ts';
import { makePlace, serve } from '../support/program.ts';
import { startDocumentedReceiver } from '../support/webhook-program.ts';

const database = await createTestDatabase();
const { sql } = database;
const { run, runJson } = commandLineOn(database, { WEBHOOKS_ALLOW_LOOPBACK: '1' });
const { id } = await createCompany(sql, OPERATOR, { name: 'Beispiel GmbH' });
const ofCompany = ['--company', String(id)];

it('the operator manages webhooks, and the program of the documentation receives them', async () => {
  let secret = '';
  const receiver = await startDocumentedReceiver(() => secret);
  const types = ['--events', 'ticket.issued, sync.failed'];
  const made = await runJson('webhooks', 'create', ...ofCompany, '--url', receiver.url, ...types);
  assert.match(made.secret, /^whsec_/);
  assert.deepEqual([made.state, made.eventTypes], ['active', ['sync.failed', 'ticket.issued']]);
  secret = made.secret;
  const webhook = String(made.id);

  const unreachable = await run('webhooks', 'test', webhook);
  assert.equal(unreachable.code, 1);
  assert.match(unreachable.stdout, /^failed unreachable after \d+ ms$/m);
  const printed = await receiver.start();
  assert.match((await run('webhooks', 'test', webhook)).stdout, /^delivered 204 after \d+ ms$/m);
  await until('the test is printed', () => printed().includes('0 webhook.test'));

  const place = await makePlace({
    DATABASE_URL: urlOf(database.server.target),
    SECRET_KEY: 'Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U',
    WEBHOOKS_ALLOW_LOOPBACK: '1',
    METRICS_TOKEN: 'token of the test',
  });
  const worker = await serve(place, {}, '--role', 'worker');
  await sql.begin((tx) => emit(tx, id, 'ticket.issued', [{ employeeId: 7 }]));
  await sql.begin((tx) => emit(tx, id, 'employee.added', [{ employeeId: 8 }]));
  await until('the event is printed', () => printed().includes('1 ticket.issued { employeeId: 7 }'));
  assert.doesNotMatch(printed(), /employee\.added/);
  await until(
    'the delivery is noted',
    async () => (await runJson('webhooks', 'deliveries', webhook)).length === 3,
  );

  const metrics = await fetch(`${place.url}/metrics`, {
    headers: { authorization: 'Bearer token of the test' },
  });
  const figures = await metrics.text();
  assert.match(figures, /^transit_webhook_requests_total\{outcome="delivered"\} 1$/m);
  assert.match(figures, /^transit_webhook_endpoints\{state="active"\} 1$/m);
  assert.match(figures, /^transit_webhook_oldest_undelivered_seconds 0$/m);

  assert.match(
    (await run('webhooks', 'replay', webhook, '--event', '1')).stdout,
    /^1 events are sent once more\.$/m,
  );
  await until(
    'the replay is noted',
    async () => (await runJson('webhooks', 'deliveries', webhook)).length === 4,
  );
  const requests = await run('webhooks', 'deliveries', webhook);
  assert.match(requests.stdout, /ticket\.issued +replay +1 +delivered 204 +\d+ ms/);
  const failed = await runJson('webhooks', 'deliveries', webhook, '--failed');
  assert.deepEqual(
    failed.map(({ problem }: { problem: string }) => problem),
    ['unreachable'],
  );
  await worker.stop();

  const rotated = await runJson('webhooks', 'rotate', webhook, '--overlap', '0s');
  assert.notEqual(rotated.secret, made.secret);
  assert.match((await run('webhooks', 'test', webhook)).stdout, /^failed 400/m);

  const off = await runJson('webhooks', 'set', webhook, '--enabled', 'off', '--events', 'all');
  assert.deepEqual([off.state, off.eventTypes], ['off', null]);
  assert.match(
    (await run('webhooks', 'list', ...ofCompany)).stdout,
    new RegExp(`^${webhook} +http\\S+ +all +off +0 `, 'm'),
  );
  assert.match((await run('webhooks', 'replay', webhook, '--from', '1')).stderr, /switched off/);
  const on = await runJson('webhooks', 'set', webhook, '--enabled', 'on', '--skip-waiting');
  assert.deepEqual([on.state, on.waiting], ['active', 0]);

  assert.match((await run('webhooks', 'delete', webhook)).stderr, /Repeat the command with --yes/);
  assert.equal((await run('webhooks', 'delete', webhook, '--yes')).code, 0);
  assert.deepEqual(await runJson('webhooks', 'list', ...ofCompany), []);
  const log = await sql<{ action: string }[]>`
    select action from audit_log where company_id = ${id} and action like 'webhook%' order by id`;
  assert.deepEqual(
    log.map(({ action }) => action),
    [
      'webhook-created',
      'webhook-replayed',
      'webhook-secret-rotated',
      'webhook-changed',
      'webhook-changed',
      'webhook-deleted',
    ],
  );
});

it('wrong values are refused with a sentence', async () => {
  const create = (url: string, ...more: string[]) =>
    run('webhooks', 'create', ...ofCompany, '--url', url, ...more);
  assert.match(
    (await create('https://10.0.0.1/')).stderr,
    /must not be a private, loopback or link-local address/,
  );
  assert.match((await create('nowhere')).stderr, /must be an https address/);
  assert.match(
    (await create('https://a.example', '--events', 'ticket.lost')).stderr,
    /must be all, or a list of/,
  );
  assert.match((await run('webhooks', 'test', '999999')).stderr, /There is no webhook 999999/);
  assert.match((await run('webhooks', 'set', '1')).stderr, /Say what to set/);
  assert.match((await run('webhooks', 'replay', '1')).stderr, /Give either --event/);
});

it('loopback addresses are refused without the variable, which production refuses', async () => {
  const plain = commandLineOn(database);
  const create = ['webhooks', 'create', ...ofCompany, '--url', 'http://127.0.0.1:9/'];
  assert.match((await plain.run(...create)).stderr, /must not be a private, loopback/);
  const production = commandLineOn(database, { WEBHOOKS_ALLOW_LOOPBACK: '1', TRANSIT_ENV: 'production' });
  assert.match((await production.run(...create)).stderr, /WEBHOOKS_ALLOW_LOOPBACK is for staging/);
});
