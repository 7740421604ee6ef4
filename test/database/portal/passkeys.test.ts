import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteExpiredSessions } from '../../../src/accounts/delete-expired-sessions.ts';
import { passkeySite } from '../../../src/accounts/passkeys/site.ts';
import { assertProblem } from '../support/problem.ts';
import { createTestService } from '../support/service.ts';
import { TestPasskey } from './authenticator.ts';
import {
  type Answer,
  age,
  ask,
  createPortalCompany,
  createPortalUser,
  newSession,
  ORIGIN,
  PASSWORD,
  signIn,
  tokenIn,
} from './portal.ts';

type User = Awaited<ReturnType<typeof createPortalUser>>;
type Answering = Parameters<TestPasskey['answer']>[1];

const service = await createTestService();
const { sql } = service.database;
const { company, admin } = await createPortalCompany(service);

let network = 0;
const newAddress = () => `198.51.100.${++network}`;

/** Adds a passkey as the portal's page does. */
async function addPasskey(user: User, passkey = new TestPasskey(), name = 'Key'): Promise<TestPasskey> {
  const { data } = (await user.send('/passkeys/request', { method: 'POST' })).json();
  const body = { name, created: passkey.create(data) };
  const answer = await user.send('/passkeys', { method: 'POST', body });
  assert.equal(answer.statusCode, 201, answer.body);
  return passkey;
}

async function userWithPasskey(companyId = company.id) {
  const user = await createPortalUser(service, companyId);
  return { user, passkey: await addPasskey(user) };
}

/** Returns the `Cookie` header of a browser that has received the answer. */
function cookiesOf(answer: Answer): { cookie: string } {
  const set = [answer.headers['set-cookie'] ?? ''].flat();
  return { cookie: set.map((each) => each.split(';')[0]).join('; ') };
}

const post = (path: string, headers: Record<string, string>, body?: object) =>
  ask(service, path, { method: 'POST', headers, address: newAddress(), ...(body && { body }) });

/** Asks for a challenge and answers it, without a password. */
async function signInWithout(passkey: TestPasskey, given: Answering = {}, known = '') {
  const begun = await post('/session/passkey/request', {});
  assert.equal(begun.statusCode, 200, begun.body);
  const { cookie } = cookiesOf(begun);
  const answer = passkey.answer(begun.json().data, given);
  return await post('/session/passkey', { cookie: `${cookie}; ${known}` }, { answer });
}

/** Gives the password, and returns the cookie of the sign-in that waits for a passkey. */
async function givePassword(email: string): Promise<{ cookie: string }> {
  const answer = await signIn(service, email, { address: newAddress() });
  assert.deepEqual(answer.json().data, { asksFor: 'passkey' });
  const headers = cookiesOf(answer);
  assert.match(headers.cookie, /^__Host-transit-sign-in=[\w-]{43}$/);
  return headers;
}

async function giveSecond(headers: { cookie: string }, passkey: TestPasskey, given: Answering = {}) {
  const { data } = (await post('/session/second-factor/request', headers)).json();
  return await post('/session/second-factor', headers, { answer: passkey.answer(data, given) });
}

async function logOf(userId: number): Promise<{ action: string; details: Record<string, unknown> }[]> {
  return await sql<{ action: string; details: Record<string, unknown> }[]>`
    select action, details from audit_log where subject_type = 'portal-user' and subject_id = ${userId} order by id`;
}

const actionsOf = async (userId: number) => (await logOf(userId)).map(({ action }) => action);

async function requirePasskeys(user: User, requirePasskeys: boolean): Promise<void> {
  const answer = await user.send('/company/sign-in', { method: 'PATCH', body: { requirePasskeys } });
  assert.equal(answer.statusCode, 200, answer.body);
}

