import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { describe, it } from 'node:test';
import { createKey } from '../../../src/company/api-keys/create-key.ts';
import type { Permission } from '../../../src/company/api-keys/permissions.ts';
import { revokeKey } from '../../../src/company/api-keys/revoke-key.ts';
import { createIntegration } from '../../../src/company/integrations/create-integration.ts';
import { disconnectIntegration } from '../../../src/company/integrations/disconnect-integration.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { DROPS, RATES } from '../../../src/platform/limits.ts';
import { sweepDroppedFiles } from '../../../src/rosters/pull/file-drop/dropped-files-sql.ts';
import { until } from '../../pure/support/until.ts';
import { commandLineOn } from '../support/command-line.ts';
import { assertProblem } from '../support/problem.ts';
import { basic, createTestService } from '../support/service.ts';
import { createSyncingCompany } from '../support/syncing-company.ts';
import { createDropping, type Dropping, dataOf, dropping, HEADINGS, rosterOf } from './dropping-company.ts';

const service = await createTestService();
const { sql } = service.database;
const url = await service.app.listen({ port: 0, host: '127.0.0.1' });

const ALL: readonly Permission[] = [
  'view-employees',
  'add-employees',
  'update-employees',
  'remove-employees',
];

describe('a file that an HR system sends', () => {
  it('is set up with the first one: file, columns, preview, activation, roster', async () => {
    const company = await createDropping(service);
    const { say, id } = company;
    const { access } = dataOf(await say('GET', '/source'));
    assert.deepEqual(access, {
      url: `https://tickets.example.com/hr-integrations/${id}/file`,
      ...{ folder: null, newestFile: null },
    });
    const empty = dataOf(await say('POST', '/source/draft/test', { showsValues: false }));
    assert.equal(empty.problem.code, 'source-empty');

    const answer = await company.put(rosterOf('Ada', 'Ben', 'Cem'));
    assert.equal(answer.statusCode, 202);
    const pull = answer.json().data;
    assert.deepEqual([pull.status, pull.resource], ['queued', 'hr-pull']);
    assert.equal(
      answer.headers['location'],
      `https://tickets.example.com/hr-integrations/${id}/pulls/${pull.syncId}`,
    );
    const got = await company.get(`/hr-integrations/${id}/pulls/${pull.syncId}`);
    assert.deepEqual(got.json().data, pull);
    assert.equal(dataOf(await say('GET', '/source')).access.newestFile.name, 'people.csv');
    await company.night();
    assert.deepEqual(await company.people(), [], 'it waits until the source is set up');
    assert.notEqual((await company.get(`/hr-integrations/${id}`)).json().data.status, 'syncing');

    const { survey } = dataOf(await say('POST', '/source/draft/test', { showsValues: true }));
    assert.deepEqual([survey.people, survey.guesses.hrId], [3, 'Personalnummer']);
    const mapping = { fields: survey.guesses, absenceTypes: [], absenceColumns: survey.absenceColumns };
    dataOf(await say('PUT', '/source/draft/mapping', mapping));
    const { syncId } = dataOf(await say('POST', '/pulls', { purpose: 'preview' }));
    await company.fetchQueued();
    assert.equal(dataOf(await say('GET', `/pulls/${syncId}/preview`)).counts.added, 3);

    assertProblem(await say('POST', '/source/draft/activate', { schedule: 'daily 02:00' }), 409, 'conflict');
    const { active } = dataOf(await say('POST', '/source/draft/activate', { schedule: 'manual' }));
    assert.equal(active.system, 'file-drop');
    await company.night();
    assert.deepEqual(await company.people(), ['Ada', 'Ben', 'Cem']);
    const read = (await company.get(`/hr-integrations/${id}/pulls/${pull.syncId}`)).json().data;
    assert.deepEqual([read.status, read.people], ['accepted', 3]);

    const integration = (await company.get(`/hr-integrations/${id}`)).json().data;
    assert.deepEqual([integration.canTriggerSync, integration.status], [false, 'connected']);
    const trigger = await service.app.inject({
      method: 'POST',
      url: `/hr-integrations/${id}/trigger`,
      headers: { authorization: basic(company.key) },
    });
    assertProblem(trigger, 409, 'cannot-trigger');
    assertProblem(await say('PATCH', '/source', { schedule: 'every 6 hours' }), 409, 'conflict');
  });

  it('that comes while the source is set up replaces the one before', async () => {
    const company = await createDropping(service);
    const first = dataOf(await company.put(rosterOf('Ada')));
    const again = dataOf(await company.put(rosterOf('Ada')));
    assert.equal(again.syncId, first.syncId);
    dataOf(await company.put(rosterOf('Ada', 'Ben')));
    assert.equal((await company.files()).length, 1);
    await company.activate();
    await company.night();
    assert.deepEqual(await company.people(), ['Ada', 'Ben']);
    assert.deepEqual(
      (await company.pulls()).map(({ status, code }) => [status, code]),
      [
        ['failed', 'file-replaced'],
        ['accepted', null],
      ],
    );
    const integration = (await company.get(`/hr-integrations/${company.id}`)).json().data;
    assert.equal(integration.status, 'connected');
  });

  it('becomes a roster, each in its order, whatever comes meanwhile', async () => {
    const company = await dropping(service);
    for (const name of ['Eve', 'Fay', 'Gil']) dataOf(await company.put(rosterOf('Ada', name)));
    await company.night();
    assert.deepEqual(await company.people(), ['Ada', 'Gil']);
    const runs = await sql<{ added: number }[]>`
      select (counts ->> 'added')::int as added from sync_runs
      where company_id = ${company.companyId} and integration_id = ${company.id} order by accept_seq`;
    assert.deepEqual(
      runs.map(({ added }) => added),
      [2, 0, 0, 0],
    );
    assert.deepEqual(
      (await company.pulls()).map(({ status }) => status),
      ['accepted', 'accepted', 'accepted', 'accepted'],
    );
    assert.equal((await company.files()).length, 1, 'only the newest one is kept');
  });

  it('is the same pull if it comes again on the same business date, and another one on the next day', async () => {
    const company = await dropping(service);
    const first = dataOf(await company.put(rosterOf('Ada', 'Eve')));
    const waiting = dataOf(await company.put(rosterOf('Ada', 'Eve')));
    await company.night();
    const read = dataOf(await company.put(rosterOf('Ada', 'Eve')));
    assert.deepEqual([waiting.syncId, read.syncId], [first.syncId, first.syncId]);
    assert.equal(read.status, 'accepted');
    assert.equal((await company.files()).length, 1);
    await sql`update companies set clock_frozen_on = clock_frozen_on + 1 where id = ${company.companyId}`;
    const next = dataOf(await company.put(rosterOf('Ada', 'Eve')));
    assert.notEqual(next.syncId, first.syncId);
    await company.night();
    assert.equal(
      dataOf(await company.get(next._links.self.href.replace(/^https:\/\/[^/]+/, ''))).status,
      'accepted',
    );
  });

  it('is not the same if another one has come in between', async () => {
    const company = await dropping(service);
    dataOf(await company.put(rosterOf('Ada')));
    dataOf(await company.put(rosterOf('Ada', 'Ben')));
    await company.night();
    assert.deepEqual(await company.people(), ['Ada', 'Ben']);
    assert.equal((await company.pulls()).length, 3);
  });

  it('that comes many times at once is one pull', async () => {
    const company = await dropping(service);
    const before = (await company.pulls()).length;
    const answers = await Promise.all(Array.from({ length: 6 }, () => company.put(rosterOf('Ada', 'Eve'))));
    assert.equal(new Set(answers.map((answer) => dataOf(answer).syncId)).size, 1);
    assert.equal((await company.pulls()).length, before + 1);
    assert.deepEqual(
      (await company.files()).map(({ isComplete }) => isComplete),
      [true, true],
    );
  });

  it('that cannot be read changes nobody, and the same file is tried anew', async () => {
    const company = await dropping(service);
    const broken = `${HEADINGS}\n1;"Ada`;
    const first = dataOf(await company.put(broken));
    await company.night();
    assert.deepEqual(await company.people(), ['Ada', 'Ben']);
    const pull = dataOf(await company.get(`/hr-integrations/${company.id}/pulls/${first.syncId}`));
    assert.deepEqual([pull.status, pull.code], ['failed', 'source-unreadable']);
    const [attempt] = dataOf(await company.say('GET', '/attempts')).data;
    assert.equal(attempt.code, 'source-unreadable');
    const again = dataOf(await company.put(broken));
    assert.notEqual(again.syncId, first.syncId);
  });

  it('is read once more with another mapping', async () => {
    const company = await dropping(service);
    dataOf(await company.draft());
    await company.activate();
    await company.night();
    assert.deepEqual(
      (await company.pulls()).map(({ status }) => status),
      ['accepted', 'accepted'],
    );
  });

  it('is in the audit log with the key that has sent it', async () => {
    const company = await dropping(service);
    const entries = await sql`
      select actor_type, details from audit_log
      where company_id = ${company.companyId} and action = 'hr-file-dropped'`;
    assert.deepEqual([...entries], [{ actor_type: 'api-key', details: { file: 'people.csv' } }]);
  });

  it('may be a workbook, JSON or lines of JSON', async () => {
    const company = await dropping(service);
    const person = {
      ...{ Personalnummer: '1', Vorname: 'Ada', Nachname: 'M', 'E-Mail': 'ada@example.com' },
      ...{ Geburtsdatum: '1990-01-01', Eintritt: '2020-01-01', Austritt: '' },
    };
    const lines = [person, { ...person, Personalnummer: '2', 'E-Mail': 'x@example.com' }];
    const ndjson = lines.map((line) => JSON.stringify(line)).join('\n');
    for (const sent of [
      { name: 'people.ndjson' },
      { name: 'people', headers: { 'content-type': 'application/json' } },
    ])
      dataOf(await company.put(sent.name === 'people' ? JSON.stringify(lines) : ndjson, sent));
    await company.night();
    assert.deepEqual(
      (await company.pulls()).map(({ code }) => code),
      [null, null, null],
    );
  });
});

