import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { createUser } from '../../../src/accounts/create-user.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { passwordSlots } from '../../../src/platform/password.ts';
import { assertProblem } from '../support/problem.ts';
import { createTestService } from '../support/service.ts';
import {
  age,
  ask,
  createPortalCompany,
  createPortalUser,
  ORIGIN,
  PASSWORD,
  signIn,
  tokenIn,
} from './portal.ts';

const service = await createTestService();
const { sql } = service.database;
const { company, admin } = await createPortalCompany(service);

let count = 0;
const newEmail = () => `invited-${++count}@example.com`;

async function invite(email = newEmail(), role = 'viewer') {
  const answer = await admin.send('/invitations', { method: 'POST', body: { email, role } });
  assert.equal(answer.statusCode, 201, answer.body);
  const { data } = answer.json();
  return { ...data, token: data.link.slice(`${ORIGIN}/portal/invitation#`.length) };
}

const look = (token: string) => ask(service, '/invitation', { method: 'POST', body: { token } });
const accept = (token: string, password = PASSWORD) =>
  ask(service, '/invitation/accept', { method: 'POST', body: { token, password } });

test('an invitation link shows the invited address, can be accepted once, and signs in', async () => {
  const { email, link, token, expiresAt, invitedBy } = await invite();
  assert.equal(link, `${ORIGIN}/portal/invitation#${token}`);
  assert.match(token, /^[\w-]{43}$/);
  assert.equal(invitedBy, admin.email);
  const days = (Date.parse(expiresAt) - Date.now()) / 86_400_000;
  assert.ok(days > 6.9 && days <= 7);

  const shown = (await look(token)).json().data;
  assert.deepEqual(shown, {
    email,
    role: 'viewer',
    companyName: 'Beispiel GmbH',
    locale: 'de-DE',
    expiresAt,
    provider: null,
  });

  const answer = await accept(token);
  assert.equal(answer.statusCode, 201);
  assert.deepEqual(answer.json().data.user, { id: answer.json().data.user.id, email, role: 'viewer' });
  assert.equal((await ask(service, '/session', { token: tokenIn(answer) })).statusCode, 200);
  assert.equal((await signIn(service, email)).statusCode, 200);

  assertProblem(await accept(token), 410, 'link-expired');
  assertProblem(await look(token), 410, 'link-expired');
});

test('an invitation that is accepted several times at once creates one user', async () => {
  const { token } = await invite();
  const answers = await Promise.all([accept(token), accept(token), accept(token)]);
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [201, 410, 410]);
});

test('the stored value of an invitation cannot be used to accept it', async () => {
  const { token } = await invite();
  const rows = await sql<{ digest: Buffer }[]>`select token_digest as digest from portal_invitations`;
  assert.ok(rows.every(({ digest }) => !digest.equals(Buffer.from(token))));
  for (const { digest } of rows) assertProblem(await look(digest.toString('base64url')), 404, 'not-found');
});

test('an expired, withdrawn or replaced invitation cannot be accepted', async () => {
  const old = await invite();
  await sql`update portal_invitations set expires_at = now() where id = ${old.id}`;
  const withdrawn = await invite();
  await admin.send(`/invitations/${withdrawn.id}`, { method: 'DELETE' });
  const replaced = await invite();
  const latest = await invite(replaced.email.toUpperCase());
  for (const { token } of [old, withdrawn, replaced]) assertProblem(await accept(token), 410, 'link-expired');
  assert.equal((await look(latest.token)).statusCode, 200);
  assertProblem(await look('A'.repeat(43)), 404, 'not-found');
  assertProblem(await look('no token'), 404, 'not-found');
  const again = await admin.send(`/invitations/${withdrawn.id}`, { method: 'DELETE' });
  assertProblem(again, 404, 'not-found');
});

test('an invalid address, a weak password and an existing user are refused', async () => {
  const send = (email: string) =>
    admin.send('/invitations', { method: 'POST', body: { email, role: 'admin' } });
  assert.equal(assertProblem(await send('nobody'), 422, 'invalid-values').errors[0].pointer, '/email');
  assertProblem(await send(admin.email), 409, 'conflict');
  const { token } = await invite();
  assert.equal(
    assertProblem(await accept(token, 'short'), 422, 'invalid-values').errors[0].pointer,
    '/password',
  );
  assert.equal((await look(token)).statusCode, 200);
});

