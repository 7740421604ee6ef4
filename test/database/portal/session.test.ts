import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOwnSession } from '../../../src/http/portal/session.ts';
import { assertProblem, withoutRequestId } from '../support/problem.ts';
import { createTestService } from '../support/service.ts';
import {
  age,
  ask,
  COOKIE,
  createPortalCompany,
  createPortalUser,
  newSession,
  ORIGIN,
  PASSWORD,
  signIn,
  tokenIn,
} from './portal.ts';

const service = await createTestService();
const { sql } = service.database;
const { company, admin } = await createPortalCompany(service);

async function auditActions(userId: number): Promise<string[]> {
  const rows = await sql<{ action: string }[]>`
    select action from audit_log
    where company_id = ${company.id} and actor_type = 'portal-user' and actor_id = ${userId} order by id`;
  return rows.map(({ action }) => action);
}

test('signing in creates a session, which shows the user and the company', async () => {
  const user = await createPortalUser(service, company.id, 'viewer');
  const answer = await user.send('/session');
  assert.equal(answer.statusCode, 200);
  const { data } = answer.json();
  assert.deepEqual(data.user, { id: user.id, email: user.email, role: 'viewer' });
  assert.deepEqual(data.rights, ['see-people', 'see-costs', 'see-settings']);
  assert.deepEqual(data.company, {
    id: company.id,
    name: 'Beispiel GmbH',
    locale: 'de-DE',
    timeZone: 'Europe/Berlin',
  });
  assert.equal(data.environment, 'staging');
  assert.match(data.businessDate, /^\d{4}-\d\d-\d\d$/);
  assert.ok(Date.parse(data.confirmedUntil) <= Date.now() + 5 * 60_000 + 2000);
  assert.deepEqual(await auditActions(user.id), ['signed-in']);
});

test('a browser without a session learns that nobody is signed in, without an error in its console', async () => {
  const answer = await ask(service, '/session');
  assert.equal(answer.statusCode, 200);
  assert.deepEqual(answer.json(), { data: null });
  assertProblem(await ask(service, '/session', { token: 'B'.repeat(43) }), 401, 'not-signed-in');
});

test('the cookies are HttpOnly, SameSite and Secure', async () => {
  const answer = await signIn(service, admin.email);
  const [session = '', knownBrowser = ''] = [answer.headers['set-cookie'] ?? []].flat();
  assert.match(
    knownBrowser,
    /^__Host-transit-known-browser=[\w.-]+; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=31536000$/,
  );
  assert.match(session, new RegExp(`^${COOKIE}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict; Secure$`));
  assert.equal(answer.headers['cache-control'], 'no-store');
});

test('the stored value of a session cannot be used as its token', async () => {
  const token = tokenIn(await signIn(service, admin.email));
  const rows = await sql<{ digest: Buffer }[]>`select token_digest as digest from portal_sessions`;
  for (const { digest } of rows) {
    assert.ok(!digest.equals(Buffer.from(token)));
    const answer = await ask(service, '/session', { token: digest.toString('base64url') });
    assertProblem(answer, 401, 'not-signed-in');
  }
});