describe('on the command line, a system that sends files', () => {
  it('is told where to, then connected with the first file, and never asked', async () => {
    const company = await createSyncingCompany(service);
    const { companyId } = company;
    const id = await createIntegration(sql, companyId, OPERATOR, { name: 'CLI', type: 'hr-integration' });
    const commands = commandLineOn(service.database);
    const connect = () => commands.run('integrations', 'connect', String(id), '--system', 'file-drop');
    const first = await connect();
    assert.equal(first.code, 0, first.stderr);
    assert.match(
      first.stdout,
      new RegExp(`curl -T people\\.csv -u USERNAME:PASSWORD \\S+/hr-integrations/${id}/file\n`),
    );
    const answer = await service.app.inject({
      method: 'PUT',
      url: `/hr-integrations/${id}/file`,
      headers: { authorization: basic(company.key) },
      payload: rosterOf('Ada', 'Ben'),
    });
    assert.equal(answer.statusCode, 202);
    const second = await connect();
    assert.match(second.stdout, /is connected with file-drop/, second.stderr);
    const trigger = await commands.run('integrations', 'trigger', String(id));
    assert.match(trigger.stderr, /sends its files itself: there is nothing to fetch/);
  });
});

describe('who may send a file', () => {
  it('needs all four permissions, and the integration in the scope of the key', async () => {
    const company = await dropping(service);
    const { companyId, id } = company;
    const keyWith = (permissions: readonly Permission[], integrationIds: number[] | null = null) =>
      createKey(sql, companyId, OPERATOR, { environment: 'staging', name: 'k', permissions, integrationIds });
    for (const missing of ALL) {
      const key = await keyWith(ALL.filter((each) => each !== missing));
      assertProblem(await company.put('x', { key }), 403, 'missing-permission');
    }
    const other = await company.newIntegration('other');
    assertProblem(await company.put('x', { key: await keyWith(ALL, [other]) }), 404, 'not-found');
    dataOf(await company.put(rosterOf('Ada'), { key: await keyWith(ALL, [id]) }));
  });

  it('is not another company, and gets no other integration', async () => {
    const [one, two] = [await dropping(service), await dropping(service)];
    assertProblem(await one.put(rosterOf('Ada'), { to: two.id }), 404, 'not-found');
    assertProblem(await one.put(rosterOf('Ada'), { to: 999_999_999 }), 404, 'not-found');
    assertProblem(await one.put(rosterOf('Ada'), { to: one.integrationId }), 409, 'takes-no-files');
    await sql.begin((tx) => disconnectIntegration(tx, one.companyId, one.id, OPERATOR, true));
    assertProblem(await one.put(rosterOf('Ada')), 409, 'integration-disconnected');
  });
});

