import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startProvider } from '../../support/identity-provider.ts';
import { assertProblem } from '../../support/problem.ts';
import { createTestService } from '../../support/service.ts';
import { type Answer, age, ask, COOKIE, createPortalCompany, newSession, tokenIn } from '../portal.ts';
import {
  begin,
  cookiesIn,
  createCompanyWithProvider,
  finish,
  REDIRECT_URI,
  SETTINGS,
  signInThrough,
} from './company.ts';

const service = await createTestService();
const { sql } = service.database;
const provider = await startProvider({ redirectUri: REDIRECT_URI });
const world = await createCompanyWithProvider(service, provider);
const { link, admin } = world;
provider.accounts.set('ada', { email: admin.email, email_verified: true });
provider.accounts.set('eve', { email: 'eve@example.com', email_verified: true });

function over(answer: Answer): void {
  assert.equal(assertProblem(answer, 403, 'identity-refused').reason, 'sign-in-over');
}

test('the browser is sent to the provider with state, nonce and PKCE, and the cookie is bound to this host', async () => {
  const { answer, url } = await begin(service, link, { email: 'ada@example.com' });
  const { origin, pathname, searchParams } = new URL(url);
  assert.equal(`${origin}${pathname}`, `${provider.issuer}/auth`);
  assert.equal(searchParams.get('response_type'), 'code');
  assert.equal(searchParams.get('redirect_uri'), REDIRECT_URI);
  assert.equal(searchParams.get('code_challenge_method'), 'S256');
  assert.equal(searchParams.get('login_hint'), 'ada@example.com');
  assert.equal(searchParams.get('scope'), 'openid email profile');
  for (const name of ['state', 'nonce', 'code_challenge'])
    assert.equal(searchParams.get(name)?.length, 43, name);
  const [cookie] = [answer.headers['set-cookie'] ?? ''].flat();
  assert.match(
    cookie ?? '',
    /^__Host-transit-identity=[\w.-]+; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=600$/,
  );
  // The secret of the cookie is not in the address.
  assert.ok(!url.includes(cookie?.slice(24, 60) ?? ''));
});

test('an answer works once', async () => {
  const { url, cookie } = await begin(service, link);
  const query = await provider.signIn(url, 'ada');
  const answers = await Promise.all([finish(service, query, cookie), finish(service, query, cookie)]);
  const [done, again] = answers.sort((a, b) => a.statusCode - b.statusCode);
  assert.equal(done?.statusCode, 200, done?.body);
  assert.ok(again);
  over(again);
  over(await finish(service, query, cookie));
});

test('a tampered state is refused and does not use the sign-in up', async () => {
  const { url, cookie } = await begin(service, link);
  const query = await provider.signIn(url, 'ada');
  for (const change of [
    (given: URLSearchParams) => given.set('state', 'x'.repeat(43)),
    (given: URLSearchParams) => given.delete('state'),
    (given: URLSearchParams) => given.set('state', ''),
  ]) {
    const changed = new URLSearchParams(query);
    change(changed);
    over(await finish(service, `?${changed}`, cookie));
  }
  assert.equal((await finish(service, query, cookie)).statusCode, 200);
});

test('an answer is refused in another browser, with a forged cookie and without one', async () => {
  const { url, cookie } = await begin(service, link);
  const query = await provider.signIn(url, 'ada');
  const other = await begin(service, link);
  over(await finish(service, query, other.cookie));
  over(await finish(service, query, ''));
  const [name, token = ''] = cookie.split('=');
  const [secret, key, signature = ''] = token.split('.');
  over(
    await finish(
      service,
      query,
      `${name}=${secret}.${key}.${signature.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))}`,
    ),
  );
  over(await finish(service, query, `${name}=${secret}`));
  // An attacker who has signed in cannot have the victim's browser finish that sign-in.
  over(
    await finish(
      service,
      query,
      cookiesIn(await ask(service, '/identity/begin', { method: 'POST', body: { link } })),
    ),
  );
});

