import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_ID } from '../../../src/platform/ids.ts';
import { assertProblem } from '../support/problem.ts';
import { createTestService } from '../support/service.ts';
import { converse, parseAnswers } from '../support/socket.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';

const service = await createTestService();
const company = await createSyncingCompany(service);
const other = await createSyncingCompany(service);
await other.sync([entry('1')], { syncId: 'theirs' });
const { authorization, integrationId, get, send } = company;
const [theirs] = await other.people();
const ask = (url: string, headers: Record<string, string>) => service.app.inject({ url, headers });

test('a 404 names the kind of record and the id that was asked for, also if another company has it', async () => {
  const ids = [MAX_ID, theirs.id];
  for (const [path, kind] of [
    ['/employees/ID', 'employee'],
    ['/employees/ID/documents', 'employee'],
    ['/employee-documents/ID', 'document'],
    ['/employee-documents/ID/download', 'document'],
  ] as const)
    for (const id of ids) {
      const { detail } = assertProblem(await get(path.replace('ID', `${id}`)), 404, 'not-found');
      assert.equal(detail, `No ${kind} has the id ${id}.`);
    }
  for (const id of [MAX_ID, other.integrationId]) {
    for (const path of ['', '/syncs', '/attempts']) {
      const { detail } = assertProblem(await get(`/hr-integrations/${id}${path}`), 404, 'not-found');
      assert.equal(detail, `No integration has the id ${id}.`);
    }
    const sent = await send(`/hr-integrations/${id}/sync`, { syncId: 'x', employees: [entry('1')] });
    assert.equal(assertProblem(sent, 404, 'not-found').detail, `No integration has the id ${id}.`);
    const one = await get(`/hr-integrations/${id}/syncs/theirs`);
    assert.equal(
      assertProblem(one, 404, 'not-found').detail,
      `No sync of integration ${id} has this syncId.`,
    );
  }
  for (const path of ['syncs/none', 'syncs/none/changes']) {
    const answer = await get(`/hr-integrations/${integrationId}/${path}`);
    const { detail } = assertProblem(answer, 404, 'not-found');
    assert.equal(detail, `No sync of integration ${integrationId} has this syncId.`);
  }
  const pull = await get(`/hr-integrations/${integrationId}/pulls/none`);
  assert.equal(
    assertProblem(pull, 404, 'not-found').detail,
    `No pull of integration ${integrationId} has this syncId.`,
  );
});

test('a restricted key gets the same answer about an integration outside its scope as about an unknown one', async () => {
  const outside = await company.newIntegration('Other');
  const { ask: askRestricted } = await company.restrictTo(integrationId);
  for (const id of [outside, MAX_ID])
    assert.equal(
      assertProblem(await askRestricted(`/hr-integrations/${id}/syncs`), 404, 'not-found').detail,
      `No integration has the id ${id}.`,
    );
});

test('a month that cannot be one is a wrong value, and a month that has not begun has no statement', async () => {
  for (const path of ['/statements/2026-1', '/statements/2026-13', '/statements/last/breakdown']) {
    const { detail, errors } = assertProblem(await get(path), 422, 'invalid-values');
    assert.deepEqual([detail, errors[0].in], ['/month must be a month such as 2026-11.', 'path']);
  }
  for (const path of ['/statements/2031-01', '/statements/2031-01/breakdown'])
    assert.match(
      assertProblem(await get(path), 404, 'not-found').detail,
      /no statement of 2031-01: the month has not begun/,
    );
});

test('a 401 says what cannot be read of the header, and to which environment the username belongs', async () => {
  const detailOf = async (header: string) =>
    assertProblem(await ask('/limits', { authorization: header }), 401, 'invalid-credentials').detail;
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  assert.match(await detailOf('Bearer abc'), /HTTP Basic.* takes no other scheme, such as Bearer/);
  for (const header of ['Basic', 'Basic %%%', basic('without-colon')])
    assert.match(await detailOf(header), /must be `Basic` and the base64 of username:password/);
  const hexadecimal = '0123456789abcdef01234567';
  assert.match(
    await detailOf(basic(`live_${hexadecimal}:x`)),
    /key for production, and this is the staging server/,
  );
  const production = await createTestService({ TRANSIT_ENV: 'production' });
  const reverse = await production.app.inject({
    url: '/limits',
    headers: { authorization: basic(`test_${hexadecimal}:x`) },
  });
  assert.match(
    assertProblem(reverse, 401, 'invalid-credentials').detail,
    /key for staging, and this is the production server/,
  );
  for (const username of [`test_${hexadecimal}`, 'live_x', 'somebody'])
    assert.match(await detailOf(basic(`${username}:x`)), /^The username or password is wrong/);
});

test('a request that cannot be read is answered with the part that is wrong', async () => {
  const url = await ask('/employees/%zz', { authorization });
  assert.match(assertProblem(url, 400, 'malformed-request').detail, /^The address cannot be decoded/);
  const list = await send(`/hr-integrations/${integrationId}/sync`, [entry('1')]);
  assert.match(assertProblem(list, 400, 'malformed-request').detail, /object with `syncId` and `employees`/);
  const address = new URL(await service.app.listen({ port: 0, host: '127.0.0.1' }));
  for (const [bytes, part] of [
    ['GET /health HTTP/1.1\r\nHost: x\r\nBroken header\r\n\r\n', /a header cannot be read/],
    ['NO-METHOD /health HTTP/1.1\r\nHost: x\r\n\r\n', /its first line cannot be read/],
  ] as const) {
    const [answer] = parseAnswers(await converse(Number(address.port), bytes));
    assert.ok(answer);
    assert.match(assertProblem(answer, 400, 'malformed-request').detail, part);
  }
});

test('a + of a time zone that became a blank is explained', async () => {
  const { detail } = assertProblem(
    await get('/employees?updatedSince=2026-11-01T08:00:00+01:00'),
    422,
    'invalid-values',
  );
  assert.equal(detail, '/updatedSince has a blank before its time zone: write a + as %2B.');
  assert.equal((await get('/employees?updatedSince=2026-11-01T08:00:00%2B01:00')).statusCode, 200);
});

test('an address with a slash at its end is not found, and the answer says so', async () => {
  for (const path of [
    '/employees/',
    '/hr-integrations/',
    '/limits/',
    '/employees/1/documents/',
    `/hr-integrations/${integrationId}/syncs/`,
    '/statements/',
  ])
    assert.match(assertProblem(await get(path), 404, 'not-found').detail, /ends with a slash/, path);
  assert.match(assertProblem(await get('/nothing/'), 404, 'not-found').detail, /no such route/);
});

test('an error of the API links to the row of its code in the guide, which is served there', async () => {
  const { docs, code } = assertProblem(await get('/employees/999999'), 404, 'not-found');
  assert.equal(docs, `${service.config.baseUrl}/guides/errors-and-limits#${code}`);
  const page = await service.app.inject('/guides/errors-and-limits');
  assert.match(page.body, new RegExp(`<tr id="${code}">`));
});