/** Sends the beginning of a file, and the rest when it is said. */
function begin({ id, key }: Pick<Dropping, 'id' | 'key'>, announced: number) {
  const asked = request(`${url}/hr-integrations/${id}/file?name=people.csv`, {
    method: 'PUT',
    headers: { authorization: basic(key), 'content-length': announced },
  });
  asked.on('error', () => {});
  return asked;
}

const rowsOf = async (table: string, companyId: number) =>
  (await sql`select from ${sql(table)} where company_id = ${companyId}`).length;

describe('a file that is not taken', () => {
  it('leaves nothing behind: cut off, too large, empty, compressed, a form', async () => {
    const company = await dropping(service);
    const before = [await company.files(), await company.pulls()];
    const cut = begin(company, 3 * DROPS.partBytes);
    cut.write(randomBytes(2 * DROPS.partBytes));
    await until('a part has arrived', async () => (await rowsOf('dropped_parts', company.companyId)) > 1);
    cut.destroy();
    await until('it is gone', async () => (await company.files()).length === 1);

    assertProblem(
      await company.put('x', { headers: { 'content-length': String(DROPS.fileBytes + 1) } }),
      413,
      'payload-too-large',
    );
    assertProblem(await company.put(''), 400, 'malformed-request');
    assertProblem(
      await company.put('x', { headers: { 'content-encoding': 'gzip' } }),
      415,
      'unsupported-media-type',
    );
    assertProblem(
      await company.put('x', { headers: { 'content-type': 'multipart/form-data; boundary=x' } }),
      415,
      'unsupported-media-type',
    );
    assertProblem(await company.put('x', { name: 'a\nb.csv' }), 422, 'invalid-values');
    assert.deepEqual([await company.files(), await company.pulls()], before);
    const codes = dataOf(await company.say('GET', '/attempts')).data.map(
      ({ code }: { code: string }) => code,
    );
    assert.ok(codes.includes('payload-too-large'), String(codes));
  });

  it('does not announce its size and is too large', async () => {
    const company = await dropping(service);
    const asked = request(`${url}/hr-integrations/${company.id}/file`, {
      method: 'PUT',
      headers: { authorization: basic(company.key), 'transfer-encoding': 'chunked' },
    });
    asked.on('error', () => {});
    const answered = once(asked, 'response');
    const piece = Buffer.alloc(1024 * 1024, 'x');
    for (let sent = 0; sent <= DROPS.fileBytes && !asked.destroyed; sent += piece.length)
      if (!asked.write(piece)) await Promise.race([once(asked, 'drain'), answered]);
    const [answer] = await answered;
    assert.equal(answer.statusCode, 413);
    asked.destroy();
    await until('it is gone', async () => (await company.files()).length === 1);
  });

  it('was sent with a key that is revoked meanwhile, or to a source that is removed meanwhile', async () => {
    for (const change of ['key', 'source'] as const) {
      const company = await dropping(service);
      const newKey = { environment: 'staging', name: 'k', permissions: ALL } as const;
      const key = await createKey(sql, company.companyId, OPERATOR, newKey);
      const asked = begin({ ...company, key }, 2 * DROPS.partBytes);
      asked.write(randomBytes(DROPS.partBytes));
      await until('a part has arrived', async () => (await rowsOf('dropped_parts', company.companyId)) > 1);
      if (change === 'key') await sql.begin((tx) => revokeKey(tx, company.companyId, key.id, OPERATOR));
      else await company.say('DELETE', '/source');
      asked.end(randomBytes(DROPS.partBytes));
      const [answer] = await once(asked, 'response');
      assert.equal(answer.statusCode, change === 'key' ? 401 : 409);
      answer.resume();
      assert.equal((await company.files()).length, change === 'key' ? 1 : 0);
    }
  });

  it('is one too many: of those that wait, and of those within an hour', async () => {
    const company = await dropping(service);
    for (let number = 0; number < DROPS.files; number++)
      dataOf(await company.put(rosterOf('Ada', `Eve${number}`)));
    assertProblem(await company.put(rosterOf('Ada', 'Zoe')), 429, 'too-many-unfinished-runs');
    await company.night();
    dataOf(await company.put(rosterOf('Ada', 'Zoe')));
    for (let number = DROPS.files + 3; number < RATES.dropsOfIntegration.max; number++)
      await company.put(rosterOf('Ada', 'Zoe'));
    assertProblem(await company.put(rosterOf('Ada', 'Zoe')), 429, 'too-many-requests');
  });
});