test('invitation, reset, change and command line apply the same rules to a new password, with the address of the user', async () => {
  const user = await createPortalUser(service, company.id);
  const reset = await admin.send(`/users/${user.id}/reset`, { method: 'POST' });
  const own = `${user.email}2026`;
  const invited = await invite('grace.hopper@example.com');
  const change = (newPassword: string) =>
    user.send('/password', { method: 'POST', body: { currentPassword: PASSWORD, newPassword } });
  const create = (password: string) =>
    createUser(service.database.sql, company.id, OPERATOR, { email: 'edith@example.com', password });
  const codes = [
    await accept(invited.token, 'Password2026!'),
    await accept(invited.token, 'grace.hopper1'),
    await accept(reset.json().data.link.split('#')[1], own),
    await change(own),
    await change('abcabcabcabc'),
    await change('Beispiel-2026'),
    await accept(invited.token, 'Beispiel GmbH!'),
  ].map((answer) => assertProblem(answer, 422, 'invalid-values').errors[0].code);
  assert.deepEqual(codes, [
    'too-common',
    'own-address',
    'own-address',
    'own-address',
    'repeats',
    'known-name',
    'known-name',
  ]);
  await assert.rejects(create('edith@example.com'), { message: /must not be the e-mail address/ });
  await assert.rejects(create('Beispiel-2026'), { message: /must not consist of the name/ });
});

test('a company can invite a user of another company, and neither learns of the other', async () => {
  const elsewhere = await createPortalCompany(service, 'Andere GmbH');
  const { email } = elsewhere.admin;
  const { token } = await invite(email);
  const accepted = await accept(token, 'another password here');
  assert.equal(accepted.statusCode, 201);
  assert.notEqual(accepted.json().data.user.id, elsewhere.admin.id);
  // Each password opens its own company.
  assert.equal((await elsewhere.admin.send('/session')).json().data.company.name, 'Andere GmbH');
  assert.equal((await signIn(service, email)).json().data.company.name, 'Andere GmbH');
  const body = { email, password: 'another password here' };
  const here = await ask(service, '/session', { method: 'POST', body });
  assert.equal(here.json().data.company.name, 'Beispiel GmbH');
  // Removed here, the user stays there.
  const { id } = here.json().data.user;
  assert.equal((await admin.send(`/users/${id}`, { method: 'DELETE' })).statusCode, 204);
  assert.equal((await signIn(service, email)).statusCode, 200);
});

test('a person with the same password in two companies chooses one after signing in', async () => {
  const elsewhere = await createPortalCompany(service, 'Zweite GmbH');
  const { email } = elsewhere.admin;
  await accept((await invite(email)).token);
  const answer = await signIn(service, email);
  assert.equal(answer.headers['set-cookie'], undefined);
  const { companies } = answer.json().data;
  assert.deepEqual(
    companies.map(({ name }: { name: string }) => name),
    ['Zweite GmbH', 'Beispiel GmbH'],
  );
  for (const { id, name } of companies) {
    const body = { email, password: PASSWORD, companyId: id };
    const chosen = await ask(service, '/session', { method: 'POST', body });
    assert.equal(chosen.json().data.company.name, name);
  }
  const body = { email, password: PASSWORD, companyId: 999_999 };
  assertProblem(await ask(service, '/session', { method: 'POST', body }), 401, 'sign-in-failed');
});

/** A user of this company with the address of a user of another one, who has a password that nobody knows. */
async function namesake(companyName: string) {
  const elsewhere = await createPortalCompany(service, companyName);
  await sql`
    update portal_users set password_hash = overlay(password_hash placing 'AAAA' from length(password_hash) - 10)
    where id = ${elsewhere.admin.id}`;
  const own = await createPortalUser(service, company.id);
  const { email } = elsewhere.admin;
  await sql`update portal_users set email = ${email} where id = ${own.id}`;
  return { elsewhere: elsewhere.company, email };
}

