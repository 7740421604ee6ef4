import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createKey } from '../../../src/company/api-keys/create-key.ts';
import { PERMISSIONS, type Permission } from '../../../src/company/api-keys/permissions.ts';
import { disconnectIntegration } from '../../../src/company/integrations/disconnect-integration.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { readEvents } from '../../../src/domain/events/read-events.ts';
import { until } from '../../pure/support/until.ts';
import { readDescription } from '../api/described.ts';
import { basic, createTestCompany, createTestService } from '../support/service.ts';
import { listenOnLoopback } from '../support/socket.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';
import { openUpload } from '../support/uploader.ts';

const service = await createTestService({ ROSTER_MAX_ENTRIES: '50' });
const { sql } = service.database;

async function createCompany() {
  const company = await createSyncingCompany(service);
  const path = `/hr-integrations/${company.integrationId}`;
  const attempts = async (query = '') =>
    (await company.get(`${path}/attempts?perPage=100${query}`)).json().data.data;
  const send = (body: string | object, headers: Record<string, string> = {}, query = '') =>
    company.send(`${path}/sync${query}`, body, headers);
  return { ...company, path, attempts, send };
}

const newKey = (companyId: number, name: string, permissions: readonly Permission[]) =>
  createKey(sql, companyId, OPERATOR, { environment: 'staging', name, permissions });

const badDate = (hrId: string) => entry(hrId, { startDate: 'canary' });

const company = await createCompany();

