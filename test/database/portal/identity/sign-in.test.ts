import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inviteUser } from '../../../../src/accounts/invite-user.ts';
import { removeUser } from '../../../../src/accounts/remove-user.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { startProvider } from '../../support/identity-provider.ts';
import { assertProblem } from '../../support/problem.ts';
import { createTestService } from '../../support/service.ts';
import { type Answer, ask, createPortalUser, newSession, tokenIn } from '../portal.ts';
import { createCompanyWithProvider, REDIRECT_URI, signInThrough } from './company.ts';

const service = await createTestService();
const { sql } = service.database;
const provider = await startProvider({ redirectUri: REDIRECT_URI });

let count = 0;

/** Adds an account to the provider. The id is also its `sub`. */
function account(claims: object = {}): string {
  const id = `account-${++count}`;
  provider.accounts.set(id, { email: `${id}@example.com`, email_verified: true, ...claims });
  return id;
}

function change(id: string, claims: object): void {
  provider.accounts.set(id, { ...provider.accounts.get(id), ...claims });
}

const through = (link: string, id: string) => signInThrough(service, provider, link, id);

function signedIn(answer: Answer) {
  assert.equal(answer.statusCode, 200, answer.body);
  assert.equal(answer.json().data.step, 'signed-in');
  return answer.json().data.next.user;
}

function refusedFor(answer: Answer, reason: string): void {
  assert.equal(assertProblem(answer, 403, 'identity-refused').reason, reason);
  assert.equal(/transit-portal=/.test(String(answer.headers['set-cookie'])), false);
}

test('a user who is known by the address signs in, and gets a session like any other', async () => {
  const { link, admin, log } = await createCompanyWithProvider(service, provider);
  const id = account({ email: admin.email.toUpperCase() });
  const answer = await through(link, id);
  assert.equal(signedIn(answer).id, admin.id);
  assert.equal(answer.json().data.returnPath, '/portal');
  const token = tokenIn(answer);
  const sessions = await ask(service, '/sessions', { token });
  assert.equal(sessions.json().data.total, 2);
  assert.equal((await ask(service, '/session', { token })).json().data.throughProvider, true);
  const [entry] = (await log('signed-in')).slice(-1);
  assert.deepEqual(entry?.details['factors'], ['identity-provider']);
  assert.equal(entry?.details['address'], '127.0.0.1');
  assert.ok(String(entry?.details['browser']).length > 0);
});

test('signing out ends our session only', async () => {
  const { link, admin } = await createCompanyWithProvider(service, provider);
  const before = provider.requests.length;
  const token = tokenIn(await through(link, account({ email: admin.email })));
  const used = provider.requests.length;
  assert.ok(used > before);
  assert.equal((await ask(service, '/session', { method: 'DELETE', token })).statusCode, 204);
  assertProblem(await ask(service, '/session', { token }), 401, 'not-signed-in');
  assert.equal(provider.requests.length, used);
});

test('claims that are only in the user info count too', async () => {
  const other = await startProvider({ redirectUri: REDIRECT_URI, claimsIn: 'user-info' });
  const { link, users } = await createCompanyWithProvider(service, other, {
    createsUsers: true,
    roleClaim: 'groups',
    viewerValues: ['hr'],
  });
  other.accounts.set('ada', { email: 'ada@example.com', email_verified: true, groups: ['hr'] });
  assert.equal(signedIn(await signInThrough(service, other, link, 'ada')).role, 'viewer');
  assert.equal((await users()).length, 2);
});

test('an address that is not verified, or of another domain, is refused and audited', async () => {
  const { link, admin, log } = await createCompanyWithProvider(service, provider);
  refusedFor(
    await through(link, account({ email: admin.email, email_verified: false })),
    'email-not-verified',
  );
  refusedFor(await through(link, account({ email: undefined })), 'email-not-verified');
  refusedFor(await through(link, account({ email: 'ada@example.org' })), 'domain-not-allowed');
  const entries = await log('sign-in-failed');
  assert.deepEqual(
    entries.map(({ subject, details }) => [subject, details['reason'], details['address']]),
    [
      ['company', 'email-not-verified', '127.0.0.1'],
      ['company', 'email-not-verified', '127.0.0.1'],
      ['company', 'domain-not-allowed', '127.0.0.1'],
    ],
  );
  assert.ok(!JSON.stringify(entries).includes('@'), 'the log has no address of a stranger');
});

test('a domain with the domain in capitals or as Unicode is the same domain', async () => {
  const { link } = await createCompanyWithProvider(service, provider, {
    createsUsers: true,
    otherRole: 'viewer',
    domains: ['@Müller.Example', 'müller.example'],
  });
  signedIn(await through(link, account({ email: 'ada@MÜLLER.example' })));
  signedIn(await through(link, account({ email: 'bob@xn--mller-kva.example' })));
});

