import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emit } from '../../../src/domain/events/emit.ts';
import { numberEvents } from '../../../src/domain/events/number-events.ts';
import { createMetrics } from '../../../src/http/metrics/metrics.ts';
import { MAX_INTEGRATIONS } from '../../../src/http/metrics/metrics-state.ts';
import { JOBS } from '../../../src/jobs/jobs.ts';
import { until } from '../../pure/support/until.ts';
import { newCompany, queueInvitation, senderOn } from '../notifications/mail/mails.ts';
import { withoutRequest } from '../support/problem.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';

const TOKEN = 'a-token-for-prometheus';
const service = await createTestService({ METRICS_TOKEN: TOKEN });
const silent = await createTestService({}, service.database);

const scrape = (app = service.app, token = TOKEN) =>
  app.inject({ method: 'GET', url: '/metrics', headers: { authorization: `Bearer ${token}` } });

function figureOf(text: string, name: string): number {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `) || each.startsWith(`${name}{`));
  assert.ok(line, `${name} is there`);
  return Number(line.slice(line.lastIndexOf(' ')));
}

test('metrics need the token, and without a configured token the route does not exist', async () => {
  const unknown = await service.app.inject({ method: 'GET', url: '/there-is-no-such-route' });
  for (const answer of [await scrape(service.app, 'a-wrong-token-of-any-kind'), await scrape(silent.app)]) {
    assert.equal(answer.statusCode, 404);
    assert.deepEqual(withoutRequest(answer.body), withoutRequest(unknown.body));
  }
  const answer = await scrape();
  assert.equal(answer.statusCode, 200);
  assert.match(String(answer.headers['content-type']), /^text\/plain; version=0\.0\.4/);
});

test('every known series is there from the start, so that an increase shows the first failure of a node', async () => {
  const body = await createMetrics(service.database.sql, {
    certificates: [{ name: 'apple-pass', validUntil: new Date(Date.now() + 40 * 86_400_000) }],
  }).read();
  const labelsOf = (name: string) =>
    body
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`) && line.endsWith(' 0'))
      .map((line) => line.slice(name.length + 1, line.lastIndexOf('}')));
  const expected = {
    transit_sync_run_seconds_count: ['succeeded', 'held', 'failed', 'to be tried again'],
    transit_mail_attempts_total: ['sent', 'kept', 'refused', 'expired', 'dropped', 'postponed'],
    transit_webhook_requests_total: ['delivered', 'failed'],
  };
  for (const [name, outcomes] of Object.entries(expected))
    assert.deepEqual(
      labelsOf(name),
      outcomes.map((outcome) => `outcome="${outcome}"`),
    );
  const codes = labelsOf('transit_sync_refused_total');
  for (const code of [
    'invalid-values',
    'sync-id-reused',
    'key-expired',
    'source-unreachable',
    'internal-error',
  ])
    assert.ok(codes.includes(`code="${code}"`), code);
  assert.ok(!codes.includes('code="busy"'), 'is never recorded');
  assert.equal(labelsOf('transit_pass_update_attempts_total').length, 6);
  assert.deepEqual(
    labelsOf('transit_http_server_errors_total'),
    ['500', '502', '503'].map((status) => `status="${status}"`),
  );
  assert.equal(figureOf(body, 'transit_sync_large_offboardings_total'), 0);
  const left = figureOf(body, 'transit_certificate_expires_seconds{certificate="apple-pass"}');
  assert.ok(Math.abs(left / 86_400 - 40) < 0.1);
});

test('metrics show how many rosters wait, for how long, and which integrations have stopped sending', async () => {
  const company = await createSyncingCompany(service);
  await company.submit([entry('A')]);
  const waiting = (await scrape()).body;
  assert.equal(figureOf(waiting, 'transit_sync_unfinished_runs'), 1);
  assert.ok(figureOf(waiting, 'transit_sync_oldest_unfinished_seconds') > 0);
  await company.work();
  assert.equal(figureOf((await scrape()).body, 'transit_silent_integrations'), 0);
  await company.set({ expectEvery: '24h' });
  await company.sql`update sync_runs set accepted_at = now() - interval '28 hours'
    where company_id = ${company.companyId}`;
  await company.sql`update hr_integrations set connected_at = now() - interval '28 hours'
    where company_id = ${company.companyId}`;
  await JOBS['watch-integrations']({
    sql: company.sql,
    log: { info: () => {}, error: (values) => assert.fail(JSON.stringify(values)) },
    signal: new AbortController().signal,
  });
  const done = (await scrape()).body;
  assert.equal(figureOf(done, 'transit_sync_unfinished_runs'), 0);
  assert.equal(figureOf(done, 'transit_sync_oldest_unfinished_seconds'), 0);
  assert.equal(figureOf(done, 'transit_silent_integrations'), 1);
  assert.equal(figureOf(done, 'transit_connected_integrations'), 1);
  assert.ok(figureOf(done, 'transit_newest_roster_seconds') > 27 * 3600);
  const labels = `{company="${company.companyId}",integration="${company.integrationId}"}`;
  assert.equal(figureOf(done, `transit_integration_silent${labels}`), 1);
  assert.equal(figureOf(done, `transit_integration_rosters_total${labels}`), 1);
  assert.ok(figureOf(done, `transit_integration_newest_roster_seconds${labels}`) > 27 * 3600);
  assert.equal(figureOf(done, 'transit_database_up'), 1);
});

