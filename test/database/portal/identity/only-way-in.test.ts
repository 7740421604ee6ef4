import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUser } from '../../../../src/accounts/create-user.ts';
import { createIdentity } from '../../../../src/accounts/identity/connect.ts';
import { setProvider } from '../../../../src/accounts/identity/set-provider.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { startProvider } from '../../support/identity-provider.ts';
import { assertProblem } from '../../support/problem.ts';
import { createTestService } from '../../support/service.ts';
import { type Answer, ask, createPortalUser, PASSWORD, signIn, tokenIn } from '../portal.ts';
import { createCompanyWithProvider, REDIRECT_URI, signInThrough } from './company.ts';

const service = await createTestService();
const { sql } = service.database;
const provider = await startProvider({ redirectUri: REDIRECT_URI });
const operatorsIdentity = createIdentity({
  environment: 'staging',
  baseUrl: 'https://tickets.example.com',
  secretKeys: ['Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U'],
});

type World = Awaited<ReturnType<typeof createCompanyWithProvider>>;

async function bind({ link, admin }: World): Promise<string> {
  provider.accounts.set(admin.email, { email: admin.email, email_verified: true });
  return tokenIn(await signInThrough(service, provider, link, admin.email));
}

/** A company that signs in only through its provider. `send` is its admin, signed in that way. */
async function createClosedCompany() {
  const world = await createCompanyWithProvider(service, provider);
  const token = await bind(world);
  const answer = await world.set({ onlyWayIn: true });
  assert.equal(answer.statusCode, 200, answer.body);
  const send = (path: string, request: object = {}) => ask(service, path, { token, ...request });
  return { ...world, token, send };
}

function refusedFor(answer: Answer, reason: string): void {
  assert.equal(assertProblem(answer, 409, 'conflict').reason, reason);
}

test('it can be switched on only after an admin has signed in with these settings', async () => {
  const world = await createCompanyWithProvider(service, provider);
  refusedFor(await world.set({ onlyWayIn: true }), 'admin-signs-in-first');
  // A viewer proves nothing.
  const viewer = await createPortalUser(service, world.company.id, 'viewer');
  provider.accounts.set(viewer.email, { email: viewer.email, email_verified: true });
  assert.equal((await signInThrough(service, provider, world.link, viewer.email)).statusCode, 200);
  refusedFor(await world.set({ onlyWayIn: true }), 'admin-signs-in-first');
  await bind(world);
  for (const change of [
    { clientId: 'another' },
    { issuer: 'http://127.0.0.1:9' },
    { roleClaim: 'groups', adminValues: ['x'] },
    { otherRole: 'viewer' },
    { domains: ['other.example'] },
  ] as const)
    refusedFor(await world.set({ onlyWayIn: true, ...change }), 'admin-signs-in-first');
  assert.equal((await world.set({ onlyWayIn: true })).statusCode, 200);
});

test('an earlier sign-in with other settings proves nothing', async () => {
  const world = await createCompanyWithProvider(service, provider);
  await bind(world);
  await world.set({ clientId: 'another' });
  await world.set();
  refusedFor(await world.set({ onlyWayIn: true }), 'admin-signs-in-first');
  await bind(world);
  assert.equal((await world.set({ onlyWayIn: true })).statusCode, 200);
});

test('switching it on ends the sessions that began in another way', async () => {
  const { admin, token } = await createClosedCompany();
  assertProblem(await admin.send('/session'), 401, 'not-signed-in');
  assert.equal((await ask(service, '/session', { token })).statusCode, 200);
});

test('the right password no longer signs in, and a wrong one is not told apart from before', async () => {
  const { admin } = await createClosedCompany();
  refusedFor(await signIn(service, admin.email), 'only-through-provider');
  const body = { email: admin.email, password: 'a wrong password' };
  assertProblem(await ask(service, '/session', { method: 'POST', body }), 401, 'sign-in-failed');
});