test('a stranger is refused unless the setting creates users', async () => {
  const { link, set, users } = await createCompanyWithProvider(service, provider);
  const id = account();
  refusedFor(await through(link, id), 'not-invited');
  assert.equal((await set({ createsUsers: true })).statusCode, 200);
  refusedFor(await through(link, id), 'no-role');
  assert.equal((await users()).length, 1);
  await set({ createsUsers: true, otherRole: 'viewer' });
  assert.equal(signedIn(await through(link, id)).role, 'viewer');
  const created = (await users()).find(({ email }) => email === `${id}@example.com`);
  assert.equal(created?.hasPassword, false);
  // The next sign-in finds the same user.
  assert.equal(signedIn(await through(link, id)).id, created?.id);
});

test('a user without a password cannot sign in with one', async () => {
  const { link } = await createCompanyWithProvider(service, provider, {
    createsUsers: true,
    otherRole: 'viewer',
  });
  const id = account();
  signedIn(await through(link, id));
  for (const password of ['', ' ', 'null', 'a password of twelve'])
    assert.ok(
      (await ask(service, '/session', { method: 'POST', body: { email: `${id}@example.com`, password } }))
        .statusCode >= 400,
    );
});

test('an invitation is accepted by signing in, with its role, once', async () => {
  const { link, company, users, log } = await createCompanyWithProvider(service, provider);
  const id = account();
  await sql.begin((tx) =>
    inviteUser(
      tx,
      company.id,
      OPERATOR,
      { email: `${id.toUpperCase()}@example.com`, role: 'admin' },
      undefined,
    ),
  );
  assert.equal(signedIn(await through(link, id)).role, 'admin');
  assert.equal((await log('portal-invitation-accepted')).length, 1);
  const [open] =
    await sql`select from portal_invitations where company_id = ${company.id} and accepted_at is null`;
  assert.equal(open, undefined);
  assert.equal((await users()).length, 2);
  // Removed, the person does not come back by the used invitation.
  const [, user] = await users();
  await sql.begin((tx) => removeUser(tx, company.id, user?.id ?? 0, OPERATOR));
  refusedFor(await through(link, id), 'not-invited');
  await sql.begin((tx) =>
    inviteUser(tx, company.id, OPERATOR, { email: `${id}@example.com`, role: 'viewer' }, undefined),
  );
  assert.deepEqual(signedIn(await through(link, id)), {
    id: user?.id,
    email: `${id}@example.com`,
    role: 'viewer',
  });
});

test('an invitation that was withdrawn or has expired invites nobody', async () => {
  const { link, company } = await createCompanyWithProvider(service, provider);
  const id = account();
  await sql.begin((tx) =>
    inviteUser(tx, company.id, OPERATOR, { email: `${id}@example.com`, role: 'admin' }, undefined),
  );
  await sql`update portal_invitations set expires_at = now() where company_id = ${company.id}`;
  refusedFor(await through(link, id), 'not-invited');
});

test('a removed user comes back if the setting creates users, with the same id', async () => {
  const { link, company, users } = await createCompanyWithProvider(service, provider, {
    createsUsers: true,
    otherRole: 'viewer',
  });
  const id = account();
  const user = signedIn(await through(link, id));
  await sql.begin((tx) => removeUser(tx, company.id, user.id, OPERATOR));
  assert.equal((await users()).length, 1);
  assert.equal(signedIn(await through(link, id)).id, user.id);
});

test('the same address with another subject is refused, and the user stays bound to the first one', async () => {
  const { link, admin, log } = await createCompanyWithProvider(service, provider);
  const first = account({ email: admin.email });
  signedIn(await through(link, first));
  const second = account({ email: admin.email });
  refusedFor(await through(link, second), 'other-person');
  assert.equal((await log('sign-in-failed'))[0]?.subject, 'portal-user');
  signedIn(await through(link, first));
});

test('a person who gets another address at the provider stays the same user, with the new address', async () => {
  const { link, addUser, users, log } = await createCompanyWithProvider(service, provider);
  const user = await addUser();
  const id = account({ email: user.email });
  signedIn(await through(link, id));
  change(id, { email: 'married@example.com' });
  assert.deepEqual(signedIn(await through(link, id)), {
    id: user.id,
    email: 'married@example.com',
    role: 'viewer',
  });
  assert.equal((await log('portal-user-address-changed')).length, 1);
  // Another user has this address: the person keeps the old one.
  const other = await addUser();
  change(id, { email: other.email });
  assert.equal(signedIn(await through(link, id)).email, 'married@example.com');
  assert.equal((await users()).length, 3);
  change(id, { email: 'married@example.org' });
  refusedFor(await through(link, id), 'domain-not-allowed');
});