test('passkeys belong to the host of an https BASE_URL, or to localhost, never to an IP address', () => {
  assert.deepEqual(passkeySite('https://tickets.example.com/transit'), {
    rpId: 'tickets.example.com',
    origin: 'https://tickets.example.com',
  });
  assert.deepEqual(passkeySite('http://localhost:8080'), {
    rpId: 'localhost',
    origin: 'http://localhost:8080',
  });
  for (const address of [
    'http://127.0.0.1:8080',
    'https://192.0.2.1',
    'https://[2001:db8::1]',
    'http://a.example',
  ])
    assert.equal(passkeySite(address), undefined, address);
});

test('a user adds, renames and removes passkeys, and the audit log names no device', async () => {
  const user = await createPortalUser(service, company.id, 'viewer');
  await addPasskey(user, new TestPasskey(), 'Adas Telefon');
  await addPasskey(user);
  const list = async () => (await user.send('/passkeys')).json().data.data;
  const [phone, key] = await list();
  assert.deepEqual([phone.name, phone.lastUsedAt, key.name], ['Adas Telefon', null, 'Key']);
  const renamed = await user.send(`/passkeys/${key.id}`, { method: 'PATCH', body: { name: ' Schlüssel ' } });
  assert.equal(renamed.json().data.name, 'Schlüssel');
  assert.equal((await user.send(`/passkeys/${phone.id}`, { method: 'DELETE' })).statusCode, 204);
  assert.deepEqual(
    (await list()).map(({ name }: { name: string }) => name),
    ['Schlüssel'],
  );
  const [shown] = (await admin.send('/users')).json().data.data.filter(({ id }: User) => id === user.id);
  assert.equal(shown.passkeys, 1);
  const log = (await logOf(user.id)).slice(-4);
  assert.deepEqual(
    log.map(({ action }) => action),
    ['passkey-added', 'passkey-added', 'passkey-renamed', 'passkey-removed'],
  );
  assert.doesNotMatch(JSON.stringify(log), /Telefon|Schlüssel/);
  // Of somebody else they are unknown.
  assertProblem(await admin.send(`/passkeys/${key.id}`, { method: 'DELETE' }), 404, 'not-found');
});

test('a new passkey must answer the challenge of its own session, once, in time and from our origin', async () => {
  const user = await createPortalUser(service, company.id);
  const other = await createPortalUser(service, company.id);
  const request = async (from: User) =>
    (await from.send('/passkeys/request', { method: 'POST' })).json().data;
  const create = (created: object) =>
    user.send('/passkeys', { method: 'POST', body: { name: 'Key', created } });
  const refused = async (created: object) => assertProblem(await create(created), 403, 'passkey-refused');

  await refused(new TestPasskey().create(await request(user), { origin: 'https://evil.example' }));
  await refused(new TestPasskey().create(await request(user), { rpId: 'evil.example' }));
  const foreign = await request(other);
  await request(user);
  await refused(new TestPasskey().create(foreign));
  const replaced = await request(user);
  await request(user);
  await refused(new TestPasskey().create(replaced));
  const late = await request(user);
  await sql`update portal_challenges set expires_at = now()`;
  await refused(new TestPasskey().create(late));
  const challenge = await request(user);
  assert.equal((await create(new TestPasskey().create(challenge))).statusCode, 201);
  await refused(new TestPasskey().create(challenge));
  // A key without PIN serves as a second factor.
  assert.equal(
    (await create(new TestPasskey().create(await request(user), { verified: false }))).statusCode,
    201,
  );
});

test('a credential id is known once over all companies', async () => {
  const { passkey } = await userWithPasskey();
  const elsewhere = await createPortalCompany(service, 'Andere GmbH');
  const { data } = (await elsewhere.admin.send('/passkeys/request', { method: 'POST' })).json();
  const created = new TestPasskey(passkey.credentialId).create(data);
  const answer = await elsewhere.admin.send('/passkeys', { method: 'POST', body: { name: 'Key', created } });
  assert.equal(assertProblem(answer, 409, 'conflict').reason, 'passkey-known');
  await assert.rejects(
    sql`update portal_passkeys set company_id = ${elsewhere.company.id} where credential_id = ${passkey.credentialId}`,
    /foreign key/,
  );
});