test('plain http works on staging, and on production only on loopback', async () => {
  for (const [environment, baseUrl, works] of [
    ['staging', 'http://192.0.2.1:8080', true],
    ['production', 'http://127.0.0.1:8080', true],
    ['production', 'http://[::1]:8080', true],
    ['production', 'http://localhost:8080', true],
    ['production', 'http://192.0.2.1:8080', false],
    ['production', 'http://127.0.0.1.example.com', false],
    ['production', 'https://tickets.example.com', true],
  ] as const) {
    const plain = await createTestService({ BASE_URL: baseUrl, TRANSIT_ENV: environment }, service.database);
    const answer = await signIn(plain, admin.email, { headers: { origin: new URL(baseUrl).origin } });
    if (!works) {
      assertProblem(answer, 403, 'https-required');
      continue;
    }
    assert.equal(answer.statusCode, 200, baseUrl);
    const [cookie = ''] = [answer.headers['set-cookie'] ?? []].flat();
    if (baseUrl.startsWith('https:')) assert.match(cookie, /^__Host-transit-portal=.*; Secure$/);
    else assert.match(cookie, /^transit-portal=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  }
});

test('under https a cookie without the __Host- prefix is ignored', async () => {
  const answer = await ask(service, '/overview', { headers: { cookie: `transit-portal=${admin.token}` } });
  assertProblem(answer, 401, 'not-signed-in');
});

test('signing in always creates a new session: a token that the browser sent before stays invalid', async () => {
  const planted = 'A'.repeat(43);
  const first = tokenIn(await signIn(service, admin.email, { token: planted }));
  assert.notEqual(first, planted);
  assertProblem(await ask(service, '/session', { token: planted }), 401, 'not-signed-in');
  const second = tokenIn(await signIn(service, admin.email, { token: first }));
  assert.notEqual(second, first);
  assertProblem(await ask(service, '/session', { token: first }), 401, 'not-signed-in');
  assert.equal((await ask(service, '/session', { token: second })).statusCode, 200);
});

test('signing out ends the session on the server, and clears the cookie', async () => {
  const user = await createPortalUser(service, company.id);
  const answer = await user.send('/session', { method: 'DELETE' });
  assert.equal(answer.statusCode, 204);
  assert.match(String(answer.headers['set-cookie']), /^__Host-transit-portal=; .*Max-Age=0$/);
  assertProblem(await user.send('/session'), 401, 'not-signed-in');
  assert.deepEqual(await auditActions(user.id), ['signed-in', 'signed-out']);
});

test('an idle session ends after two hours, and a used session after twelve', async () => {
  const idle = await createPortalUser(service, company.id);
  await age(service, idle.token, '119 minutes');
  assert.equal((await idle.send('/session')).statusCode, 200);
  await age(service, idle.token, '121 minutes');
  assertProblem(await idle.send('/session'), 401, 'not-signed-in');

  const left = await createPortalUser(service, company.id);
  for (const path of ['/overview', '/attention']) {
    await age(service, left.token, '59 minutes');
    assert.equal((await left.send(path)).statusCode, 200, 'an open page asks on');
  }
  await age(service, left.token, '3 minutes');
  for (const path of ['/overview', '/attention']) assertProblem(await left.send(path), 401, 'not-signed-in');

  const busy = await createPortalUser(service, company.id);
  for (let hour = 1; hour < 12; hour++) {
    await age(service, busy.token, '1 hour');
    assert.equal((await busy.send('/session')).statusCode, 200, `${hour} hours`);
  }
  await age(service, busy.token, '61 minutes');
  assertProblem(await busy.send('/session'), 401, 'not-signed-in');
});

test('an answer without a session does not request basic authentication', async () => {
  const answer = await ask(service, '/overview');
  assertProblem(answer, 401, 'not-signed-in');
  assert.doesNotMatch(String(answer.headers['www-authenticate']), /basic/i);
});

test('a wrong password and an unknown address get byte-identical answers', async () => {
  const said = async (email: string) => {
    const { body, headers, statusCode } = await ask(service, '/session', {
      method: 'POST',
      body: { email, password: 'not the password' },
    });
    const { 'x-request-id': _id, date: _date, ...rest } = headers;
    return { body: withoutRequestId(body), headers: rest, statusCode };
  };
  const wrong = await said(admin.email);
  assert.equal(wrong.statusCode, 401);
  assert.equal(wrong.headers['www-authenticate'], 'Portal');
  assert.equal(JSON.parse(wrong.body).code, 'sign-in-failed');
  assert.deepEqual(await said('nobody@example.com'), wrong);
});

test('the e-mail address is accepted in any case and with surrounding spaces', async () => {
  const answer = await signIn(service, ` ${admin.email.toUpperCase()} `);
  assert.equal(answer.statusCode, 200);
});

test('invalid values are refused by field, and never repeated in the answer', async () => {
  const bodies = [
    {},
    { email: 'a@b', password: 3 },
    { email: '', password: '' },
    { email: 'x\0@y', password: 'z' },
  ];
  for (const body of bodies) {
    const answer = await ask(service, '/session', { method: 'POST', body });
    assertProblem(answer, 422, 'invalid-values');
  }
});

test('a new password ends all other sessions of the user', async () => {
  const user = await createPortalUser(service, company.id);
  const elsewhere = tokenIn(await signIn(service, user.email));
  const change = (currentPassword: string, newPassword: string) =>
    user.send('/password', { method: 'POST', body: { currentPassword, newPassword } });

  const wrong = assertProblem(await change('not the password', 'a new long password'), 422, 'invalid-values');
  assert.deepEqual(wrong.errors[0], {
    in: 'body',
    pointer: '/currentPassword',
    code: 'wrong',
    message: 'is wrong',
  });
  const short = assertProblem(await change(PASSWORD, 'short'), 422, 'invalid-values');
  assert.equal(short.errors[0].pointer, '/newPassword');
  assert.equal((await ask(service, '/session', { token: elsewhere })).statusCode, 200);

  const answer = await change(PASSWORD, 'a new long password');
  assert.equal(answer.statusCode, 200);
  for (const token of [user.token, elsewhere])
    assertProblem(await ask(service, '/session', { token }), 401, 'not-signed-in');
  assert.equal((await ask(service, '/session', { token: tokenIn(answer) })).statusCode, 200);
  assertProblem(await signIn(service, user.email), 401, 'sign-in-failed');
  const body = { email: user.email, password: 'a new long password' };
  assert.equal((await ask(service, '/session', { method: 'POST', body })).statusCode, 200);
  assert.ok((await auditActions(user.id)).includes('password-changed'));
});

test('routes that ask for the password again are open for five minutes after it was entered', async () => {
  const user = await createPortalUser(service, company.id);
  const invite = () =>
    user.send('/invitations', { method: 'POST', body: { email: 'new@example.com', role: 'viewer' } });
  assert.equal((await invite()).statusCode, 201);
  await age(service, user.token, '5 minutes');
  assertProblem(await invite(), 403, 'confirmation-required');
  assert.equal((await user.send('/session')).json().data.confirmedUntil, null);

  const wrong = await user.send('/session/confirm', { method: 'POST', body: { password: 'wrong' } });
  assert.equal(assertProblem(wrong, 422, 'invalid-values').errors[0].pointer, '/password');
  assertProblem(await invite(), 403, 'confirmation-required');

  const right = await user.send('/session/confirm', { method: 'POST', body: { password: PASSWORD } });
  assert.ok(right.json().data.confirmedUntil);
  assert.equal((await invite()).statusCode, 201);
});

test('requests that change data are accepted only from our own pages', async () => {
  const cases: [headers: Record<string, string>, allowed: boolean][] = [
    [{ origin: ORIGIN }, true],
    [{ origin: ORIGIN, 'sec-fetch-site': 'same-origin' }, true],
    [{ origin: '', 'sec-fetch-site': 'same-origin' }, false],
    [{ origin: 'https://evil.example' }, false],
    [{ origin: 'https://tickets.example.com.evil.example' }, false],
    [{ origin: 'http://tickets.example.com' }, false],
    [{ origin: 'https://tickets.example.com:8443' }, false],
    [{ origin: 'null' }, false],
    [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, true],
    [{ origin: 'null', 'sec-fetch-site': 'cross-site' }, false],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, false],
    [{ origin: ORIGIN, 'sec-fetch-site': 'cross-site' }, false],
    [{ origin: ORIGIN, 'sec-fetch-site': 'same-site' }, false],
  ];
  for (const [headers, allowed] of cases) {
    const answer = await signIn(service, admin.email, { headers });
    if (allowed) assert.equal(answer.statusCode, 200, JSON.stringify(headers));
    else assertProblem(answer, 403, 'foreign-origin');
  }
  const send = (headers: Record<string, string>) =>
    service.app.inject({
      method: 'DELETE',
      url: '/portal/api/session',
      headers: { cookie: `${COOKIE}=${admin.token}`, ...headers },
    });
  assertProblem(await send({}), 403, 'foreign-origin');
  assertProblem(await send({ 'sec-fetch-site': 'none' }), 403, 'foreign-origin');
  assert.equal((await send({ 'sec-fetch-site': 'same-origin' })).statusCode, 204);
});

