import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteExpiredSessions } from '../../../src/accounts/delete-expired-sessions.ts';
import { countAddress } from '../../../src/accounts/throttle.ts';
import { networkOf } from '../../../src/platform/network-of.ts';
import { passwordSlots } from '../../../src/platform/password.ts';
import { assertProblem, withoutRequestId } from '../support/problem.ts';
import { createTestService } from '../support/service.ts';
import { ask, createPortalCompany, createPortalUser, PASSWORD, signIn } from './portal.ts';

const service = await createTestService();
const { sql } = service.database;
const { company, admin } = await createPortalCompany(service);

let network = 0;
const newAddress = () => `198.51.100.${++network}`;

const guess = (email: string, address = newAddress(), through = service) =>
  ask(through, '/session', { method: 'POST', body: { email, password: 'not the password' }, address });

async function letTimePass(): Promise<void> {
  await sql`update portal_attempts set window_ends_at = now()`;
}

test('ten failed attempts for one address lock it, whether it exists or not, over all clients and nodes', async () => {
  const otherNode = await createTestService({}, service.database);
  for (const email of [admin.email, 'nobody@example.com']) {
    const guesses = Array.from({ length: 16 }, (_, index) =>
      guess(email, newAddress(), index % 2 ? service : otherNode),
    );
    const codes = (await Promise.all(guesses)).map(({ statusCode }) => statusCode);
    assert.equal(codes.filter((code) => code === 401).length, 10, email);
    const refused = await guess(email);
    assertProblem(refused, 429, 'too-many-requests');
    const seconds = Number(refused.headers['retry-after']);
    assert.ok(seconds > 800 && seconds <= 900, `${seconds}`);
  }
  // The right password is refused too: otherwise the answer would reveal it.
  assertProblem(await signIn(service, admin.email), 429, 'too-many-requests');
  await letTimePass();
  assert.equal((await signIn(service, admin.email)).statusCode, 200);
});

/** Inserts failed attempts instead of making them: each takes most of a second. */
async function insertFailedAttempts(times: number): Promise<void> {
  await sql`update portal_attempts set attempts = ${times}`;
}

test('signing in resets the failed attempts', async () => {
  await letTimePass();
  await guess(admin.email);
  for (let round = 0; round < 2; round++) {
    await insertFailedAttempts(9);
    assert.equal((await signIn(service, admin.email)).statusCode, 200);
    assert.equal((await guess(admin.email)).statusCode, 401);
  }
});

test('fifty failed attempts from one network address lock it for all users', async () => {
  const address = newAddress();
  await letTimePass();
  await deleteExpiredSessions(sql);
  await countAddress(sql, address);
  await insertFailedAttempts(49);
  assert.equal((await guess('one@example.com', address)).statusCode, 401);
  assertProblem(await guess('two@example.com', address), 429, 'too-many-requests');
  assertProblem(await signIn(service, admin.email, { address }), 429, 'too-many-requests');
  assert.equal((await signIn(service, admin.email)).statusCode, 200);
});

test('successful sign-ins from one network address are not counted', async () => {
  const user = await createPortalUser(service, company.id);
  await letTimePass();
  await deleteExpiredSessions(sql);
  for (let index = 0; index < 2; index++)
    assert.equal((await signIn(service, user.email, { address: newAddress() })).statusCode, 200);
  const rows = await sql<{ attempts: number }[]>`select attempts from portal_attempts`;
  assert.deepEqual([...new Set(rows.map(({ attempts }) => attempts))], [0]);
});

test('signing in does not forget the failures of others from the same place', async () => {
  const user = await createPortalUser(service, company.id);
  const address = newAddress();
  await letTimePass();
  await deleteExpiredSessions(sql);
  await countAddress(sql, address);
  await insertFailedAttempts(49);
  assert.equal((await signIn(service, user.email, { address })).statusCode, 200);
  assert.equal((await guess('one@example.com', address)).statusCode, 401);
  assertProblem(await guess('two@example.com', address), 429, 'too-many-requests');
});

test('a blocked network address does not lock out the users whose addresses it tries', async () => {
  const user = await createPortalUser(service, company.id);
  const address = newAddress();
  await letTimePass();
  await deleteExpiredSessions(sql);
  await countAddress(sql, address);
  await insertFailedAttempts(50);
  for (let round = 0; round < 12; round++)
    assertProblem(await guess(user.email, address), 429, 'too-many-requests');
  assert.equal((await signIn(service, user.email)).statusCode, 200);
});