describe('files that are kept', () => {
  it('are forgotten with their source, and the pull that waits for it ends', async () => {
    const company = await createDropping(service);
    dataOf(await company.put(rosterOf('Ada')));
    dataOf(await company.draft('https-file', { address: 'https://example.com/people.csv', access: 'none' }));
    assert.deepEqual([...(await company.files())], []);
    assert.deepEqual(
      (await company.pulls()).map(({ code }) => code),
      ['source-changed'],
    );
  });

  it('are swept after a month, and after two hours if they did not arrive', async () => {
    const company = await dropping(service);
    const age = (interval: string) =>
      sql`update dropped_files set created_at = now() - ${interval}::interval where company_id = ${company.companyId}`;
    await age(`${DROPS.keptDays - 1} days`);
    await sweepDroppedFiles(sql);
    assert.equal((await company.files()).length, 1);
    await age(`${DROPS.keptDays + 1} days`);
    await sweepDroppedFiles(sql);
    assert.equal((await company.files()).length, 0);
    const asked = begin(company, 3 * DROPS.partBytes);
    asked.write(randomBytes(2 * DROPS.partBytes));
    await until('a part has arrived', async () => (await company.files()).length === 1);
    await age(`${DROPS.arrivingHours + 1} hours`);
    await sweepDroppedFiles(sql);
    assert.equal((await company.files()).length, 0);
    asked.destroy();
  });
});