test('a user has at most 20 passkeys', async () => {
  const user = await createPortalUser(service, company.id);
  await addPasskey(user);
  await sql`
    insert into portal_passkeys (company_id, user_id, credential_id, public_key, counter, transports, name)
    select company_id, user_id, sha256(n::text::bytea), public_key, 0, '{}', 'Key'
    from portal_passkeys, generate_series(1, 19) n where user_id = ${user.id}`;
  const answer = await user.send('/passkeys/request', { method: 'POST' });
  assert.equal(assertProblem(answer, 409, 'conflict').reason, 'too-many-passkeys');
});

test('after the password, a passkey of the user finishes the sign-in, with or without a PIN', async () => {
  const { user, passkey } = await userWithPasskey();
  const headers = await givePassword(user.email);
  // Nobody is signed in yet.
  assert.deepEqual((await ask(service, '/session', { headers })).json(), { data: null });
  const request = (await post('/session/second-factor/request', headers)).json().data;
  assert.deepEqual(request.allowCredentials, [
    { id: passkey.credentialId.toString('base64url'), type: 'public-key', transports: ['internal'] },
  ]);
  const answer = passkey.answer(request, { verified: false });
  const finished = await post('/session/second-factor', headers, { answer });
  assert.equal(finished.statusCode, 200, finished.body);
  assert.deepEqual(finished.json().data.passkeys, { origin: ORIGIN, has: true, missing: false });
  assert.equal((await ask(service, '/overview', { token: tokenIn(finished) })).statusCode, 200);
  assert.match(String(finished.headers['set-cookie']), /__Host-transit-sign-in=; .*Max-Age=0/);
  // The answer and the sign-in work once.
  assertProblem(await post('/session/second-factor', headers, { answer }), 401, 'sign-in-expired');
  const [requested, signedIn] = (await logOf(user.id)).slice(-2);
  assert.equal(requested?.action, 'passkey-requested');
  assert.deepEqual(requested?.details['factors'], ['password']);
  assert.equal(signedIn?.action, 'signed-in');
  assert.deepEqual(signedIn?.details['factors'], ['password', 'passkey']);
});

test('a sign-in that waits for a passkey takes no passkey of others, no old challenge and no other origin', async () => {
  const { user, passkey } = await userWithPasskey();
  const { passkey: foreign } = await userWithPasskey();
  const headers = await givePassword(user.email);
  const refused = async (answer: Answer) => assertProblem(answer, 403, 'passkey-refused');
  await refused(await giveSecond(headers, foreign));
  await refused(await giveSecond(headers, passkey, { origin: 'https://evil.example' }));
  await refused(await giveSecond(headers, passkey, { rpId: 'evil.example' }));
  const { data } = (await post('/session/second-factor/request', headers)).json();
  const answer = passkey.answer(data);
  await sql`update portal_challenges set expires_at = now()`;
  await refused(await post('/session/second-factor', headers, { answer }));
  await refused(await post('/session/second-factor', headers, { answer }));
  // A challenge for a sign-in without a password is of no use here.
  const begun = await post('/session/passkey/request', {});
  await refused(await post('/session/second-factor', headers, { answer: passkey.answer(begun.json().data) }));
  assert.equal((await giveSecond(headers, passkey)).statusCode, 200);
  assert.equal((await actionsOf(user.id)).filter((action) => action === 'sign-in-failed').length, 2);
});

test('a sign-in that waits for a passkey ends after ten minutes, with a new password, a reset and the removal of the user', async () => {
  const endings: [string, (user: User) => Promise<unknown>][] = [
    [
      'time',
      async ({ id }) => await sql`update portal_sign_ins set expires_at = now() where user_id = ${id}`,
    ],
    [
      'password',
      (user) =>
        user.send('/password', {
          method: 'POST',
          body: { currentPassword: PASSWORD, newPassword: 'another password to remember' },
        }),
    ],
    ['reset', ({ id }) => admin.send(`/users/${id}/passkeys`, { method: 'DELETE' })],
    ['removal', ({ id }) => admin.send(`/users/${id}`, { method: 'DELETE' })],
  ];
  for (const [name, end] of endings) {
    const { user, passkey } = await userWithPasskey();
    const headers = await givePassword(user.email);
    const { data } = (await post('/session/second-factor/request', headers)).json();
    await end(user);
    const answer = await post('/session/second-factor', headers, { answer: passkey.answer(data) });
    assert.equal(assertProblem(answer, 401, 'sign-in-expired').code, 'sign-in-expired', name);
  }
});