test('a code of another sign-in is refused: the verifier does not fit', async () => {
  const one = await begin(service, link);
  const other = await begin(service, link);
  const query = new URLSearchParams(await provider.signIn(one.url, 'ada'));
  query.set('state', new URL(other.url).searchParams.get('state') ?? '');
  assertProblem(await finish(service, `?${query}`, other.cookie), 502, 'identity-provider-failed');
});

test('an answer of another issuer is refused', async () => {
  const { url, cookie } = await begin(service, link);
  const query = new URLSearchParams(await provider.signIn(url, 'ada'));
  assert.equal(query.get('iss'), provider.issuer);
  query.set('iss', 'https://evil.example');
  assertProblem(await finish(service, `?${query}`, cookie), 502, 'identity-provider-failed');
});

test('a sign-in that took too long is refused, and its row is deleted', async () => {
  const { url, cookie } = await begin(service, link);
  const query = await provider.signIn(url, 'ada');
  await sql`update identity_attempts set expires_at = now()`;
  over(await finish(service, query, cookie));
});

test('a person who cancels at the provider is told so, and the log has no line', async () => {
  const { url, cookie } = await begin(service, link);
  const state = new URL(url).searchParams.get('state');
  const before = (await world.log('sign-in-failed')).length;
  const query = `?error=access_denied&error_description=no&state=${state}&iss=${encodeURIComponent(provider.issuer)}`;
  const answer = await finish(service, query, cookie);
  assert.equal(assertProblem(answer, 403, 'identity-refused').reason, 'provider-refused');
  assert.equal((await world.log('sign-in-failed')).length, before);
});

test('rubbish in place of an answer is refused', async () => {
  for (const query of ['', '?', '?code=', `?code=x&state=y`, '%', `?${'x'.repeat(7000)}`, '?state=a&state=b'])
    over(await finish(service, query, (await begin(service, link)).cookie));
  const { url, cookie } = await begin(service, link);
  const state = new URL(url).searchParams.get('state');
  assertProblem(await finish(service, `?state=${state}`, cookie), 502, 'identity-provider-failed');
  assertProblem(await finish(service, `?${'x'.repeat(8001)}`, cookie), 422, 'invalid-values');
});

test('the session of the browser before ends', async () => {
  const earlier = await newSession(service, admin);
  const { url, cookie } = await begin(service, link);
  const query = await provider.signIn(url, 'ada');
  const answer = await finish(service, query, `${cookie}; ${COOKIE}=${earlier}`);
  assert.equal(answer.statusCode, 200);
  assertProblem(await ask(service, '/session', { token: earlier }), 401, 'not-signed-in');
});

test('the person comes back to the page of the portal that was asked for, and to no other site', async () => {
  for (const [returnTo, expected] of [
    ['/portal/employees?search=a', '/portal/employees?search=a'],
    ['https://evil.example/portal', '/portal'],
    ['//evil.example', '/portal'],
  ]) {
    const { url, cookie } = await begin(service, link, { returnTo });
    const answer = await finish(service, await provider.signIn(url, 'ada'), cookie);
    assert.equal(answer.json().data.returnPath, expected);
  }
});

test('an unknown link is not found', async () => {
  for (const unknown of ['x', 'A'.repeat(22), '../session', String(world.company.id)])
    assertProblem((await begin(service, unknown)).answer, 404, 'not-found');
});

