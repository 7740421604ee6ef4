import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { createIntegration } from '../../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { startPullWorker } from '../../../src/jobs/pull-worker.ts';
import { createSources } from '../../../src/rosters/pull/sources.ts';
import { KeptBodies } from '../../../src/rosters/receive/kept-body.ts';
import { makeCompany } from '../../hr-systems/people.ts';
import { startHrSystem } from '../../hr-systems/serve.ts';
import { until } from '../../pure/support/until.ts';
import { createPortalUser } from '../portal/portal.ts';
import { TODAY } from '../support/people.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany } from '../support/syncing-company.ts';
import { stopJustBefore } from '../support/test-database.ts';

/** Everything that the service writes to its log. */
const written: string[] = [];
const write = process.stderr.write;
process.stderr.write = (chunk: string | Uint8Array) => {
  written.push(String(chunk));
  return true;
};
after(() => {
  process.stderr.write = write;
});

const service = await createTestService({ LOG_LEVEL: 'trace', PULL_ALLOW_LOOPBACK: '1' });
const { app, database, config, secretKeys } = service;
const { sql } = database;

/** The right secret, and a wrong one that the HR system refuses. */
const SECRETS = ['papi-secret', 'canary-wrong-secret'];
/** Also as base64, hex and in a URL. */
const FORMS = SECRETS.flatMap((secret) => [
  secret,
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('hex'),
]);

const assertSilent = (where: string, text: string) => {
  for (const form of FORMS) assert.ok(!text.includes(form), `${where} contains ${form}`);
};

it('the credentials of a source are in no log, answer, event and row of any table, and so in no dump', async () => {
  const company = await createSyncingCompany(service);
  const { companyId } = company;
  const admin = await createPortalUser(service, companyId);
  const server = await startHrSystem('personio', { company: makeCompany({ people: 10, today: TODAY }) });
  const worker = startPullWorker({
    ...{ database, limits: config.rosterLimits, keptBodies: new KeptBodies(), log: app.log },
    sources: createSources({ config, secretKeys, pause: async () => {} }),
    onAccepted: () => {},
  });
  stopJustBefore(database, async () => {
    await worker.stop(0);
    await server.close();
  });
  const id = await createIntegration(sql, companyId, OPERATOR, { name: 'HR', type: 'hr-integration' });
  const answers: string[] = [];
  const say = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
    const answer = await admin.send(path, { method, ...(body && { body }) });
    answers.push(JSON.stringify(answer.headers), answer.body);
    return answer.json();
  };
  const seen = async (asked: Promise<{ statusCode: number; body: string }>) => {
    const { statusCode, body } = await asked;
    assert.equal(statusCode, 200, body);
    answers.push(body);
  };
  const to = `/integrations/${id}`;
  const enter = (clientSecret: string) =>
    say('PUT', `${to}/source/draft`, {
      system: 'personio',
      values: { ...server.credentials, clientSecret, baseUrl: server.url },
    });
  const test = () => say('POST', `${to}/source/draft/test`, { showsValues: true });
  const pull = async (): Promise<string> => {
    const { syncId } = (await say('POST', `${to}/pulls`, { purpose: 'roster' })).data;
    const statusOf = async () => (await say('GET', `${to}/pulls/${syncId}`)).data.status;
    await until('the pull is over', async () => !['queued', 'fetching'].includes(await statusOf()));
    return await statusOf();
  };
  const use = () => say('POST', `${to}/source/draft/activate`, { schedule: 'manual' });

  await enter('canary-wrong-secret');
  assert.equal((await test()).data.problem.code, 'source-unauthorised');
  await enter('papi-secret');
  const { guesses } = (await test()).data.survey;
  await say('PUT', `${to}/source/draft/mapping`, { fields: guesses, absenceTypes: [] });
  await use();
  assert.equal(await pull(), 'accepted');
  await company.work();
  await enter('canary-wrong-secret');
  await use();
  assert.equal(await pull(), 'failed');

  for (const path of ['/source', '', '/attempts', '/syncs']) await say('GET', `${to}${path}`);
  for (const path of [
    '/integrations',
    '/overview',
    '/audit-log',
    '/audit-log.csv',
    '/employees.csv',
    '/source-systems',
  ])
    await seen(admin.send(path));
  for (const path of [`/hr-integrations/${id}`, '/hr-integrations', '/events']) await seen(company.get(path));
  for (const answer of answers) assertSilent('an answer', answer);
  assert.ok(written.length > 0);
  assertSilent('the log', written.join(''));

  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' order by 1`;
  assert.ok(tables.some(({ name }) => name === 'hr_sources'));
  for (const { name } of tables) {
    const rows = await sql<{ row: string }[]>`select t::text as row from ${sql(name)} t`;
    assertSilent(name, rows.map(({ row }) => row).join('\n'));
  }
  assert.ok(server.requests.length > 0);
});