describe('a refused roster is an attempt', () => {
  it('with its sender, request, syncId, status, code, and the places of the errors', async () => {
    const { send, attempts, key, integrationId } = await createCompany();
    const answer = await send({ syncId: 'night', employees: [entry('A'), badDate('B'), badDate('C')] });
    assert.equal(answer.statusCode, 422);
    const [attempt, ...others] = await attempts();
    assert.deepEqual(others, []);
    const { id, firstAt, lastAt, ...rest } = attempt;
    assert.ok(id > 0 && firstAt === lastAt && Date.parse(lastAt) > Date.now() - 60_000);
    assert.deepEqual(rest, {
      hrIntegrationId: integrationId,
      status: 422,
      code: 'invalid-values',
      detail: null,
      errors: [
        { in: 'body', pointer: '/employees/1/startDate', code: 'malformed', hrId: 'B' },
        { in: 'body', pointer: '/employees/2/startDate', code: 'malformed', hrId: 'C' },
      ],
      errorCount: 2,
      count: 1,
      syncId: 'night',
      requestId: answer.headers['x-request-id'],
      sender: { type: 'api-key', id: key.id },
      resource: 'sync-attempt',
      _links: {
        hrIntegration: {
          href: `${service.config.baseUrl}/hr-integrations/${integrationId}`,
          type: 'application/json',
        },
      },
    });
  });

  it('is described by the OpenAPI document', async () => {
    const { send, get, path } = await createCompany();
    await send('{"syncId":"s"');
    const { assertFits } = await readDescription(service.app);
    assertFits('/hr-integrations/{id}/attempts', await get(`${path}/attempts`));
  });

  it('keeps the first ten errors and counts all', async () => {
    const { send, attempts } = await createCompany();
    await send({ syncId: 's', employees: Array.from({ length: 30 }, (_, index) => badDate(`N${index}`)) });
    const [{ errors, errorCount }] = await attempts();
    assert.deepEqual([errors.length, errors[9].pointer, errorCount], [10, '/employees/9/startDate', 30]);
  });

  const good = { syncId: 'good', employees: [entry('A')] };
  for (const [what, send, expected] of [
    [
      'broken JSON after the syncId',
      () => company.send('{"syncId":"broken","employees":[{]}'),
      [400, 'malformed-request', 'Entry 0 of employees is not valid JSON.', 'broken'],
    ],
    [
      'broken JSON before the syncId',
      () => company.send('{"employees":[{]}'),
      [400, 'malformed-request', 'Entry 0 of employees is not valid JSON.', null],
    ],
    [
      'an invalid syncId',
      () => company.send({ syncId: 7, employees: [entry('A')] }),
      [422, 'invalid-values', null, null],
    ],
    [
      'another content type',
      () => company.send('x', { 'content-type': 'text/csv' }),
      [
        415,
        'unsupported-media-type',
        'This route does not accept that content type. Send JSON, as application/json.',
        null,
      ],
    ],
    [
      'too many entries',
      () => company.send({ syncId: 'many', employees: Array.from({ length: 51 }, (_, n) => entry(`N${n}`)) }),
      [413, 'payload-too-large', 'A roster may have 50 entries.', 'many'],
    ],
    ['an unknown parameter', () => company.send(good, {}, '?x%00=1'), [422, 'invalid-values', null, null]],
  ] as const)
    it(`also for ${what}`, async () => {
      const answer = await send();
      const [{ status, code, detail, syncId }] = await company.attempts();
      assert.deepEqual([status, code, detail, syncId], expected);
      assert.equal(answer.statusCode, status);
    });

  it('also with onInvalid=keep, and says why it was not kept', async () => {
    const { send, attempts } = await createCompany();
    const wrong = Array.from({ length: 12 }, (_, index) => badDate(`N${index}`));
    const reasonOf = async (employees: object[]) => {
      const answer = await send({ syncId: 's', employees }, {}, '?onInvalid=keep');
      const [{ detail }] = await attempts();
      assert.equal(detail, answer.json().detail);
      return detail.replace(' Nothing of the roster was kept.', '');
    };
    assert.equal(
      await reasonOf(wrong),
      '12 of 12 entries are not valid. `onInvalid=keep` accepts at most 5 %, or fewer than 10 and fewer than half.',
    );
    assert.equal(
      await reasonOf([...wrong, { ...badDate('X'), hrId: '' }]),
      '1 of the entries that are not valid has no valid hrId. `onInvalid=keep` needs it, to know whose entry it is.',
    );
    assert.equal(
      await reasonOf([...wrong, entry('Y'), entry('Y')]),
      '1 entry has the hrId of an earlier entry. `onInvalid=keep` needs an hrId of its own for each entry.',
    );
  });

  it('also if twenty rosters wait', async () => {
    const { send, attempts } = await createCompany();
    for (let number = 1; number <= 20; number++)
      await send({ syncId: `waiting ${number}`, employees: [entry('A')] });
    assert.equal((await send({ syncId: 'late', employees: [entry('A')] })).statusCode, 429);
    const [{ code, syncId }] = await attempts();
    assert.deepEqual([code, syncId], ['too-many-unfinished-runs', 'late']);
  });

  it('also to a disconnected integration', async () => {
    const { send, attempts, companyId, integrationId } = await createCompany();
    await sql.begin((tx) => disconnectIntegration(tx, companyId, integrationId, OPERATOR, true));
    await send(good);
    const [{ status, code }] = await attempts();
    assert.deepEqual([status, code], [409, 'integration-disconnected']);
  });

  it('also if its connection breaks, or if its key is revoked during the upload', async () => {
    const { path, attempts, authorization, companyId } = await createCompany();
    const port = await listenOnLoopback(service.app);
    const upload = await openUpload(port, `${path}/sync`, { Authorization: authorization });
    await upload.send('{"syncId":"half","employees":[');
    upload.abandon();
    await until('the attempt is recorded', async () => (await attempts()).length === 1);
    const other = await newKey(companyId, 'Short-lived', PERMISSIONS);
    const second = await openUpload(port, `${path}/sync`, {
      Authorization: basic(other),
      Expect: '100-continue',
    });
    await second.continueReceived();
    await second.send(`{"syncId":"revoked","employees":[${JSON.stringify(entry('A'))}`);
    await sql`update api_keys set revoked_at = now() where id = ${other.id}`;
    await second.send(']}');
    await second.end();
    assert.equal((await second.answer()).statusCode, 401);
    assert.deepEqual(
      (await attempts()).map(({ status, detail }: Record<string, unknown>) => [status, detail]),
      [
        [401, 'The key was revoked or has expired during the upload.'],
        [400, 'The connection was closed before the body was complete.'],
      ],
    );
  });
});