test('a session that ends during a request is answered with 401', async () => {
  await assert.rejects(readOwnSession(sql, 'nobody’s', service.config), { code: 'not-signed-in' });
});

test('a user sees where they are signed in, and ends one session or all others', async () => {
  const user = await createPortalUser(service, company.id);
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const more = { headers: { 'user-agent': firefox }, address: '203.0.113.9' };
  const other = tokenIn(await signIn(service, user.email, more));
  const listed = async () => (await user.send('/sessions')).json().data.data;
  const [newest, own] = await listed();
  assert.deepEqual(
    [newest.browser, newest.address, newest.isCurrent, own.isCurrent],
    [firefox, '203.0.113.9', false, true],
  );
  // The own session is ended by signing out only.
  assertProblem(await user.send(`/sessions/${own.id}`, { method: 'DELETE' }), 404, 'not-found');
  const colleague = await createPortalUser(service, company.id);
  assertProblem(await colleague.send(`/sessions/${newest.id}`, { method: 'DELETE' }), 404, 'not-found');
  assert.equal((await user.send(`/sessions/${newest.id}`, { method: 'DELETE' })).statusCode, 204);
  assertProblem(await ask(service, '/session', { token: other }), 401, 'not-signed-in');
  const third = tokenIn(await signIn(service, user.email, more));
  assert.equal((await user.send('/sessions', { method: 'DELETE' })).statusCode, 204);
  assertProblem(await ask(service, '/session', { token: third }), 401, 'not-signed-in');
  assert.equal((await listed()).length, 1);
});

test('a user has at most twenty sessions; the one used least recently ends first', async () => {
  const user = await createPortalUser(service, company.id);
  for (let count = 0; count < 21; count++) await newSession(service, user);
  assertProblem(await user.send('/session'), 401, 'not-signed-in');
  const [{ sessions } = { sessions: 0 }] = await sql<{ sessions: number }[]>`
    select count(*) as sessions from portal_sessions where user_id = ${user.id}`;
  assert.equal(sessions, 20);
});

test('the audit log names address and browser of successful and failed sign-ins', async () => {
  const user = await createPortalUser(service, company.id);
  const more = { headers: { 'user-agent': 'Test 1.0' }, address: '203.0.113.77' };
  await ask(service, '/session', {
    method: 'POST',
    body: { email: user.email, password: 'not the password' },
    ...more,
  });
  await signIn(service, user.email, more);
  const rows = await sql`
    select action, details from audit_log
    where company_id = ${company.id} and subject_type = 'portal-user' and subject_id = ${user.id}
      and action like 'sign%' order by id desc limit 2`;
  const details = { address: '203.0.113.77', browser: 'Test 1.0', factors: ['password'] };
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { action: 'signed-in', details },
      { action: 'sign-in-failed', details },
    ],
  );
});
