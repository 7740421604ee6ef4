import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setIntegration } from '../../../src/company/integrations/set-integration.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { stagedEntries } from '../../../src/people/privacy/staged-entries-sql.ts';
import { runCommand } from '../support/command-line.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';
import { refusalOf } from './upload-refusals.ts';

const service = await createTestService();
const { sql } = service.database;
const url = await service.app.listen({ port: 0, host: '127.0.0.1' });
const folder = mkdtempSync(join(tmpdir(), 'transit-outdated-'));
after(() => rmSync(folder, { recursive: true }));

let syncs = 0;

async function createCompany() {
  const company = await createSyncingCompany(service);
  const path = `/hr-integrations/${company.integrationId}`;
  /** Sends a roster of these people that follows the version. */
  const send = (ifMatch: string | undefined, hrIds: readonly string[], syncId = `outdated-${++syncs}`) =>
    company.send(
      `${path}/sync`,
      { syncId, employees: hrIds.map((hrId) => entry(hrId)) },
      ifMatch === undefined ? {} : { 'if-match': ifMatch },
    );
  const versions = async () => {
    const { statusCode, headers } = await company.get(path);
    return [statusCode, headers['etag'], headers['roster-version']];
  };
  const attempts = async () => (await company.get(`${path}/attempts`)).json().data.data;
  const runs = async () => (await company.get(`${path}/syncs`)).json().data.total;
  return { ...company, path, send, versions, attempts, runs };
}

describe('the version of an integration', () => {
  it('is 0 before the first roster, and every accepted roster raises it', async () => {
    const { send, versions, work, integrationId, companyId } = await createCompany();
    assert.deepEqual(await versions(), [200, '"0"', '0']);
    const first = await send('"0"', ['A', 'B', 'C']);
    assert.deepEqual([first.statusCode, first.headers['roster-version']], [204, '1']);
    await work();
    const unchanged = await send('"1"', ['A', 'B', 'C']);
    assert.deepEqual([unchanged.statusCode, unchanged.headers['roster-version']], [204, '2']);
    assert.deepEqual(await versions(), [200, '"2"', '2']);
    await sql.begin((tx) => setIntegration(tx, companyId, integrationId, OPERATOR, { holdCount: 1 }));
    const held = await send('"2"', ['A']);
    await work();
    assert.equal(held.statusCode, 204);
    assert.deepEqual(await versions(), [200, '"3"', '3']);
    const refused = await send('"3"', []);
    assert.equal(refused.statusCode, 422);
    assert.deepEqual(await versions(), [200, '"3"', '3']);
  });

  it('is never answered with 304', async () => {
    const { key, path, get } = await createCompany();
    const authorization = `Basic ${Buffer.from(`${key.username}:${key.password}`).toString('base64')}`;
    const { headers } = await get(path);
    const again = await service.app.inject({
      url: path,
      headers: { authorization, 'if-none-match': String(headers['etag']) },
    });
    assert.equal(again.statusCode, 200);
  });
});

describe('a roster that follows a version', () => {
  it('is refused if another one was accepted since, is an attempt, and stores nothing', async () => {
    const { companyId, send, attempts, runs, versions } = await createCompany();
    await send(undefined, ['A']);
    const refused = await send('"0"', ['B'], 'late');
    const { status, code, detail } = refusalOf(
      'an `If-Match` that names another version than the integration has',
    );
    assert.deepEqual(
      [refused.statusCode, refused.json().code, refused.json().detail],
      [status, code, detail.replace('42', '1')],
    );
    const [attempt] = await attempts();
    assert.deepEqual([attempt.status, attempt.code, attempt.syncId], [412, 'roster-outdated', 'late']);
    assert.equal(await runs(), 1);
    assert.deepEqual(await versions(), [200, '"1"', '1']);
    const [{ entries } = { entries: -1 }] = await sql<{ entries: number }[]>`
      select count(*) as entries from ${stagedEntries(sql, companyId)} e where hr_id = 'B'`;
    assert.equal(entries, 0);
  });

  it('is refused like that if it equals the latest applied one', async () => {
    const { send, work } = await createCompany();
    await send(undefined, ['A']);
    await work();
    assert.equal((await send('"0"', ['A'])).statusCode, 412);
    assert.equal((await send('"1"', ['A'])).statusCode, 204);
  });

  for (const [header, status] of [
    ['W/"1"', 204],
    ['1', 204],
    ['*', 204],
    ['"7", W/"1"', 204],
    ['"7", "8"', 412],
    ['"one"', 400],
    ['', 400],
  ] as const)
    it(`with If-Match ${header} is answered with ${status}`, async () => {
      const { send } = await createCompany();
      await send(undefined, ['A']);
      assert.equal((await send(header, ['A', 'B'])).statusCode, status);
    });

  it('is answered as ever if it is sent again, whatever its version', async () => {
    const { send, runs, work } = await createCompany();
    assert.equal((await send('"0"', ['A'], 'same')).statusCode, 204);
    for (const version of ['"0"', '"9"']) {
      const again = await send(version, ['A'], 'same');
      assert.deepEqual(
        [again.statusCode, again.headers['x-sync-resubmitted'], again.headers['roster-version']],
        [204, 'same-body', '1'],
      );
    }
    await work();
    assert.equal((await send('"0"', ['A'], 'same')).statusCode, 204);
    assert.equal(await runs(), 1);
  });

  it('is accepted once if many are sent at the same moment', async () => {
    const { send, work } = await createCompany();
    await send(undefined, ['A']);
    await work();
    const answers = await Promise.all(
      // Half of them equal the latest one, which is accepted in another way.
      Array.from({ length: 8 }, (_, index) => send('"1"', index % 2 === 0 ? ['A'] : ['A', `B${index}`])),
    );
    const codes = answers.map(({ statusCode }) => statusCode).sort();
    assert.deepEqual(codes, [204, ...Array.from({ length: 7 }, () => 412)]);
  });
});

describe('transit push --if-previous', () => {
  const push = (company: Awaited<ReturnType<typeof createCompany>>, ...options: string[]) => {
    const file = join(folder, `${company.integrationId}.ndjson`);
    writeFileSync(file, `${JSON.stringify(entry('A'))}\n`);
    const { username, password } = company.key;
    return runCommand(['push', file, '--integration', String(company.integrationId), ...options], {
      TRANSIT_URL: url,
      TRANSIT_USERNAME: username,
      TRANSIT_PASSWORD: password,
    });
  };

  it('sends only if the latest roster is the one it names', async () => {
    const company = await createCompany();
    const none = await push(company, '--if-previous', 'monday');
    assert.deepEqual(
      [none.code, none.stderr.includes('has accepted no roster of this integration yet')],
      [6, true],
    );
    await company.send(undefined, ['A'], 'monday');
    const sent = await push(company, '--if-previous', 'monday', '--sync-id', 'tuesday');
    assert.equal(sent.code, 0, sent.stderr);
    const again = await push(company, '--if-previous', 'monday', '--sync-id', 'tuesday');
    assert.equal(again.code, 0, again.stderr);
    const late = await push(company, '--if-previous', 'monday', '--sync-id', 'wednesday');
    assert.equal(late.code, 6);
    assert.match(late.stderr, /The latest roster that the server accepted is tuesday, not monday/);
    assert.equal(await company.runs(), 2);
    assert.deepEqual(await company.attempts(), []);
  });
});