test('invitations are accepted at the provider, not with a password', async () => {
  const { send, company, link, users } = await createClosedCompany();
  const invited = await send('/invitations', {
    method: 'POST',
    body: { email: 'new@example.com', role: 'viewer' },
  });
  assert.equal(invited.statusCode, 201, invited.body);
  const token = invited.json().data.link.split('#')[1];
  const opened = await ask(service, '/invitation', { method: 'POST', body: { token } });
  assert.deepEqual(opened.json().data.provider, { link, isOnlyWayIn: true });
  const accepted = await ask(service, '/invitation/accept', {
    method: 'POST',
    body: { token, password: PASSWORD },
  });
  refusedFor(accepted, 'only-through-provider');
  assert.equal((await users()).length, 1);
  const [open] =
    await sql`select from portal_invitations where company_id = ${company.id} and accepted_at is null`;
  assert.ok(open);
  provider.accounts.set('new', { email: 'new@example.com', email_verified: true });
  assert.equal((await signInThrough(service, provider, link, 'new')).statusCode, 200);
});

test('links for new passwords, new passwords and users with a password are refused', async () => {
  const { send, company, addUser, admin } = await createClosedCompany();
  refusedFor(await send(`/users/${admin.id}/reset`, { method: 'POST' }), 'only-through-provider');
  const body = { currentPassword: PASSWORD, newPassword: 'another long password' };
  refusedFor(await send('/password', { method: 'POST', body }), 'only-through-provider');
  await assert.rejects(createUser(sql, company.id, OPERATOR, { email: 'x@example.com' }), {
    details: { reason: 'only-through-provider' },
  });
  // The helper begins a session as a password does.
  await assert.rejects(addUser(), { details: { reason: 'only-through-provider' } });
});

test('a link for a new password from before no longer works', async () => {
  const world = await createCompanyWithProvider(service, provider);
  const reset = await world.admin.send(`/users/${world.admin.id}/reset`, { method: 'POST' });
  const token = reset.json().data.link.split('#')[1];
  await bind(world);
  assert.equal((await world.set({ onlyWayIn: true })).statusCode, 200);
  const accepted = await ask(service, '/invitation/accept', {
    method: 'POST',
    body: { token, password: PASSWORD },
  });
  refusedFor(accepted, 'only-through-provider');
});

test('other companies are not concerned, also for a person who is a user of both', async () => {
  const { admin } = await createClosedCompany();
  const open = await createCompanyWithProvider(service, provider);
  await sql`update portal_users set email = ${admin.email} where id = ${open.admin.id}`;
  const answer = await ask(service, '/session', {
    method: 'POST',
    body: { email: admin.email, password: PASSWORD, companyId: open.company.id },
  });
  assert.equal(answer.statusCode, 200, answer.body);
});

test('the operator switches it off, and passwords work again', async () => {
  const { admin, company } = await createClosedCompany();
  await sql.begin((tx) => setProvider(tx, company.id, OPERATOR, { onlyWayIn: false }, operatorsIdentity));
  assert.equal((await signIn(service, admin.email)).statusCode, 200);
});

test('while it is on, issuer, client and rules for roles cannot change, but the secret can', async () => {
  const { send, set } = await createClosedCompany();
  const current = (await send('/identity-provider')).json().data.provider;
  assert.equal(current.onlyWayIn, true);
  assert.equal(current.canBeOnlyWayIn, true);
  const { vouchedDomains: _, signInLink: __, canBeOnlyWayIn: ___, updatedAt: ____, ...settings } = current;
  const put = (change: object) =>
    send('/identity-provider', { method: 'PUT', body: { ...settings, ...change } });
  refusedFor(await put({ otherRole: 'admin' }), 'admin-signs-in-first');
  refusedFor(await put({ domains: ['other.example'] }), 'admin-signs-in-first');
  assert.equal((await put({ clientSecret: 'another secret' })).statusCode, 200);
  assert.equal((await put({ domains: ['example.com', 'other.example'] })).statusCode, 200);
  assertProblem(await set({ onlyWayIn: false }), 401, 'not-signed-in');
});

test('the provider can be removed only if an admin has another way in', async () => {
  const { send, company, admin } = await createClosedCompany();
  await sql`update portal_users set password_hash = null where id = ${admin.id}`;
  refusedFor(await send('/identity-provider', { method: 'DELETE' }), 'no-other-way-in');
  await sql`
    insert into portal_passkeys (company_id, user_id, credential_id, public_key, counter, transports, name)
    values (${company.id}, ${admin.id}, ${Buffer.alloc(16, company.id)}, '', 0, '{}', 'Key')`;
  assert.equal((await send('/identity-provider', { method: 'DELETE' })).statusCode, 204);
  assertProblem(await send('/identity-provider', { method: 'DELETE' }), 404, 'not-found');
});