it('a roster that is ignored because its syncId was used for other content is an attempt, though it is answered with 204', async () => {
  const { send, attempts, integrationId, companyId, key, sync, people } = await createCompany();
  await sync([entry('A')], { syncId: 'daily' });
  for (const hrId of ['B', 'C']) {
    const answer = await send({ syncId: 'daily', employees: [entry(hrId)] });
    assert.deepEqual([answer.statusCode, answer.headers['x-sync-resubmitted']], [204, 'other-body']);
  }
  const [attempt, ...others] = await attempts();
  assert.deepEqual(others, []);
  const { status, code, detail, count, syncId, sender } = attempt;
  assert.deepEqual(
    [status, code, detail, count, syncId, sender.id],
    [
      204,
      'sync-id-reused',
      'An earlier roster with other content has this syncId. This roster was ignored.',
      2,
      'daily',
      key.id,
    ],
  );
  assert.equal((await people()).length, 1);
  const { events } = await readEvents(sql, companyId, { after: 0, perPage: 100 });
  const data = { hrIntegrationId: integrationId, attemptId: attempt.id, status: 204, code, syncId: 'daily' };
  assert.deepEqual(
    events.filter(({ type }) => type === 'sync.refused').map((event) => event.data),
    [data],
    'told once an hour',
  );
  const { assertFits } = await readDescription(service.app);
  assertFits(
    '/hr-integrations/{id}/attempts',
    await company.get(`/hr-integrations/${company.integrationId}/attempts`),
  );
});

describe('an attempt is not recorded', () => {
  it('of strangers, of other companies, and of previews', async () => {
    const { send, attempts, path, authorization } = await createCompany();
    const broken = '{';
    assert.equal((await send(broken, { authorization: 'Basic x' })).statusCode, 401);
    const stranger = await createTestCompany(service);
    assert.equal((await send(broken, { authorization: basic(stranger.key) })).statusCode, 404);
    const preview = await service.app.inject({
      method: 'POST',
      url: `${path}/sync/preview`,
      headers: { authorization, 'content-type': 'application/json' },
      payload: broken,
    });
    assert.equal(preview.statusCode, 400);
    assert.deepEqual(await attempts(), []);
  });

  it('of accepted rosters, and of those that are sent again', async () => {
    const { send, attempts } = await createCompany();
    for (const hrId of ['A', 'A'])
      assert.equal((await send({ syncId: 'same', employees: [entry(hrId)] })).statusCode, 204);
    assert.deepEqual(await attempts(), []);
  });

  it('of a failed roster that is sent again with a corrected body', async () => {
    const { send, attempts, run, companyId } = await createCompany();
    await send({ syncId: 'first', employees: [entry('A')] });
    await send({ syncId: 'second', employees: [entry('A')] });
    await sql`update sync_runs set status = 'failed', finished_at = now() where company_id = ${companyId}`;
    const again = await send({ syncId: 'second', employees: [entry('B')] });
    assert.equal(again.headers['x-sync-resubmitted'], 'queued-again');
    const tooLate = await send({ syncId: 'first', employees: [entry('B')] });
    assert.equal(tooLate.headers['x-sync-resubmitted'], 'superseded');
    assert.deepEqual([(await run('first')).status, (await run('second')).status], ['superseded', 'queued']);
    assert.deepEqual(await attempts(), []);
  });

  it('if that fails: the sender gets the refusal, not a 500', async () => {
    const { send, attempts } = await createCompany();
    await sql`alter table sync_attempts rename to sync_attempts_away`;
    try {
      assert.equal((await send('{')).statusCode, 400);
    } finally {
      await sql`alter table sync_attempts_away rename to sync_attempts`;
    }
    assert.deepEqual(await attempts(), []);
  });
});

