import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem } from '../support/problem.ts';
import { basic, createTestCompany, createTestService } from '../support/service.ts';

const limited = await createTestService({ RATE_LIMIT_PER_MINUTE: '5' });
const newKey = () => createTestCompany(limited);

async function useUp(get: Awaited<ReturnType<typeof newKey>>['get']): Promise<void> {
  for (let used = 0; used < 5; used++) assert.equal((await get('/limits')).statusCode, 200);
}

test('the answer shows how many requests are left, and when the limit resets', async () => {
  const { get } = await newKey();
  for (let remaining = 4; remaining >= 0; remaining--) {
    const { statusCode, headers } = await get('/limits');
    assert.equal(statusCode, 200);
    assert.equal(headers['ratelimit-limit'], '5');
    assert.equal(headers['ratelimit-remaining'], String(remaining));
    const reset = Number(headers['ratelimit-reset']);
    assert.ok(reset > 0 && reset <= 60, String(reset));
  }
});

test('a request over the limit is refused, with the time to wait', async () => {
  const { get } = await newKey();
  await useUp(get);
  const answer = await get('/limits');
  const problem = assertProblem(answer, 429, 'too-many-requests');
  assert.match(problem.detail, /5 requests a minute/);
  const wait = Number(answer.headers['retry-after']);
  assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= 60, String(wait));
  assert.equal(answer.headers['ratelimit-remaining'], '0');
});

test('the limit counts all routes of a key together', async () => {
  const { get } = await newKey();
  for (const url of ['/limits', '/employees', '/employees/1', '/hr-integrations', '/employee-documents'])
    assert.notEqual((await get(url)).statusCode, 429, url);
  for (const url of ['/limits', '/employees', '/employees/1', '/hr-integrations'])
    assertProblem(await get(url), 429, 'too-many-requests');
});

test('requests that lack a permission count towards the limit', async () => {
  const { get } = await createTestCompany(limited, []);
  for (let used = 0; used < 5; used++) assert.equal((await get('/employees')).statusCode, 403);
  assertProblem(await get('/employees'), 429, 'too-many-requests');
});

test('other keys are not affected, nor are routes that need no key', async () => {
  const [greedy, modest] = [await newKey(), await newKey()];
  await useUp(greedy.get);
  assert.equal((await greedy.get('/limits')).statusCode, 429);
  assert.equal((await modest.get('/limits')).statusCode, 200);
  for (let asked = 0; asked < 10; asked++) {
    const { statusCode, headers } = await limited.app.inject({
      url: '/health',
      headers: { authorization: basic(greedy.key) },
    });
    assert.equal(statusCode, 200);
    assert.equal(headers['ratelimit-limit'], undefined);
  }
});

test('requests with a wrong password do not count towards the limit of the key', async () => {
  const { key, get } = await newKey();
  const authorization = basic({ ...key, password: 'wrong' });
  for (let tried = 0; tried < 10; tried++)
    assert.equal((await limited.app.inject({ url: '/limits', headers: { authorization } })).statusCode, 401);
  await useUp(get);
});

test('GET /limits shows the rate limit that applies', async () => {
  const { get } = await newKey();
  assert.equal((await get('/limits')).json().data.requestsPerMinute, 5);
});

test('RATE_LIMIT_PER_MINUTE=0 switches the limit off', async () => {
  const unlimited = await createTestService({ RATE_LIMIT_PER_MINUTE: '0' }, limited.database);
  const { get } = await createTestCompany(unlimited);
  for (let asked = 0; asked < 50; asked++) {
    const { statusCode, headers } = await get('/limits');
    assert.equal(statusCode, 200);
    assert.equal(headers['ratelimit-limit'], undefined);
  }
  assert.equal((await get('/limits')).json().data.requestsPerMinute, 0);
});
