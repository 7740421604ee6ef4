import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIdentity } from '../../../../src/accounts/identity/connect.ts';
import { resealSecrets } from '../../../../src/accounts/identity/reseal-secrets.ts';
import { setProvider } from '../../../../src/accounts/identity/set-provider.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { until } from '../../../pure/support/until.ts';
import { CLIENT, startProvider } from '../../support/identity-provider.ts';
import { assertProblem } from '../../support/problem.ts';
import { createTestService, type TestService } from '../../support/service.ts';
import { age, ask, createPortalCompany } from '../portal.ts';
import { begin, createCompanyWithProvider, REDIRECT_URI, SETTINGS, signInThrough } from './company.ts';
import { startForgedProvider } from './forged-provider.ts';

const service = await createTestService();
const { sql } = service.database;
const production = await createTestService({ TRANSIT_ENV: 'production' });
const provider = await startProvider({ redirectUri: REDIRECT_URI });
const KEY = 'Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U';
const NEW_KEY = 'uZ1rM8tVq6KxB0nWd5CyGj7HfS3oLi9E';
const identityWith = (...secretKeys: string[]) =>
  createIdentity({ environment: 'staging', baseUrl: 'https://tickets.example.com', secretKeys });

const put = (
  admin: { send: Awaited<ReturnType<typeof createPortalCompany>>['admin']['send'] },
  change: object,
) =>
  admin.send('/identity-provider', {
    method: 'PUT',
    body: { ...SETTINGS, issuer: provider.issuer, ...change },
  });

test('the page shows the address to register at the provider before anything is set', async () => {
  const { admin } = await createPortalCompany(service);
  assert.deepEqual((await admin.send('/identity-provider')).json(), {
    data: { redirectUri: REDIRECT_URI, provider: null },
  });
});

test('the settings are shown without the secret, and the link stays the same', async () => {
  const { admin, set } = await createCompanyWithProvider(service, provider);
  const answer = await admin.send('/identity-provider');
  const { signInLink, updatedAt: _, ...shown } = answer.json().data.provider;
  const { clientSecret, ...settings } = SETTINGS;
  assert.deepEqual(shown, {
    ...settings,
    issuer: provider.issuer,
    hrValues: [],
    payrollValues: [],
    vouchedDomains: [],
    canBeOnlyWayIn: false,
  });
  assert.match(signInLink, /^https:\/\/tickets\.example\.com\/portal\/sign-in\/[\w-]{22}$/);
  const changed = await set({ clientSecret: 'another secret', createsUsers: true });
  assert.equal(changed.json().data.provider.signInLink, signInLink);
  for (const { body } of [answer, changed])
    assert.ok(!body.includes(clientSecret) && !body.includes('another secret'));
});

test('changes ask for the password again and are audited without the secret', async () => {
  const { admin, set, log } = await createCompanyWithProvider(service, provider);
  await age(service, admin.token, '10 minutes');
  assertProblem(await set(), 403, 'confirmation-required');
  assertProblem(await admin.send('/identity-provider', { method: 'DELETE' }), 403, 'confirmation-required');
  const entries = await log('identity-provider-changed');
  assert.equal(entries.length, 1);
  assert.equal(entries[0]?.details['secretChanged'], true);
  assert.deepEqual(entries[0]?.details['domains'], ['example.com']);
  assert.ok(!JSON.stringify(entries).includes(CLIENT.clientSecret));
});

test('the secret is stored encrypted, and cannot be moved to another company', async () => {
  const one = await createCompanyWithProvider(service, provider);
  const other = await createCompanyWithProvider(service, provider, { clientSecret: 'a secret of the other' });
  const [row] = await sql<{ secret: string }[]>`
    select client_secret as secret from identity_providers where company_id = ${one.company.id}`;
  assert.ok(row && !row.secret.includes(CLIENT.clientSecret));
  await sql`update identity_providers set client_secret = ${row.secret} where company_id = ${other.company.id}`;
  const problem = assertProblem((await begin(service, other.link)).answer, 502, 'identity-provider-failed');
  assert.equal(problem.reason, 'client-secret-unreadable');
});

test('another issuer needs the secret anew', async () => {
  const { admin } = await createCompanyWithProvider(service, provider);
  const elsewhere = await startForgedProvider();
  const { clientSecret: _, ...settings } = SETTINGS;
  const body = { ...settings, issuer: elsewhere.issuer };
  const problem = assertProblem(
    await admin.send('/identity-provider', { method: 'PUT', body }),
    422,
    'invalid-values',
  );
  assert.equal(problem.errors[0].pointer, '/clientSecret');
  // The test of the connection does not send it there either.
  const tested = await admin.send('/identity-provider/test', {
    method: 'POST',
    body: { issuer: elsewhere.issuer, clientId: 'portal' },
  });
  assert.deepEqual(tested.json().data.checks[2], { check: 'client', result: 'not-checked', problem: null });
  assert.ok(!elsewhere.requests.includes('/token'));
});