test('a passkey alone signs in if it verifies the user and tells whose it is', async () => {
  const { user, passkey } = await userWithPasskey();
  const refused = async (answer: Answer) => assertProblem(answer, 403, 'passkey-refused');
  await refused(await signInWithout(passkey, { verified: false }));
  await refused(await signInWithout(passkey, { userHandle: Buffer.alloc(16).toString('base64url') }));
  await refused(await signInWithout(passkey, { origin: 'https://evil.example' }));
  await refused(await signInWithout(new TestPasskey()));
  const { userHandle } = passkey;
  passkey.userHandle = undefined;
  await refused(await signInWithout(passkey));
  passkey.userHandle = userHandle;
  const forged = Object.assign(new TestPasskey(passkey.credentialId), { userHandle: passkey.userHandle });
  await refused(await signInWithout(forged));
  const answer = await signInWithout(passkey);
  assert.equal(answer.statusCode, 200, answer.body);
  assert.equal(answer.json().data.user.id, user.id);
  assert.ok(answer.json().data.confirmedUntil);
  const last = (await logOf(user.id)).at(-1);
  assert.deepEqual([last?.action, last?.details['factors']], ['signed-in', ['passkey']]);
});

test('a challenge without a password is bound to the browser that asked, and to its purpose', async () => {
  const { user, passkey } = await userWithPasskey();
  const begun = await post('/session/passkey/request', {});
  const answer = passkey.answer(begun.json().data);
  const refused = async (headers: Record<string, string>) =>
    assertProblem(await post('/session/passkey', headers, { answer }), 403, 'passkey-refused');
  await refused({});
  await refused(cookiesOf(await post('/session/passkey/request', {})));
  assert.equal((await post('/session/passkey', cookiesOf(begun), { answer })).statusCode, 200);
  await refused(cookiesOf(begun));
  // The challenge of a second factor, which needs no PIN, does not replace the password.
  const headers = await givePassword(user.email);
  const { data } = (await post('/session/second-factor/request', headers)).json();
  assertProblem(
    await post('/session/passkey', headers, { answer: passkey.answer(data) }),
    403,
    'passkey-refused',
  );
});

test('a counter that does not rise is refused and audited, but only with the right signature', async () => {
  const { user, passkey } = await userWithPasskey();
  assert.equal((await signInWithout(passkey, { counter: 0 })).statusCode, 200);
  assert.equal((await signInWithout(passkey, { counter: 7 })).statusCode, 200);
  for (const counter of [7, 6, 0]) {
    assertProblem(await signInWithout(passkey, { counter }), 403, 'passkey-refused');
    const last = (await logOf(user.id)).at(-1);
    assert.equal(last?.action, 'passkey-counter-refused');
    assert.deepEqual([last?.details['last'], last?.details['counter']], [7, counter]);
  }
  const forged = Object.assign(new TestPasskey(passkey.credentialId), { userHandle: passkey.userHandle });
  assertProblem(await signInWithout(forged, { counter: 1 }), 403, 'passkey-refused');
  assert.equal((await actionsOf(user.id)).at(-1), 'sign-in-failed');
  const answers = await Promise.all(Array.from({ length: 4 }, () => signInWithout(passkey, { counter: 8 })));
  assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 1);
});

async function setAttempts(attempts: number): Promise<void> {
  await sql`update portal_attempts set attempts = ${attempts}`;
}

