import assert from 'node:assert/strict';
import { test } from 'node:test';
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
    assert.equal(answer.body, unknown.body);
  }
  const answer = await scrape();
  assert.equal(answer.statusCode, 200);
  assert.match(String(answer.headers['content-type']), /^text\/plain; version=0\.0\.4/);
});

test('metrics show how many rosters wait, for how long, and which integrations have stopped sending', async () => {
  const company = await createSyncingCompany(service);
  await company.submit([entry('A')]);
  const waiting = (await scrape()).body;
  assert.equal(figureOf(waiting, 'transit_sync_unfinished_runs'), 1);
  assert.ok(figureOf(waiting, 'transit_sync_oldest_unfinished_seconds') > 0);
  await company.work();
  await company.sql`update sync_runs set accepted_at = now() - interval '49 hours'
    where company_id = ${company.companyId}`;
  const done = (await scrape()).body;
  assert.equal(figureOf(done, 'transit_sync_unfinished_runs'), 0);
  assert.equal(figureOf(done, 'transit_sync_oldest_unfinished_seconds'), 0);
  assert.equal(figureOf(done, 'transit_silent_integrations'), 1);
  assert.equal(figureOf(done, 'transit_database_up'), 1);
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
  assert.doesNotMatch(body, /4711|Quintessa/);
});