const knownCookie = (answer: Awaited<ReturnType<typeof signIn>>) => ({
  cookie: [answer.headers['set-cookie'] ?? ''].flat().at(-1)?.split(';')[0] ?? '',
});

test('strangers lock out neither a browser in which the user has signed in before, nor a session', async () => {
  const user = await createPortalUser(service, company.id);
  await letTimePass();
  const headers = knownCookie(await signIn(service, user.email));
  assert.match(headers.cookie, /^__Host-transit-known-browser=/);
  await guess(user.email);
  await insertFailedAttempts(10);
  assertProblem(await signIn(service, user.email), 429, 'too-many-requests');
  assert.equal((await signIn(service, user.email, { headers })).statusCode, 200);
  const confirmed = await user.send('/session/confirm', { method: 'POST', body: { password: PASSWORD } });
  assert.equal(confirmed.statusCode, 200);
  // Of another user, or forged, the cookie changes nothing.
  const other = await createPortalUser(service, company.id);
  const others = knownCookie(await signIn(service, other.email, { address: newAddress() }));
  for (const cookie of [others.cookie, `${headers.cookie.slice(0, -2)}xx`])
    assertProblem(await signIn(service, user.email, { headers: { cookie } }), 429, 'too-many-requests');
});

test('a known browser may guess no more often than strangers', async () => {
  const user = await createPortalUser(service, company.id);
  await letTimePass();
  await deleteExpiredSessions(sql);
  const headers = knownCookie(await signIn(service, user.email));
  const body = { email: user.email, password: 'not the password' };
  const tryAgain = () => ask(service, '/session', { method: 'POST', body, headers });
  assert.equal((await tryAgain()).statusCode, 401);
  await insertFailedAttempts(10);
  assertProblem(await tryAgain(), 429, 'too-many-requests');
});

test('wrong passwords in a form count like those of the sign-in page', async () => {
  const user = await createPortalUser(service, company.id);
  const confirm = () => user.send('/session/confirm', { method: 'POST', body: { password: 'wrong' } });
  assert.equal((await confirm()).statusCode, 422);
  await insertFailedAttempts(10);
  assertProblem(await confirm(), 429, 'too-many-requests');
  await letTimePass();
});

test('typed addresses are not stored, and old attempts are deleted', async () => {
  await guess('canary@example.com');
  const rows = await sql`select a::text as line from portal_attempts a`;
  assert.ok(rows.length > 0);
  assert.ok(!JSON.stringify(rows).includes('canary'));
  await letTimePass();
  await deleteExpiredSessions(sql);
  assert.equal((await sql`select from portal_attempts`).length, 0);
});

test('an IPv6 network counts as one address', () => {
  assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2');
  assert.equal(networkOf('2001:db8:1:2::9'), '2001:db8:1:2');
  assert.equal(networkOf('2001:0DB8:0001:0002::'), '2001:db8:1:2');
  assert.equal(networkOf('2001:db8::1'), '2001:db8:0:0');
  assert.equal(networkOf('::1'), '0:0:0:0');
  assert.equal(networkOf('::ffff:192.0.2.7'), '192.0.2.7');
  assert.equal(networkOf('192.0.2.7'), '192.0.2.7');
});

test('while too many passwords wait to be checked, the next gets 503, known or not, and does not count', async () => {
  await letTimePass();
  await deleteExpiredSessions(sql);
  const user = await createPortalUser(service, company.id);
  const owners = Array.from({ length: 52 }, (_, index) => `busy ${index}`);
  const taken = owners.map((owner) => passwordSlots.take(owner));
  const wrong = { method: 'POST', body: { password: 'not the password' } } as const;
  const answers = [
    await signIn(service, user.email),
    await guess('somebody@example.com'),
    await user.send('/session/confirm', wrong),
  ];
  for (const owner of owners) passwordSlots.release(owner);
  await Promise.all(taken);
  for (const answer of answers) {
    assertProblem(answer, 503, 'busy');
    assert.ok(Number(answer.headers['retry-after']) >= 1);
  }
  assert.equal(withoutRequestId(answers[0]?.body ?? ''), withoutRequestId(answers[1]?.body ?? ''));
  const [counted] = await sql`select count(*)::int as subjects from portal_attempts where attempts > 0`;
  assert.deepEqual(counted, { subjects: 0 });
  assert.equal((await signIn(service, user.email)).statusCode, 200);
});