test('ten wrong answers lock the passkeys of a user, but neither known browsers nor, by guessed passwords, the passkey', async () => {
  const { user, passkey } = await userWithPasskey();
  await sql`delete from portal_attempts`;
  const { cookie: known } = cookiesOf(await signInWithout(passkey));
  assertProblem(await signInWithout(passkey, { verified: false }), 403, 'passkey-refused');
  await setAttempts(10);
  assertProblem(await signInWithout(passkey), 429, 'too-many-requests');
  assert.equal((await signInWithout(passkey, {}, known)).statusCode, 200);
  assertProblem(await signInWithout(passkey, { verified: false }, known), 403, 'passkey-refused');
  await setAttempts(10);
  assertProblem(await signInWithout(passkey, {}, known), 429, 'too-many-requests');

  await sql`delete from portal_attempts`;
  const body = { email: user.email, password: 'not the password' };
  await ask(service, '/session', { method: 'POST', body, address: newAddress() });
  await setAttempts(10);
  assertProblem(await signIn(service, user.email, { address: newAddress() }), 429, 'too-many-requests');
  assert.equal((await signInWithout(passkey)).statusCode, 200);
  await sql`delete from portal_attempts`;
});

test('fifty wrong answers lock a network address, and it can ask for 300 challenges', async () => {
  const { passkey } = await userWithPasskey();
  const address = newAddress();
  const begin = () => ask(service, '/session/passkey/request', { method: 'POST', address });
  const attempt = async () => {
    const begun = await begin();
    const body = { answer: passkey.answer(begun.json().data) };
    return await ask(service, '/session/passkey', {
      ...{ method: 'POST', body, address, headers: cookiesOf(begun) },
    });
  };
  const unknown = { answer: new TestPasskey().answer((await begin()).json().data) };
  await ask(service, '/session/passkey', { method: 'POST', body: unknown, address });
  await setAttempts(50);
  assertProblem(await attempt(), 429, 'too-many-requests');
  await sql`delete from portal_attempts`;
  assert.equal((await attempt()).statusCode, 200);
  await setAttempts(300);
  assertProblem(await begin(), 429, 'too-many-requests');
  await sql`delete from portal_attempts`;
});

test('a passkey that verifies the user confirms a session in place of the password', async () => {
  const { user, passkey } = await userWithPasskey();
  const { passkey: foreign } = await userWithPasskey();
  await age(service, user.token, '10 minutes');
  const invite = () =>
    user.send('/invitations', { method: 'POST', body: { email: 'n@example.com', role: 'viewer' } });
  assertProblem(await invite(), 403, 'confirmation-required');
  const confirm = async (by: TestPasskey, given: Answering = {}) => {
    const { data } = (await user.send('/session/confirm/passkey/request', { method: 'POST' })).json();
    const body = { answer: by.answer(data, given) };
    return await user.send('/session/confirm/passkey', { method: 'POST', body });
  };
  assertProblem(await confirm(passkey, { verified: false }), 403, 'passkey-refused');
  assertProblem(await confirm(foreign), 403, 'passkey-refused');
  assertProblem(await invite(), 403, 'confirmation-required');
  assert.ok((await confirm(passkey)).json().data.confirmedUntil);
  assert.equal((await invite()).statusCode, 201);
  assertProblem(await confirm(passkey, { verified: false }), 403, 'passkey-refused');
  await setAttempts(10);
  assertProblem(await confirm(passkey), 429, 'too-many-requests');
  await sql`delete from portal_attempts`;
});

test('adding and removing a passkey needs a recent password or passkey', async () => {
  const { user } = await userWithPasskey();
  const [{ id }] = (await user.send('/passkeys')).json().data.data;
  await age(service, user.token, '10 minutes');
  assertProblem(await user.send('/passkeys/request', { method: 'POST' }), 403, 'confirmation-required');
  assertProblem(await user.send(`/passkeys/${id}`, { method: 'DELETE' }), 403, 'confirmation-required');
});