test('a link that was made for the old address lets nobody in as the user', async () => {
  const { link, addUser, admin } = await createCompanyWithProvider(service, provider);
  const user = await addUser();
  const id = account({ email: user.email });
  signedIn(await through(link, id));
  assert.equal((await admin.send(`/users/${user.id}/reset`, { method: 'POST' })).statusCode, 201);
  change(id, { email: `new-${user.email}` });
  signedIn(await through(link, id));
  const [open] = await sql`
    select from portal_invitations
    where email_normal = ${user.email} and accepted_at is null and withdrawn_at is null`;
  assert.equal(open, undefined);
});

test('every sign-in sets the role that the claim gives', async () => {
  const { link, log } = await createCompanyWithProvider(service, provider, {
    createsUsers: true,
    roleClaim: 'groups',
    adminValues: ['leads'],
    viewerValues: ['hr'],
  });
  const id = account({ groups: ['hr'] });
  assert.equal(signedIn(await through(link, id)).role, 'viewer');
  change(id, { groups: ['hr', 'leads'] });
  assert.equal(signedIn(await through(link, id)).role, 'admin');
  change(id, { groups: ['hr'] });
  assert.equal(signedIn(await through(link, id)).role, 'viewer');
  assert.equal((await log('portal-user-role-changed')).length, 2);
});

test('a person without a role gets no entry, and loses the sessions elsewhere', async () => {
  const { link, addUser, set } = await createCompanyWithProvider(service, provider);
  const user = await addUser();
  const id = account({ email: user.email, groups: ['other'] });
  const token = tokenIn(await through(link, id));
  await set({ roleClaim: 'groups', viewerValues: ['hr'] });
  refusedFor(await through(link, id), 'no-role');
  assertProblem(await ask(service, '/session', { token }), 401, 'not-signed-in');
});

test('the last admin stays an admin, whatever the claim says', async () => {
  const { link, admin, company } = await createCompanyWithProvider(service, provider, {
    roleClaim: 'groups',
    adminValues: ['misspelt'],
  });
  const id = account({ email: admin.email, groups: ['leads'] });
  assert.equal(signedIn(await through(link, id)).role, 'admin');
  await createPortalUser(service, company.id, 'admin');
  refusedFor(await through(link, id), 'no-role');
});

test('an invited person gets the role of the claim if there is one', async () => {
  const { link, company } = await createCompanyWithProvider(service, provider, {
    roleClaim: 'groups',
    viewerValues: ['hr'],
  });
  const id = account({ groups: ['hr'] });
  await sql.begin((tx) =>
    inviteUser(tx, company.id, OPERATOR, { email: `${id}@example.com`, role: 'admin' }, undefined),
  );
  assert.equal(signedIn(await through(link, id)).role, 'viewer');
  const none = account({ groups: [] });
  await sql.begin((tx) =>
    inviteUser(tx, company.id, OPERATOR, { email: `${none}@example.com`, role: 'admin' }, undefined),
  );
  refusedFor(await through(link, none), 'no-role');
});

test('one person is a user of two companies, and one provider lets nobody into the other', async () => {
  const one = await createCompanyWithProvider(service, provider);
  const other = await createCompanyWithProvider(service, provider);
  const user = await one.addUser();
  const id = account({ email: user.email });
  assert.equal(signedIn(await through(one.link, id)).id, user.id);
  refusedFor(await through(other.link, id), 'not-invited');
});

test('after a change of the issuer a user is bound anew by the address', async () => {
  const { link, set, addUser } = await createCompanyWithProvider(service, provider);
  const user = await addUser();
  signedIn(await through(link, account({ email: user.email })));
  const other = await startProvider({ redirectUri: REDIRECT_URI });
  other.accounts.set('elsewhere', { email: user.email, email_verified: true });
  assert.equal((await set({ issuer: other.issuer })).statusCode, 200);
  assert.equal(signedIn(await signInThrough(service, other, link, 'elsewhere')).id, user.id);
});

test('a sign-in through the provider counts as both factors', async () => {
  const { link, company, addUser } = await createCompanyWithProvider(service, provider);
  await sql`update companies set require_passkeys = true where id = ${company.id}`;
  const user = await addUser();
  const token = tokenIn(await through(link, account({ email: user.email })));
  assert.equal((await ask(service, '/overview', { token })).statusCode, 200);
  const byPassword = await newSession(service, user);
  assertProblem(await ask(service, '/overview', { token: byPassword }), 403, 'passkey-required');
});

test('two first sign-ins of one person at once create one user', async () => {
  const { link, users } = await createCompanyWithProvider(service, provider, {
    createsUsers: true,
    otherRole: 'viewer',
  });
  const id = account();
  const answers = await Promise.all([through(link, id), through(link, id), through(link, id)]);
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [200, 200, 200],
  );
  assert.equal((await users()).length, 2);
});
