import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PERMISSIONS } from '../../../src/company/api-keys/permissions.ts';
import { addPerson, freezeClock } from '../support/people.ts';
import { assertProblem } from '../support/problem.ts';
import { basic, createTestCompany, createTestService } from '../support/service.ts';

const service = await createTestService();
const production = await createTestService({ TRANSIT_ENV: 'production' });

/**
 * Creates a company with its clock frozen on that day and one subscriber who has the ticket of that month.
 */
async function companyOn(day: string) {
  const made = await createTestCompany(service);
  await freezeClock(service.database.sql, made.company.id, day);
  await addPerson(service.database.sql, made.company.id, {
    termStart: '2026-01-01',
    tickets: [day.slice(0, 7)],
  });
  const post = (payload: string | object, headers: Record<string, string> = {}) =>
    service.app.inject({
      method: 'POST',
      url: '/test-clock',
      headers: { authorization: basic(made.key), 'content-type': 'application/json', ...headers },
      payload,
    });
  return { ...made, post };
}

describe('the test clock', () => {
  it('shows the business date, and whether it is frozen', async () => {
    const { get } = await createTestCompany(service);
    const running = (await get('/test-clock')).json().data;
    assert.equal(running.frozen, false);
    assert.match(running.businessDate, /^\d{4}-\d{2}-\d{2}$/);
    const { get: getFrozen } = await companyOn('2026-11-15');
    assert.deepEqual((await getFrozen('/test-clock')).json().data, {
      resource: 'test-clock',
      businessDate: '2026-11-15',
      frozen: true,
      _links: { self: { href: 'https://tickets.example.com/test-clock', type: 'application/json' } },
    });
  });

  it('moves to a day, and issues the tickets of every month on the way in order', async () => {
    const { post, get } = await companyOn('2026-11-15');
    const answer = await post({ date: '2027-02-03' });
    assert.equal(answer.statusCode, 200, answer.body);
    assert.deepEqual(answer.json().data, {
      resource: 'test-clock',
      businessDate: '2027-02-03',
      frozen: true,
      ticketsIssued: 3,
      steps: [
        { businessDate: '2026-12-01', ticketsIssued: 1 },
        { businessDate: '2027-01-01', ticketsIssued: 1 },
        { businessDate: '2027-02-01', ticketsIssued: 1 },
        { businessDate: '2027-02-03', ticketsIssued: 0 },
      ],
      _links: { self: { href: 'https://tickets.example.com/test-clock', type: 'application/json' } },
    });
    assert.equal((await get('/test-clock')).json().data.businessDate, '2027-02-03');
  });

  it('first issues the current month, if that has not been issued', async () => {
    const { post, company } = await companyOn('2026-11-15');
    await service.database.sql`delete from tickets where company_id = ${company.id}`;
    assert.equal((await post({ advanceMonths: 1 })).json().data.ticketsIssued, 2);
  });

  it('advances by days and by months, to the last day of a shorter month', async () => {
    const { post } = await companyOn('2028-01-30');
    assert.equal((await post({ advanceDays: 1 })).json().data.businessDate, '2028-01-31');
    assert.equal((await post({ advanceMonths: 1 })).json().data.businessDate, '2028-02-29');
    assert.equal((await post({ advanceMonths: 12 })).json().data.businessDate, '2029-02-28');
  });

  it('freezes on the current day if the request names it', async () => {
    const { post } = await companyOn('2026-11-15');
    const { data } = (await post({ date: '2026-11-15' })).json();
    assert.deepEqual([data.businessDate, data.frozen], ['2026-11-15', true]);
  });

  it('does not go back', async () => {
    const { post, get } = await companyOn('2026-11-15');
    assertProblem(await post({ date: '2026-11-14' }), 409, 'clock-cannot-go-back');
    assert.equal((await get('/test-clock')).json().data.businessDate, '2026-11-15');
  });

  it("moves the clock of the key's company and of no other", async () => {
    const mine = await companyOn('2026-11-15');
    const other = await companyOn('2026-11-15');
    await mine.post({ advanceMonths: 2 });
    assert.equal((await other.get('/test-clock')).json().data.businessDate, '2026-11-15');
  });

  it('writes an audit row that names the key', async () => {
    const { post, company, key } = await companyOn('2026-11-15');
    await post({ advanceDays: 1 });
    const rows = await service.database.sql`
      select actor_type, actor_id, details from audit_log
        where company_id = ${company.id} and action = 'clock-moved'`;
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [{ actor_type: 'api-key', actor_id: key.id, details: { businessDate: '2026-11-16' } }],
    );
  });

  it('moves by at most 120 months at a time', async () => {
    const { post } = await companyOn('2026-11-15');
    for (const [field, body] of [
      ['date', { date: '2036-11-16' }],
      ['date', { date: '9999-12-31' }],
      ['advanceDays', { advanceDays: 3_654 }],
      ['advanceDays', { advanceDays: Number.MAX_SAFE_INTEGER }],
      ['advanceMonths', { advanceMonths: 121 }],
    ] as const) {
      const { errors } = assertProblem(await post(body), 422, 'invalid-values');
      assert.deepEqual([errors[0].pointer, errors[0].code], [`/${field}`, 'too-large']);
    }
    assert.equal((await post({ date: '2036-11-15' })).statusCode, 200);
  });

  it('refuses dates after the year 9998', async () => {
    const { post } = await companyOn('9998-12-15');
    assertProblem(await post({ advanceMonths: 1 }), 422, 'invalid-values');
    assert.equal((await post({ date: '9998-12-31' })).statusCode, 200);
    assertProblem(await post({ advanceDays: 1 }), 422, 'invalid-values');
  });

  it('needs exactly one way to move, and points to the invalid field', async () => {
    const { post } = await companyOn('2026-11-15');
    for (const [body, pointers] of [
      [{}, ['/date']],
      [{ other: 1 }, ['/date']],
      [{ date: '2026-12-01', advanceDays: 1 }, ['/advanceDays']],
      [{ date: '2026-12-01', advanceDays: 1, advanceMonths: 1 }, ['/advanceDays', '/advanceMonths']],
      [{ date: '2026-02-30' }, ['/date']],
      [{ date: '2026-12-01T00:00:00Z' }, ['/date']],
      [{ date: 20261201 }, ['/date']],
      [{ date: null }, ['/date']],
      [{ advanceDays: 0 }, ['/advanceDays']],
      [{ advanceDays: -1 }, ['/advanceDays']],
      [{ advanceDays: 1.5 }, ['/advanceDays']],
      [{ advanceDays: '1' }, ['/advanceDays']],
      [{ advanceMonths: [] }, ['/advanceMonths']],
      [{ date: 'x', advanceMonths: 'y' }, ['/date', '/advanceMonths']],
    ] as const) {
      const { errors } = assertProblem(await post(body), 422, 'invalid-values');
      assert.deepEqual(
        errors.map(({ pointer }: { pointer: string }) => pointer),
        pointers,
        JSON.stringify(body),
      );
    }
  });

  it('ignores unknown fields', async () => {
    const { post } = await companyOn('2026-11-15');
    const answer = await post('{"advanceDays":1,"note":"x","__proto__":{"date":"2020-01-01"}}');
    assert.equal(answer.statusCode, 200, answer.body);
  });

  it('needs a JSON object, and refuses any other JSON value', async () => {
    const { post } = await companyOn('2026-11-15');
    for (const payload of ['[]', '"2026-12-01"', '1', 'null', 'true']) {
      const answer = await post(payload);
      assert.equal(answer.statusCode, 422, payload);
      assert.deepEqual(answer.json().errors, [
        { in: 'body', pointer: '', code: 'wrong-type', message: 'must be object' },
      ]);
      assert.equal(answer.json().detail, 'The body must be object.');
    }
  });

  it('refuses a body that is not JSON in UTF-8, without quoting it', async () => {
    const { post } = await companyOn('2026-11-15');
    for (const payload of ['canary', '{"date":', '{"date":"2026-12-01"}x', "{'date':1}", '', ' '])
      assert.doesNotMatch(assertProblem(await post(payload), 400, 'malformed-request').detail, /canary/);
    assertProblem(
      await post(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
      400,
      'malformed-request',
    );
  });

  it('refuses an empty body', async () => {
    const { key } = await companyOn('2026-11-15');
    const answer = await service.app.inject({
      method: 'POST',
      url: '/test-clock',
      headers: { authorization: basic(key) },
    });
    assert.match(assertProblem(answer, 400, 'malformed-request').detail, /no body/);
  });

  it('accepts application/json only, and uncompressed', async () => {
    const { post } = await companyOn('2026-11-15');
    const body = '{"advanceDays":1}';
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'canary', ''])
      assertProblem(await post(body, { 'content-type': type }), 415, 'unsupported-media-type');
    assertProblem(await post(body, { 'content-encoding': 'gzip' }), 415, 'unsupported-media-type');
    for (const type of ['application/json; charset=utf-8', 'Application/JSON'])
      assert.equal((await post(body, { 'content-type': type })).statusCode, 200, type);
  });

  it('refuses a body over 16 KiB and states the limit', async () => {
    const { post, get } = await companyOn('2026-11-15');
    const ofBytes = (bytes: number) => `{"advanceDays":1${' '.repeat(bytes - 17)}}`;
    assert.equal((await post(ofBytes(16_384))).statusCode, 200);
    assert.match(assertProblem(await post(ofBytes(16_385)), 413, 'payload-too-large').detail, /16384/);
    assert.equal((await get('/limits')).json().data.smallBodyBytesMaximum, 16_384);
  });

  it('checks credentials, then permissions, then the body', async () => {
    const powerless = await createTestCompany(service, PERMISSIONS.slice(1));
    const bad = { method: 'POST', url: '/test-clock', payload: '{' } as const;
    const type = { 'content-type': 'text/plain' };
    assertProblem(await service.app.inject({ ...bad, headers: type }), 401, 'invalid-credentials');
    const headers = { ...type, authorization: basic(powerless.key) };
    const { missingPermissions } = assertProblem(
      await service.app.inject({ ...bad, headers }),
      403,
      'missing-permission',
    );
    assert.deepEqual(missingPermissions, ['view-employees']);
  });

  it('is in the OpenAPI document with its body and all its answers', async () => {
    const { paths } = (await service.app.inject('/openapi.json')).json();
    const { post } = paths['/test-clock'];
    assert.deepEqual(Object.keys(post.requestBody.content), ['application/json']);
    assert.deepEqual(Object.keys(post.requestBody.content['application/json'].schema.properties), [
      'date',
      'advanceDays',
      'advanceMonths',
    ]);
    for (const status of [200, 400, 401, 403, 409, 413, 415, 422, 429])
      assert.ok(post.responses[status], `${status}`);
  });

  it('does not exist on production', async () => {
    const { key } = await createTestCompany(production);
    const headers = { authorization: basic(key), 'content-type': 'application/json' };
    for (const method of ['GET', 'HEAD', 'POST'] as const) {
      const answer = await production.app.inject({
        method,
        url: '/test-clock',
        headers,
        ...(method === 'POST' && { payload: { advanceDays: 1 } }),
      });
      assert.equal(answer.statusCode, 404);
    }
    const { paths } = (await production.app.inject('/openapi.json')).json();
    assert.equal(paths['/test-clock'], undefined);
  });
});