test('a company that requires passkeys lets users without one only add one, at once', async () => {
  const { company: strict, admin: boss } = await createPortalCompany(service, 'Sichere GmbH');
  await addPasskey(boss);
  const user = await createPortalUser(service, strict.id, 'viewer');
  assert.equal((await user.send('/overview')).statusCode, 200);
  await requirePasskeys(boss, true);
  assert.deepEqual((await boss.send('/company/sign-in')).json().data, {
    requirePasskeys: true,
    users: 2,
    usersWithPasskey: 1,
  });
  assertProblem(await user.send('/overview'), 403, 'passkey-required');
  const answer = await signIn(service, user.email, { address: newAddress() });
  assert.deepEqual(answer.json().data.passkeys, { origin: ORIGIN, has: false, missing: true });
  user.token = tokenIn(answer);
  const again = {
    ...user,
    send: (path: string, more = {}) => ask(service, path, { token: user.token, ...more }),
  };
  assertProblem(await again.send('/overview'), 403, 'passkey-required');
  const passkey = await addPasskey(again);
  assert.equal((await again.send('/overview')).statusCode, 200);
  await givePassword(user.email);

  const [{ id }] = (await again.send('/passkeys')).json().data.data;
  const removal = await again.send(`/passkeys/${id}`, { method: 'DELETE' });
  assert.equal(assertProblem(removal, 409, 'conflict').reason, 'last-passkey');
  await addPasskey(again);
  assert.equal((await again.send(`/passkeys/${id}`, { method: 'DELETE' })).statusCode, 204);
  assertProblem(await signInWithout(passkey), 403, 'passkey-refused');

  await requirePasskeys(boss, false);
  const [last] = (await again.send('/passkeys')).json().data.data;
  assert.equal((await again.send(`/passkeys/${last.id}`, { method: 'DELETE' })).statusCode, 204);
  assert.equal((await signIn(service, user.email, { address: newAddress() })).json().data.user.id, user.id);
});

test('with an IP address in BASE_URL there are no passkeys, and no company can require them', async () => {
  const numeric = await createTestService({ BASE_URL: 'https://192.0.2.1' }, service.database);
  const token = await newSession(service, admin);
  const send = (path: string, method: 'GET' | 'POST' | 'PATCH', body?: object) =>
    ask(numeric, path, { method, token, headers: { origin: 'https://192.0.2.1' }, ...(body && { body }) });
  assert.equal((await send('/session', 'GET')).json().data.passkeys.origin, null);
  const refused = [
    await send('/passkeys/request', 'POST'),
    await send('/session/passkey/request', 'POST'),
    await send('/company/sign-in', 'PATCH', { requirePasskeys: true }),
  ].map((answer) => assertProblem(answer, 409, 'conflict').reason);
  assert.deepEqual(
    refused,
    Array.from({ length: 3 }, () => 'no-passkeys-here'),
  );
  assert.equal((await send('/company/sign-in', 'PATCH', { requirePasskeys: false })).statusCode, 200);
});

test('another admin resets lost passkeys and thereby ends the sessions; nobody resets their own', async () => {
  const { user, passkey } = await userWithPasskey();
  const reset = (by: User, id: number) => by.send(`/users/${id}/passkeys`, { method: 'DELETE' });
  assert.equal(assertProblem(await reset(user, user.id), 409, 'conflict').reason, 'own-passkeys');
  assert.equal((await reset(admin, user.id)).statusCode, 204);
  assertProblem(await user.send('/session'), 401, 'not-signed-in');
  assertProblem(await signInWithout(passkey), 403, 'passkey-refused');
  assert.equal((await signIn(service, user.email, { address: newAddress() })).json().data.user.id, user.id);
  const entry = (await logOf(user.id)).find(({ action }) => action === 'passkeys-reset');
  assert.deepEqual(entry?.details, { removed: 1 });
  // A second time there is nothing to remove, and nothing to record.
  assert.equal((await reset(admin, user.id)).statusCode, 204);
  assert.equal((await actionsOf(user.id)).filter((action) => action === 'passkeys-reset').length, 1);
});