test('wrong values are refused at their fields', async () => {
  const { admin } = await createPortalCompany(service);
  for (const [change, pointer] of [
    [{ issuer: 'login.example.com' }, '/issuer'],
    [{ issuer: 'http://login.example.com' }, '/issuer'],
    [{ issuer: 'https://login.example.com/?a=1' }, '/issuer'],
    [{ issuer: 'https://user@login.example.com' }, '/issuer'],
    [{ issuer: 'javascript:alert(1)' }, '/issuer'],
    [{ clientId: '  ' }, '/clientId'],
    [{ domains: [] }, '/domains'],
    [{ domains: ['localhost'] }, '/domains'],
    [{ domains: ['a b.example'] }, '/domains'],
    [{ domains: ['*.example.com'] }, '/domains'],
    [{ adminValues: ['x'] }, '/roleClaim'],
    [{ roleClaim: 'groups' }, '/adminValues'],
    [{ clientSecret: undefined }, '/clientSecret'],
    [{ otherRole: 'operator' }, '/otherRole'],
    [{ adminValues: Array.from({ length: 51 }, String) }, '/adminValues'],
  ] as const) {
    const problem = assertProblem(await put(admin, change), 422, 'invalid-values');
    assert.equal(problem.errors[0].pointer, pointer, JSON.stringify(change));
  }
});

test('http is allowed on staging to this machine only, and never on production', async () => {
  const { admin } = await createPortalCompany(service);
  for (const issuer of ['http://localhost:9', 'http://127.0.0.1:9', 'http://[::1]:9'])
    assert.equal((await put(admin, { issuer })).statusCode, 200, issuer);
  const { admin: producer } = await createPortalCompany(production);
  for (const issuer of ['http://localhost:9', 'http://127.0.0.1:9'])
    assertProblem(await put(producer, { issuer }), 422, 'invalid-values');
});

test('on production no address of the operator’s network is asked', async () => {
  const { admin } = await createPortalCompany(production);
  const port = new URL(provider.issuer).port;
  for (const host of [
    '127.0.0.1',
    'localhost',
    '10.0.0.1',
    '169.254.169.254',
    '[::1]',
    '[fd00::1]',
    '0x7f000001',
  ]) {
    const body = { issuer: `https://${host}:${port}`, clientId: 'x', clientSecret: 'y' };
    const answer = await admin.send('/identity-provider/test', { method: 'POST', body });
    assert.deepEqual(
      answer.json().data.checks[0],
      { check: 'discovery', result: 'failed', problem: 'address-not-allowed' },
      host,
    );
  }
});

test('on production an address finds only domains for which the operator vouches', async () => {
  const { company, admin } = await createPortalCompany(production);
  const find = async (on: TestService, email: string) =>
    (await ask(on, '/identity/find', { method: 'POST', body: { email } })).json().data.providers.length;
  const settings = { ...SETTINGS, issuer: 'https://login.example.com' };
  const set = async (change: object) => {
    const body = { ...settings, ...change };
    return (await admin.send('/identity-provider', { method: 'PUT', body })).json().data.provider
      .vouchedDomains;
  };
  assert.deepEqual(await set({ domains: ['one.example'] }), []);
  assert.equal(await find(production, 'ada@one.example'), 0);
  const identity = { ...identityWith(KEY), environment: 'production' as const };
  await production.database.sql.begin((tx) =>
    setProvider(tx, company.id, OPERATOR, { domains: ['one.example', 'two.example'] }, identity),
  );
  assert.equal(await find(production, 'ada@one.example'), 1);
  // The admin keeps what the operator has vouched for, and adds only the right to sign in.
  assert.deepEqual(await set({ domains: ['one.example', 'victim.example'] }), ['one.example']);
  assert.equal(await find(production, 'ada@one.example'), 1);
  assert.equal(await find(production, 'ada@victim.example'), 0);
  // A domain that comes back needs the operator again.
  assert.deepEqual(await set({ domains: ['two.example'] }), []);
  // Other settings by the operator vouch for nothing.
  await production.database.sql.begin((tx) =>
    setProvider(tx, company.id, OPERATOR, { createsUsers: true }, identity),
  );
  assert.equal(await find(production, 'ada@two.example'), 0);
});