test('as a user with the address of another company’s user, nobody guesses hiddenFromPlanner or unseen, or learns of that user', async () => {
  const { elsewhere, email: taken } = await namesake('Dritte GmbH');
  const { email: free } = await createPortalUser(service, company.id);
  await sql`delete from portal_attempts`;
  const answersOf = async (email: string) => {
    const answers: number[] = [];
    for (let round = 0; round < 12; round++)
      for (const password of [PASSWORD, 'not the password']) {
        const body = { email, password };
        const address = `203.0.113.${round}`;
        answers.push((await ask(service, '/session', { method: 'POST', body, address })).statusCode);
      }
    return answers;
  };
  assert.deepEqual(await answersOf(taken), await answersOf(free));
  const failures = await sql`
    select from audit_log where company_id = ${elsewhere.id} and action = 'sign-in-failed'`;
  assert.equal(failures.length, 10);
});

test('the company that is chosen does not tell whether it has a user with this address', async () => {
  const elsewhere = await createPortalCompany(service, 'Vierte GmbH');
  const attempt = (email: string, companyId: number | undefined, address: string) =>
    ask(service, '/session', {
      method: 'POST',
      body: { email, password: 'not the password', companyId },
      address,
    });
  await sql`delete from portal_attempts`;
  for (const email of [elsewhere.admin.email, 'unknown@example.com']) {
    const address = '203.0.113.1';
    assert.equal((await attempt(email, 999_999, address)).statusCode, 401);
    // Inserted instead of made: each takes most of a second.
    await sql`update portal_attempts set attempts = 10`;
    for (const companyId of [999_999, elsewhere.company.id, undefined])
      assert.equal((await attempt(email, companyId, address)).statusCode, 429, `${email} ${companyId}`);
    await sql`delete from portal_attempts`;
  }
});

test('a sign-in hashes two passwords, whether two companies have the address, one or none', async () => {
  const { email: two } = await namesake('Fünfte GmbH');
  const { email: one } = await createPortalUser(service, company.id);
  await sql`delete from portal_attempts`;
  const hashes: number[] = [];
  for (const email of [two, one, 'unknown@example.com']) {
    const used = mock.method(passwordSlots, 'use');
    await signIn(service, email);
    hashes.push(used.mock.callCount());
    used.mock.restore();
  }
  assert.deepEqual(hashes, [2, 2, 2]);
});

test('the list of users counts the working keys of which somebody made the latest password', async () => {
  const maker = await createPortalUser(service, company.id);
  const create = async () => {
    const body = { name: 'Nightly job', permissions: ['view-employees'] };
    return (await maker.send('/keys', { method: 'POST', body })).json().data.id;
  };
  const [kept, rotated, revoked] = [await create(), await create(), await create()];
  await admin.send(`/keys/${rotated}/rotate`, { method: 'POST', body: { overlapSeconds: 0 } });
  await admin.send(`/keys/${revoked}/revoke`, { method: 'POST' });
  const keysOf = async (id: number) =>
    (await admin.send('/users')).json().data.data.find((user: { id: number }) => user.id === id).keys;
  assert.deepEqual([await keysOf(maker.id), await keysOf(admin.id)], [1, 1]);
  await maker.send(`/keys/${kept}/rotate`, { method: 'POST', body: {} });
  assert.equal(await keysOf(maker.id), 1);
});

test('the list of users says who entered the addresses of webhooks and the identity provider, which outlive them', async () => {
  const { company: own, admin: first } = await createPortalCompany(service);
  const maker = await createPortalUser(service, own.id);
  const url = 'https://hooks.example.com/';
  const create = async () =>
    (await maker.send('/webhooks', { method: 'POST', body: { url, eventTypes: null } })).json().data.id;
  const [kept, moved, deleted] = [await create(), await create(), await create()];
  await first.send(`/webhooks/${kept}`, { method: 'PATCH', body: { eventTypes: ['ticket.issued'] } });
  await first.send(`/webhooks/${moved}`, { method: 'PATCH', body: { url: 'https://others.example.com/' } });
  await first.send(`/webhooks/${deleted}`, { method: 'DELETE' });
  const provider = {
    issuer: 'https://login.example.com',
    clientId: 'portal',
    domains: ['example.com'],
    roleClaim: null,
    adminValues: [],
    viewerValues: [],
    otherRole: null,
    createsUsers: false,
    onlyWayIn: false,
  };
  const set = async (user: typeof maker, change: object) => {
    const body = { ...provider, clientSecret: 'a secret of the client', ...change };
    const answer = await user.send('/identity-provider', { method: 'PUT', body });
    assert.equal(answer.statusCode, 200, answer.body);
  };
  const left = async () =>
    (await first.send('/users'))
      .json()
      .data.data.map((user: { webhooks: number; enteredProvider: boolean }) => [
        user.webhooks,
        user.enteredProvider,
      ]);
  await set(maker, {});
  assert.deepEqual(await left(), [
    [1, false],
    [1, true],
  ]);
  await set(first, { issuer: 'https://other.example.com' });
  assert.deepEqual(await left(), [
    [1, true],
    [1, false],
  ]);
});