test('a reset link for the password does not skip the passkey', async () => {
  const { user, passkey } = await userWithPasskey();
  const { link } = (await admin.send(`/users/${user.id}/reset`, { method: 'POST' })).json().data;
  const body = { token: link.split('#')[1], password: 'another password to remember' };
  const answer = await ask(service, '/invitation/accept', { method: 'POST', body });
  assert.equal(answer.statusCode, 201, answer.body);
  assert.deepEqual(answer.json().data, { asksFor: 'passkey' });
  assert.equal((await giveSecond(cookiesOf(answer), passkey)).statusCode, 200);
});

test('a new password keeps the passkeys unless they are to go, another role keeps them, and removal deletes them', async () => {
  const { user, passkey } = await userWithPasskey();
  const body = { currentPassword: PASSWORD, newPassword: 'another password to remember' };
  const changed = await user.send('/password', { method: 'POST', body });
  assert.equal((await signInWithout(passkey)).statusCode, 200);
  const role = await admin.send(`/users/${user.id}`, { method: 'PATCH', body: { role: 'viewer' } });
  assert.equal(role.json().data.passkeys, 1);
  assert.equal((await signInWithout(passkey)).json().data.user.role, 'viewer');
  const without = { ...body, currentPassword: body.newPassword, newPassword: 'a third one of words' };
  const last = await ask(service, '/password', {
    ...{ method: 'POST', token: tokenIn(changed), body: { ...without, removePasskeys: true } },
  });
  assert.equal(last.json().data.passkeys.has, false);
  const entry = (await logOf(user.id)).findLast(({ action }) => action === 'password-changed');
  assert.deepEqual(entry?.details, { removedPasskeys: 1 });

  const { user: leaver, passkey: left } = await userWithPasskey();
  assert.equal((await admin.send(`/users/${leaver.id}`, { method: 'DELETE' })).statusCode, 204);
  assertProblem(await signInWithout(left), 403, 'passkey-refused');
  assert.equal((await sql`select from portal_passkeys where user_id = ${leaver.id}`).length, 0);
});

test('a person with users in two companies chooses the company by the password, or by the passkey', async () => {
  const { user, passkey } = await userWithPasskey();
  const elsewhere = await createPortalCompany(service, 'Andere GmbH');
  const { id: second } = elsewhere.admin;
  await sql`update portal_users set email = ${user.email} where id = ${second}`;
  const other = await addPasskey(elsewhere.admin);
  const choice = await signIn(service, user.email, { address: newAddress() });
  assert.equal(choice.json().data.companies.length, 2);
  const body = { email: user.email, password: PASSWORD, companyId: elsewhere.company.id };
  const chosen = await ask(service, '/session', { method: 'POST', body, address: newAddress() });
  assert.deepEqual(chosen.json().data, { asksFor: 'passkey' });
  assertProblem(await giveSecond(cookiesOf(chosen), passkey), 403, 'passkey-refused');
  assert.equal((await giveSecond(cookiesOf(chosen), other)).json().data.user.id, second);
  assert.equal((await signInWithout(passkey)).json().data.company.id, company.id);
  assert.equal((await signInWithout(other)).json().data.company.id, elsewhere.company.id);
});

test('a user has at most 20 sign-ins that wait, and what has expired is deleted', async () => {
  const { user } = await userWithPasskey();
  const first = await givePassword(user.email);
  await sql`
    insert into portal_sign_ins (token_digest, company_id, user_id, first_factor, expires_at, created_at)
    select sha256(n::text::bytea), ${company.id}, ${user.id}, 'password', now() + interval '5 minutes', now()
    from generate_series(1, 25) n`;
  await givePassword(user.email);
  assert.equal((await sql`select from portal_sign_ins where user_id = ${user.id}`).length, 20);
  assertProblem(await post('/session/second-factor/request', first), 401, 'sign-in-expired');
  await sql`update portal_sign_ins set expires_at = now()`;
  await sql`update portal_challenges set expires_at = now()`;
  await deleteExpiredSessions(sql);
  for (const table of ['portal_sign_ins', 'portal_challenges'])
    assert.equal((await sql`select from ${sql(table)}`).length, 0, table);
});