test('the test of the connection says what is wrong', async () => {
  const { admin } = await createPortalCompany(service);
  const run = async (change: object) => {
    const body = { ...CLIENT, issuer: provider.issuer, ...change };
    const answer = await admin.send('/identity-provider/test', { method: 'POST', body });
    return answer
      .json()
      .data.checks.map(
        ({ result, problem }: { result: string; problem: string | null }) => problem ?? result,
      );
  };
  assert.deepEqual(await run({}), ['fine', 'fine', 'fine']);
  assert.deepEqual(await run({ clientSecret: undefined }), ['fine', 'fine', 'not-checked']);
  assert.deepEqual(await run({ clientSecret: 'wrong' }), ['fine', 'fine', 'client-rejected']);
  assert.deepEqual(await run({ clientId: 'unknown' }), ['fine', 'fine', 'client-rejected']);
  const failed = (problem: string) => [problem, 'not-checked', 'not-checked'];
  assert.deepEqual(await run({ issuer: `${provider.issuer}/tenant` }), failed('no-document'));
  assert.deepEqual(await run({ issuer: 'http://127.0.0.1:9' }), failed('unreachable'));
  assert.deepEqual(await run({ issuer: 'https://no-such-host.invalid' }), failed('unknown-host'));
  assert.deepEqual(
    await run({ issuer: provider.issuer.replace('127.0.0.1', 'localhost') }),
    failed('other-issuer'),
  );
  const forged = await startForgedProvider();
  forged.answerWith({ '/keys': forged.json({ keys: [] }) });
  assert.deepEqual(await run({ issuer: forged.issuer }), ['fine', 'no-keys', 'not-checked']);
  forged.answerWith({ '/.well-known/openid-configuration': (response) => void response.end('<html>') });
  assert.deepEqual(await run({ issuer: forged.issuer }), failed('answer-invalid'));
});

test('a company tests one connection at a time, and another company need not wait', async () => {
  const [one, other] = [await createPortalCompany(service), await createPortalCompany(service)];
  const forged = await startForgedProvider();
  const asked: (() => void)[] = [];
  forged.answerWith({
    '/.well-known/openid-configuration': (response) => void asked.push(() => void response.end('<html>')),
  });
  const body = { ...CLIENT, issuer: forged.issuer };
  const run = ({ admin }: typeof one) => admin.send('/identity-provider/test', { method: 'POST', body });
  const running = [run(one), run(one), run(one), run(other)].map(async (answer) => (await answer).statusCode);
  await until('both companies are served', () => asked.length >= 2);
  assert.equal((await one.admin.send('/session')).statusCode, 200);
  assert.equal(asked.length, 2);
  for (let answered = 0; answered < 4; answered++) {
    await until('the next one asks', () => asked.length > answered);
    asked[answered]?.();
  }
  assert.deepEqual(await Promise.all(running), [200, 200, 200, 200]);
});

test('the test of the connection uses the stored secret for the stored client', async () => {
  const { admin } = await createCompanyWithProvider(service, provider);
  const body = { issuer: provider.issuer, clientId: CLIENT.clientId };
  const answer = await admin.send('/identity-provider/test', { method: 'POST', body });
  assert.deepEqual(answer.json().data.checks[2], { check: 'client', result: 'fine', problem: null });
});

test('removing the provider ends sign-ins on their way, and users keep their passwords', async () => {
  const { admin, link, log } = await createCompanyWithProvider(service, provider);
  await begin(service, link);
  assert.equal((await admin.send('/identity-provider', { method: 'DELETE' })).statusCode, 204);
  assertProblem((await begin(service, link)).answer, 404, 'not-found');
  assert.equal((await admin.send('/identity-provider')).json().data.provider, null);
  assert.equal((await log('identity-provider-removed')).length, 1);
});

test('after a rotation of SECRET_KEY secrets are encrypted again, and the old key can be dropped', async () => {
  await sql`delete from identity_providers`;
  const { company, link, admin } = await createCompanyWithProvider(service, provider);
  const secret = async () => {
    const [row] = await sql<{ secret: string }[]>`
      select client_secret as secret from identity_providers where company_id = ${company.id}`;
    return row?.secret ?? '';
  };
  const before = await secret();
  assert.deepEqual(await resealSecrets(sql, identityWith(KEY).seal), { resealed: 0, unreadable: [] });
  assert.deepEqual(await resealSecrets(sql, identityWith(NEW_KEY).seal), {
    resealed: 0,
    unreadable: [company.id],
  });
  assert.equal(await secret(), before);
  assert.deepEqual(await resealSecrets(sql, identityWith(NEW_KEY, KEY).seal), {
    resealed: 1,
    unreadable: [],
  });
  assert.deepEqual(await resealSecrets(sql, identityWith(NEW_KEY).seal), { resealed: 0, unreadable: [] });
  assert.notEqual(await secret(), before);
  // A node that still has only the old key cannot use it.
  assertProblem((await begin(service, link)).answer, 502, 'identity-provider-failed');
  await resealSecrets(sql, identityWith(KEY, NEW_KEY).seal);
  provider.accounts.set('ada', { email: admin.email, email_verified: true });
  assert.equal((await signInThrough(service, provider, link, 'ada')).statusCode, 200);
});

test('a company sees and changes its own provider only', async () => {
  const one = await createCompanyWithProvider(service, provider);
  const { admin } = await createPortalCompany(service);
  assert.equal((await admin.send('/identity-provider')).json().data.provider, null);
  assertProblem(await admin.send('/identity-provider', { method: 'DELETE' }), 404, 'not-found');
  assert.equal((await begin(service, one.link)).answer.statusCode, 200);
});