test('the audit log keeps the name that a user had, also if the user comes back in another spelling', async () => {
  const user = await createPortalUser(service, company.id);
  await user.send('/integrations', { method: 'POST', body: { name: 'HR', type: 'api-integration' } });
  await admin.send(`/users/${user.id}`, { method: 'DELETE' });
  const spelt = user.email.toUpperCase();
  const back = await accept((await invite(spelt)).token);
  assert.deepEqual([back.json().data.user.id, back.json().data.user.email], [user.id, spelt]);
  const log = (await admin.send('/audit-log?actions=hr-integration-created&perPage=1')).json().data.data;
  assert.deepEqual(log[0].actor, { type: 'portal-user', id: user.id, name: user.email });
});

test('a removed role has no effect from the next request on', async () => {
  const user = await createPortalUser(service, company.id);
  const rename = () => user.send('/company', { method: 'PATCH', body: { name: 'Beispiel GmbH' } });
  assert.equal((await rename()).statusCode, 200);
  const answer = await admin.send(`/users/${user.id}`, { method: 'PATCH', body: { role: 'viewer' } });
  assert.equal(answer.json().data.role, 'viewer');
  assertProblem(await rename(), 403, 'role-required');
  assert.equal((await user.send('/company')).statusCode, 200);
});

test('a removed user is signed out at once, is named in the audit log, and can return as the same user', async () => {
  const user = await createPortalUser(service, company.id);
  await user.send('/integrations', { method: 'POST', body: { name: 'HR', type: 'api-integration' } });
  assert.equal((await admin.send(`/users/${user.id}`, { method: 'DELETE' })).statusCode, 204);
  assertProblem(await user.send('/session'), 401, 'not-signed-in');
  assertProblem(await signIn(service, user.email), 401, 'sign-in-failed');
  const listed = (await admin.send('/users')).json().data.data;
  assert.ok(listed.every(({ id }: { id: number }) => id !== user.id));
  const log = (await admin.send('/audit-log?actions=hr-integration-created&perPage=1')).json().data.data;
  assert.deepEqual(log[0].actor, { type: 'portal-user', id: user.id, name: user.email });

  const { token } = await invite(user.email);
  const back = await accept(token);
  assert.equal(back.json().data.user.id, user.id);
  assert.equal(back.json().data.user.role, 'viewer');
});

test('a company keeps an admin, also when two admins remove each other at once', async () => {
  const { company: small, admin: first } = await createPortalCompany(service);
  const demote = (by: typeof first, id: number) =>
    by.send(`/users/${id}`, { method: 'PATCH', body: { role: 'viewer' } });
  assertProblem(await demote(first, first.id), 409, 'conflict');
  assertProblem(await first.send(`/users/${first.id}`, { method: 'DELETE' }), 409, 'conflict');
  await createPortalUser(service, small.id, 'viewer');
  assertProblem(await demote(first, first.id), 409, 'conflict');
  const second = await createPortalUser(service, small.id);
  const answers = await Promise.all([demote(first, second.id), demote(second, first.id)]);
  const statuses = answers.map(({ statusCode }) => statusCode).sort();
  assert.ok(statuses[0] === 200 && [403, 409].includes(statuses[1] ?? 0), String(statuses));
});