describe('equal refusals in a row', () => {
  const counts = async ({ attempts }: { attempts: () => Promise<{ count: number; code: string }[]> }) =>
    (await attempts()).map(({ count, code }) => [count, code]);

  it('share one attempt, with the first and the last time and the latest syncId and number', async () => {
    const company = await createCompany();
    const first = await company.send({ syncId: 'one', employees: [badDate('A')] });
    await company.send({ syncId: 'two', employees: [badDate('B')] });
    const last = await company.send({ syncId: 'three', employees: [badDate('C')] });
    const [attempt] = await company.attempts();
    assert.deepEqual(
      [attempt.count, attempt.syncId, attempt.requestId, attempt.errors[0].hrId],
      [3, 'three', last.headers['x-request-id'], 'C'],
    );
    assert.notEqual(first.headers['x-request-id'], attempt.requestId);
    assert.ok(attempt.firstAt < attempt.lastAt);
  });

  it('are separated by another refusal and by an accepted roster, not by a resubmitted one', async () => {
    const company = await createCompany();
    const wrong = { syncId: 'wrong', employees: [badDate('A')] };
    await company.send(wrong);
    await company.send('{');
    await company.send(wrong);
    assert.deepEqual(await counts(company), [
      [1, 'invalid-values'],
      [1, 'malformed-request'],
      [1, 'invalid-values'],
    ]);
    await company.send({ syncId: 'right', employees: [entry('A')] });
    await company.send(wrong);
    await company.send({ syncId: 'right', employees: [entry('A')] });
    await company.send(wrong);
    assert.deepEqual((await counts(company)).slice(0, 2), [
      [2, 'invalid-values'],
      [1, 'invalid-values'],
    ]);
  });

  it('of two keys are two attempts', async () => {
    const company = await createCompany();
    const other = await newKey(company.companyId, 'Second', PERMISSIONS);
    await company.send('{');
    await company.send('{', { authorization: basic(other) });
    assert.deepEqual(
      (await company.attempts()).map(({ sender }: { sender: { id: number } }) => sender.id),
      [other.id, company.key.id],
    );
  });

  it('that arrive at the same time share one attempt', async () => {
    const company = await createCompany();
    await Promise.all(Array.from({ length: 25 }, () => company.send('{')));
    assert.deepEqual(await counts(company), [[25, 'malformed-request']]);
  });
});

it('an integration keeps its latest 200 attempts; those of others stay', async () => {
  const company = await createCompany();
  const second = await company.newIntegration('Temps');
  await company.send('{', {}, '');
  await company.submit([badDate('A')], { to: second });
  const refusals = Array.from({ length: 203 }, (_, index) => index);
  for (const index of refusals)
    await company.send(index % 2 === 0 ? '[' : { syncId: `s${index}`, employees: [badDate('A')] });
  const page = (await company.get(`${company.path}/attempts?perPage=100&page=2`)).json().data;
  assert.deepEqual([page.total, page.data.length, page.totalPages], [200, 100, 2]);
  const newest = (await company.attempts())[0];
  assert.equal(newest.code, 'malformed-request', 'the 203rd');
  const other = (await company.get(`/hr-integrations/${second}/attempts`)).json().data;
  assert.equal(other.total, 1);
});

it('the list has pages, orders and ids like every list', async () => {
  const company = await createCompany();
  await company.send('{');
  await company.send('[');
  const [newer, older] = await company.attempts();
  const idsOf = async (query: string) => (await company.attempts(query)).map(({ id }: { id: number }) => id);
  assert.deepEqual(await idsOf('&sortOrder=asc'), [older.id, newer.id]);
  assert.deepEqual(await idsOf('&sortField=updatedAt&sortOrder=asc'), [older.id, newer.id]);
  assert.deepEqual(await idsOf(`&ids=${older.id}`), [older.id]);
});
