import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKey } from '../../../src/company/api-keys/create-key.ts';
import { revokeKey } from '../../../src/company/api-keys/revoke-key.ts';
import { rotateKey } from '../../../src/company/api-keys/rotate-key.ts';
import { digestOf } from '../../../src/company/api-keys/secret.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { withoutRequest } from '../support/problem.ts';
import { basic, createTestCompany, createTestService } from '../support/service.ts';

const DAY_SECONDS = 24 * 60 * 60;
/** The documented delay. A node trusts its cached key for less time than this. */
const PROMISED_MS = 1_000;

const service = await createTestService();
const secondNode = await createTestService({}, service.database);
const { sql } = service.database;
const { company } = await createTestCompany(service);

interface Login {
  username: string;
  password: string;
}

function newKey(expiresAt: Date | null = null) {
  return createKey(sql, company.id, OPERATOR, {
    environment: 'staging',
    name: 'key',
    permissions: [],
    expiresAt,
  });
}
const rotate = (keyId: number, overlapSeconds: number) =>
  sql.begin((tx) => rotateKey(tx, company.id, keyId, OPERATOR, overlapSeconds));
const revoke = (keyId: number) => sql.begin((tx) => revokeKey(tx, company.id, keyId, OPERATOR));

async function statusOf(authorization: string | undefined, node = service): Promise<number> {
  const headers = authorization === undefined ? {} : { authorization };
  return (await node.app.inject({ url: '/limits', headers })).statusCode;
}
const statusWith = (login: Login, node = service) => statusOf(basic(login), node);

/**
 * Repeats the request until it gets the status, for at most the documented delay: a node's cached key may be
 * half a second old.
 */