test('a session older than five minutes must confirm the password before it changes a role', async () => {
  const user = await createPortalUser(service, company.id);
  await age(service, user.token, '6 minutes');
  const body = { role: 'admin' };
  assertProblem(
    await user.send(`/users/${admin.id}`, { method: 'PATCH', body }),
    403,
    'confirmation-required',
  );
});

test('a reset link sets a new password for the same user and ends all other sessions', async () => {
  const user = await createPortalUser(service, company.id);
  const reset = async () => {
    const answer = await admin.send(`/users/${user.id}/reset`, { method: 'POST' });
    assert.equal(answer.statusCode, 201);
    return answer.json().data.link.split('#')[1];
  };
  const earlier = await reset();
  const token = await reset();
  assertProblem(await look(earlier), 410, 'link-expired');
  assert.equal((await signIn(service, user.email)).statusCode, 200);

  const answer = await accept(token, 'a password to remember');
  assert.deepEqual(answer.json().data.user, { id: user.id, email: user.email, role: 'admin' });
  assertProblem(await user.send('/session'), 401, 'not-signed-in');
  assertProblem(await signIn(service, user.email), 401, 'sign-in-failed');
  assertProblem(await accept(token), 410, 'link-expired');

  const late = await reset();
  await admin.send(`/users/${user.id}`, { method: 'DELETE' });
  assertProblem(await accept(late), 410, 'link-expired');
});

test('a reset link is valid for an hour', async () => {
  const user = await createPortalUser(service, company.id);
  const { link } = (await admin.send(`/users/${user.id}/reset`, { method: 'POST' })).json().data;
  const { expiresAt } = (await look(link.split('#')[1])).json().data;
  const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000;
  assert.ok(minutes > 59 && minutes <= 60);
});

const waysOut: [string, (user: Awaited<ReturnType<typeof createPortalUser>>) => Promise<unknown>][] = [
  ['is removed', (user) => admin.send(`/users/${user.id}`, { method: 'DELETE' })],
  ['is demoted', (user) => admin.send(`/users/${user.id}`, { method: 'PATCH', body: { role: 'viewer' } })],
  [
    'changes the password',
    (user) =>
      user.send('/password', {
        method: 'POST',
        body: { currentPassword: PASSWORD, newPassword: 'another password to remember' },
      }),
  ],
];
for (const [event, happen] of waysOut)
  test(`when a user ${event}, links that the user made or that were made for the user are withdrawn`, async () => {
    const user = await createPortalUser(service, company.id);
    const colleague = await createPortalUser(service, company.id, 'viewer');
    const tokenOf = (answer: { json(): { data: { link: string } } }) => answer.json().data.link.split('#')[1];
    const links = [
      await user.send('/invitations', { method: 'POST', body: { email: newEmail(), role: 'admin' } }),
      await user.send(`/users/${colleague.id}/reset`, { method: 'POST' }),
      await admin.send(`/users/${user.id}/reset`, { method: 'POST' }),
    ].map((answer) => tokenOf(answer) ?? '');
    const unconcerned = await invite();
    for (const token of links) assert.equal((await look(token)).statusCode, 200);
    await happen(user);
    for (const token of links) assertProblem(await accept(token), 410, 'link-expired');
    assert.equal((await look(unconcerned.token)).statusCode, 200);
  });

test('an invitation sent while its sender is removed is refused', async () => {
  const user = await createPortalUser(service, company.id);
  const answers = await Promise.all([
    admin.send(`/users/${user.id}`, { method: 'DELETE' }),
    ...Array.from({ length: 8 }, () =>
      user.send('/invitations', { method: 'POST', body: { email: newEmail(), role: 'admin' } }),
    ),
  ]);
  for (const answer of answers.slice(1)) {
    if (answer.statusCode !== 201) continue;
    assertProblem(await look(answer.json().data.link.split('#')[1]), 410, 'link-expired');
  }
});

test('of concurrent invitations of one address only the latest is valid', async () => {
  const email = newEmail();
  const body = { email, role: 'viewer' };
  const answers = await Promise.all(
    Array.from({ length: 3 }, () => admin.send('/invitations', { method: 'POST', body })),
  );
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [201, 201, 201],
  );
  const open = await sql`
    select id from portal_invitations where email = ${email} and withdrawn_at is null`;
  assert.equal(open.length, 1);
});