test('an address finds the providers that allow its domain, whether or not a user has it', async () => {
  const find = async (email: string, on = service) =>
    (await ask(on, '/identity/find', { method: 'POST', body: { email } })).json().data.providers;
  const { admin: other } = await createPortalCompany(service, 'Andere GmbH');
  const body = { ...SETTINGS, issuer: provider.issuer, domains: ['only.example'] };
  assert.equal((await other.send('/identity-provider', { method: 'PUT', body })).statusCode, 200);
  const found = await find('nobody@only.example');
  assert.deepEqual(found, await find('NOBODY@ONLY.EXAMPLE'));
  assert.deepEqual(
    found.map(({ companyName }: { companyName: string }) => companyName),
    ['Andere GmbH'],
  );
  assert.equal((await begin(service, found[0].link)).answer.statusCode, 200);
  for (const email of ['x', 'a@b', 'ada@sub.only.example', '@', 'only.example@example.org'])
    assert.deepEqual(await find(email), [], email);
});

test('beginning is counted for the network address, and taken back after success', async () => {
  const from = { address: '198.51.100.7' };
  await sql`delete from portal_attempts`;
  for (let attempt = 0; attempt < 50; attempt++)
    assert.equal((await begin(service, 'unknown', {}, from)).answer.statusCode, 404);
  assertProblem((await begin(service, link, {}, from)).answer, 429, 'too-many-requests');
  const elsewhere = { address: '203.0.113.9' };
  for (let attempt = 0; attempt < 3; attempt++) {
    const { url, cookie } = await begin(service, link, {}, elsewhere);
    assert.equal(
      (await finish(service, await provider.signIn(url, 'ada'), cookie, elsewhere)).statusCode,
      200,
    );
  }
  const counts = await sql<{ attempts: number }[]>`select attempts from portal_attempts order by attempts`;
  assert.equal(counts[0]?.attempts, 0);
});

test('requests of other sites are refused', async () => {
  const headers = { origin: 'https://evil.example' };
  for (const path of ['/identity/begin', '/identity/finish', '/identity/find', '/identity/confirm'])
    assertProblem(await ask(service, path, { method: 'POST', body: {}, headers }), 403, 'foreign-origin');
});

test('a session confirms through the provider, as the same person only', async () => {
  const token = tokenIn(await signInThrough(service, provider, link, 'ada'));
  await age(service, token, '10 minutes');
  const change = () =>
    ask(service, '/invitations', { method: 'POST', token, body: { email: 'x@example.com', role: 'viewer' } });
  assertProblem(await change(), 403, 'confirmation-required');
  const confirm = async (account: string, session = token) => {
    const answer = await ask(service, '/identity/confirm', { method: 'POST', token });
    const { url } = answer.json().data;
    const { searchParams } = new URL(url);
    assert.equal(searchParams.get('prompt'), 'login');
    assert.equal(searchParams.get('max_age'), '300');
    const query = await provider.signIn(url, account);
    return await finish(service, query, `${cookiesIn(answer)}; ${COOKIE}=${session}`);
  };
  const asEve = await confirm('eve');
  assert.equal(assertProblem(asEve, 403, 'identity-refused').reason, 'other-user');
  over(await confirm('ada', await newSession(service, admin)));
  assertProblem(await change(), 403, 'confirmation-required');
  const confirmed = await confirm('ada');
  assert.equal(confirmed.json().data.step, 'confirmed');
  assert.equal((await change()).statusCode, 201);
});

test('a confirmation signs nobody in, and a sign-in confirms no other session', async () => {
  const token = tokenIn(await signInThrough(service, provider, link, 'ada'));
  await age(service, token, '10 minutes');
  const { url, cookie } = await begin(service, link);
  const signedIn = await finish(service, await provider.signIn(url, 'ada'), cookie);
  assert.equal(signedIn.json().data.step, 'signed-in');
  const { confirmedUntil } = (await ask(service, '/session', { token })).json().data;
  assert.equal(confirmedUntil, null);
  const begun = await ask(service, '/identity/confirm', { method: 'POST', token });
  const query = await provider.signIn(begun.json().data.url, 'ada');
  const answer = await finish(service, query, `${cookiesIn(begun)}; ${COOKIE}=${token}`);
  assert.ok(!/transit-portal=/.test(String(answer.headers['set-cookie'])));
});