async function assertStatusSoon(login: Login, status: number, node = service): Promise<void> {
  const deadline = performance.now() + PROMISED_MS;
  for (;;) {
    const asked = performance.now();
    if ((await statusWith(login, node)) === status) return;
    assert.ok(asked < deadline, `still not ${status} after ${PROMISED_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function storedDigests(keyId: number): Promise<Buffer[]> {
  const rows = await sql<
    { digest: Buffer }[]
  >`select digest from api_key_secrets where api_key_id = ${keyId}`;
  return rows.map(({ digest }) => digest);
}

test('username and password of a key are accepted, whatever the case of the scheme', async () => {
  const key = await newKey();
  const header = basic(key);
  for (const spelling of [header, header.replace('Basic', 'basic'), header.replace('Basic ', 'BASIC   ')])
    assert.equal(await statusOf(spelling), 200, spelling.slice(0, 8));
});

test('any other Authorization header is refused', async () => {
  const key = await newKey();
  const text = `${key.username}:${key.password}`;
  const encoded = Buffer.from(text).toString('base64');
  assert.match(encoded, /=$/, 'the padding must matter here');
  const encode = (value: string | Buffer) => `Basic ${Buffer.from(value).toString('base64')}`;
  const refused: Record<string, string | undefined> = {
    'no header': undefined,
    'an empty header': '',
    'the scheme alone': 'Basic',
    'nothing encoded': 'Basic =',
    'another scheme': `Bearer ${encoded}`,
    'a digest': `Digest username="${key.username}"`,
    'no padding': `Basic ${encoded.replace(/=+$/, '')}`,
    'more padding': `Basic ${encoded}=`,
    'white space inside': `Basic ${encoded.slice(0, 8)} ${encoded.slice(8)}`,
    'not encoded': `Basic ${text}`,
    'encoded twice': encode(encoded),
    'the alphabet of URLs': `Basic ${Buffer.from(`${text}??>>`).toString('base64url')}`,
    'no colon': encode(key.username),
    'an empty password': encode(`${key.username}:`),
    'an empty username': encode(`:${key.password}`),
    'only a colon': encode(':'),
    'a space before the username': encode(` ${text}`),
    'a line break after the password': encode(`${text}\n`),
    'a NUL after the password': encode(`${text}\0`),
    'a NUL in the username': encode(`${key.username}\0:${key.password}`),
    'a NUL in a username of the right length': encode(`test_${'0'.repeat(23)}\0:${key.password}`),
    'a lone surrogate in the username': encode(
      Buffer.concat([
        Buffer.from(`test_${'0'.repeat(23)}`),
        Buffer.from([0xed, 0xa0, 0x80]),
        Buffer.from(':x'),
      ]),
    ),
    'a colon before the password': encode(`${key.username}::${key.password}`),
    'a password that goes on after a colon': encode(`${text}:more`),
    'the username in capitals': encode(`${key.username.toUpperCase()}:${key.password}`),
    'a password with one character changed': encode(`${key.username}:${changeLastCharacter(key.password)}`),
    'a password with one character less': encode(text.slice(0, -1)),
    'the digest of the password': encode(`${key.username}:${digestOf(key.password).toString('hex')}`),
    'invalid UTF-8': encode(Buffer.concat([Buffer.from(text), Buffer.from([0xff])])),
    'a username of the right form that nobody has': encode(`test_${'0'.repeat(24)}:${key.password}`),
    'a wildcard for a username': encode(`test_%:${key.password}`),
    'quotes in the username': encode(`test_' or '1'='1:${key.password}`),
    'a very long username': encode(`test_${'0'.repeat(5_000)}:${key.password}`),
    'a very long password': encode(`${text}${'0'.repeat(8_000)}`),
  };
  for (const [what, header] of Object.entries(refused)) assert.equal(await statusOf(header), 401, what);
  assert.equal(await statusWith(key), 200);
});

function changeLastCharacter(text: string): string {
  return text.slice(0, -1) + (text.endsWith('A') ? 'B' : 'A');
}

test('a password may contain colons: the first colon separates username and password', async () => {
  const key = await newKey();
  const password = 'one:two::three:';
  await sql`update api_key_secrets set digest = ${digestOf(password)} where api_key_id = ${key.id}`;
  assert.equal(await statusWith({ username: key.username, password }), 200);
});

test('the password of one key is refused for another key', async () => {
  const [one, two] = [await newKey(), await newKey()];
  assert.equal(await statusWith({ username: one.username, password: two.password }), 401);
});

test('the answer does not reveal whether the password is wrong or the key unknown, expired or revoked', async () => {
  const [good, expired, revoked] = [await newKey(), await newKey(new Date(0)), await newKey()];
  await revoke(revoked.id);
  const bodies = await Promise.all(
    [{ ...good, password: 'wrong' }, { ...good, username: `test_${'1'.repeat(24)}` }, expired, revoked].map(
      async (login) =>
        JSON.stringify(
          withoutRequest(
            (await service.app.inject({ url: '/limits', headers: { authorization: basic(login) } })).body,
          ),
        ),
    ),
  );
  assert.equal(new Set(bodies).size, 1);
  assert.match(bodies[0] ?? '', /"code":"invalid-credentials"/);
});

test('only digests of passwords are stored, and the username contains no part of the password', async () => {
  const key = await newKey();
  assert.ok(Buffer.from(key.password, 'base64url').length >= 32, '256 bits');
  assert.deepEqual(await storedDigests(key.id), [digestOf(key.password)]);
  const rows = JSON.stringify(await sql`select * from api_keys where id = ${key.id}`);
  assert.ok(!rows.includes(key.password));
});

test('a key works until the exact moment of its expiry', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const expiresAt = Date.now() + 300;
  const key = await newKey(new Date(expiresAt));
  assert.equal(await statusWith(key), 200);
  t.mock.timers.setTime(expiresAt - 1);
  assert.equal(await statusWith(key), 200);
  // The cached key is still trusted at this moment, and its expiry is over.
  t.mock.timers.setTime(expiresAt);
  assert.equal(await statusWith(key), 401);
});

test('a key that expired before it was ever used does not work', async () => {
  assert.equal(await statusWith(await newKey(new Date(Date.now() - 1))), 401);
});

test('while a key is rotated the old and the new password both work', async () => {
  const first = await newKey();
  assert.equal(await statusWith(first), 200);
  const second = await rotate(first.id, DAY_SECONDS);
  await assertStatusSoon(second, 200);
  assert.equal(await statusWith(first), 200);
  assert.equal(second.username, first.username);
});

test('the old password expires at the end of the overlap, the new one keeps working', async () => {
  const first = await newKey();
  const second = await rotate(first.id, 0);
  await assertStatusSoon(first, 401);
  assert.equal(await statusWith(second), 200);
});

test('a third password revokes the first at once, and a fourth the second', async () => {
  const first = await newKey();
  const second = await rotate(first.id, DAY_SECONDS);
  const third = await rotate(first.id, DAY_SECONDS);
  await assertStatusSoon(third, 200);
  assert.equal(await statusWith(first), 401);
  assert.equal(await statusWith(second), 200);
  const fourth = await rotate(first.id, DAY_SECONDS);
  await assertStatusSoon(fourth, 200);
  assert.equal(await statusWith(second), 401);
  assert.equal(await statusWith(third), 200);
  assert.equal((await storedDigests(first.id)).length, 2);
});

test('a revoked key is refused within a second, on every node', async () => {
  const key = await newKey();
  for (const node of [service, secondNode]) assert.equal(await statusWith(key, node), 200);
  const revoked = await revoke(key.id);
  assert.ok(revoked.revokedAt);
  await Promise.all([assertStatusSoon(key, 401, service), assertStatusSoon(key, 401, secondNode)]);
});

test('a revoked key stays revoked, keeps its time of revocation, and gets no new password', async () => {
  const key = await newKey();
  const { revokedAt } = await revoke(key.id);
  assert.deepEqual((await revoke(key.id)).revokedAt, revokedAt);
  await assert.rejects(rotate(key.id, 0), { code: 'conflict' });
  assert.equal(await statusWith(key), 401);
});

test('a key that does not exist can be neither rotated nor revoked', async () => {
  await assert.rejects(rotate(999_999, 0), { code: 'not-found' });
  await assert.rejects(revoke(999_999), { code: 'not-found' });
});

test('a username that was refused as unknown works as soon as its key exists', async () => {
  const key = await newKey();
  assert.equal(await statusWith({ ...key, password: 'wrong' }), 401);
  assert.equal(await statusWith(key), 200);
});

test('the audit log records creation, rotation and revocation of keys, without secrets', async () => {
  const key = await newKey();
  const rotated = await rotate(key.id, DAY_SECONDS);
  await revoke(key.id);
  await revoke(key.id);
  const log = await sql<{ action: string }[]>`
    select action, actor_type, details from audit_log
    where company_id = ${company.id} and subject_type = 'api-key' and subject_id = ${key.id} order by id`;
  assert.deepEqual(
    log.map(({ action }) => action),
    ['api-key-created', 'api-key-rotated', 'api-key-revoked'],
  );
  for (const secret of [key.password, rotated.password]) assert.ok(!JSON.stringify(log).includes(secret));
});

test('the last use of a key is written at most once a minute over all nodes', async () => {
  // A separate node, which the test can close: closing waits for pending writes.
  const key = await newKey();
  const useOnce = async () => {
    const node = await createTestService({}, service.database);
    assert.equal(await statusWith({ ...key, password: 'wrong' }, node), 401);
    const before = await lastUse(key.id);
    assert.equal(await statusWith(key, node), 200);
    assert.equal(await statusWith(key, node), 200);
    await node.app.close();
    return { before, after: await lastUse(key.id) };
  };
  const first = await useOnce();
  assert.equal(first.before, null, 'a wrong password is no use of the key');
  assert.ok(first.after);
  assert.deepEqual((await useOnce()).after, first.after, 'the minute is not over');
  await sql`update api_keys set last_used_at = now() - interval '61 seconds' where id = ${key.id}`;
  const later = await useOnce();
  assert.ok(later.before && later.after && later.after > later.before);
});

async function lastUse(keyId: number): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`select last_used_at as at from api_keys where id = ${keyId}`;
  return row?.at ?? null;
}