test('metrics count refused rosters by their code, tickets, and events without a number', async () => {
  const company = await createSyncingCompany(service);
  const before = (await scrape()).body;
  await company.submit([{ hrId: 'A' }]);
  await company.send(`/hr-integrations/${company.integrationId}/sync`, '{');
  await company.sync([entry('A'), entry('B')]);
  await company.clock('2026-12-01');
  await JOBS['issue-due-tickets']({
    sql: company.sql,
    log: { info: () => {}, error: (values) => assert.fail(JSON.stringify(values)) },
    signal: new AbortController().signal,
  });
  await company.sql.begin((tx) => emit(tx, company.companyId, 'document.created', [{ documentId: 1 }]));
  const after = (await scrape()).body;
  assert.equal(figureOf(after, 'transit_sync_refused_total{code="invalid-values"}'), 1);
  assert.equal(figureOf(after, 'transit_sync_refused_total{code="malformed-request"}'), 1);
  const issued = 'transit_tickets_issued_total';
  assert.equal(figureOf(after, issued) - figureOf(before, issued), 2);
  assert.ok(figureOf(after, 'transit_events_unnumbered') > figureOf(before, 'transit_events_unnumbered'));
  await numberEvents(company.sql, company.companyId);
  const [left] = await company.sql<{ count: number }[]>`select count(*) from events where number is null`;
  assert.equal(figureOf((await scrape()).body, 'transit_events_unnumbered'), left?.count);
});

test('metrics show the mails that wait, are deferred, are planned and are being sent, and count the attempts', async () => {
  const { sql } = service.database;
  const companyId = await newCompany(sql);
  const ids: number[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e'])
    ids.push(await queueInvitation(sql, companyId, `${name}@example.com`));
  const [waiting, deferred, planned, sending] = ids;
  await sql`update mails set due_at = now() - interval '20 minutes' where id = ${waiting ?? 0}`;
  await sql`update mails set due_at = now() + interval '5 minutes', attempts = 1 where id = ${deferred ?? 0}`;
  await sql`update mails set due_at = now() + interval '5 minutes' where id = ${planned ?? 0}`;
  await sql`update mails set state = 'sending', claim_ends_at = now() + interval '5 minutes' where id = ${sending ?? 0}`;
  const { body } = await scrape();
  const queue = (state: string) => figureOf(body, `transit_mail_queue{state="${state}"}`);
  assert.deepEqual([queue('waiting'), queue('deferred'), queue('scheduled'), queue('sending')], [2, 1, 1, 1]);
  const oldest = figureOf(body, 'transit_mail_oldest_waiting_seconds');
  assert.ok(oldest >= 1200 && oldest < 1800, `${oldest} s`);

  const metrics = createMetrics(sql);
  const sender = senderOn(sql, undefined, { onOutcome: metrics.countMail });
  sender.start();
  await until('both are kept', async () => {
    const left = await sql`select from mails where state = 'queued' and due_at <= now()`;
    return left.length === 0;
  });
  await sender.stop(1_000);
  const after = await metrics.read();
  assert.equal(figureOf(after, 'transit_mail_attempts_total{outcome="kept"}'), 2);
  assert.equal(figureOf(after, 'transit_mail_queue{state="waiting"}'), 0);
  assert.equal(figureOf(after, 'transit_mail_oldest_waiting_seconds'), 0);
});

test('a scrape is answered while the database hangs, and scrapes take one connection', async () => {
  const { sql } = service.database;
  const metrics = createMetrics(sql, { patienceMs: 100 });
  const isUp = async () => figureOf(await metrics.read(), 'transit_database_up') === 1;
  await until('the database answers', isUp);
  await sql.begin(async (tx) => {
    await tx`lock table sync_runs in access exclusive mode`;
    const waiting = async () => {
      const readings = await tx`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like '%from sync_runs%'`;
      return readings.length;
    };
    assert.equal(await isUp(), false);
    await until('a reading waits', async () => (await waiting()) > 0);
    assert.deepEqual(await Promise.all([isUp(), isUp(), isUp()]), [false, false, false]);
    assert.equal(await waiting(), 1);
  });
  await until('the database answers again', isUp);
});

test('the number of integrations with metrics of their own is bounded', async () => {
  const company = await createSyncingCompany(service);
  await company.sql`
    insert into hr_integrations (company_id, name, type)
    select ${company.companyId}, 'HR ' || number, 'api-integration' from generate_series(1, 600) number`;
  const { body } = await scrape();
  assert.equal(body.match(/^transit_integration_silent\{/gm)?.length, MAX_INTEGRATIONS);
  assert.ok(figureOf(body, 'transit_connected_integrations') > 600);
});

test('metrics count requests by route pattern, never by address', async () => {
  const company = await createSyncingCompany(service);
  await company.get('/employees/4711');
  await company.get('/employees?search=Quintessa');
  const { body } = await scrape();
  assert.match(
    body,
    /transit_http_request_seconds_count\{method="GET",route="\/employees\/:id",status="404"\} \d/,
  );
  // Between slashes or quotes: figures may contain the same digits.
  assert.doesNotMatch(body, /\/4711|"4711"|Quintessa/);
});
