import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from './errors.ts';
import { generatePassword, hashPassword, NOBODYS_HASH, verifyPassword } from './password.ts';

test('a password is verified against its own hash only', async () => {
  const hash = await hashPassword('Schöne Grüße 42');
  assert.match(hash, /^\$scrypt\$ln=15,r=8,p=3\$[\w+/]{22}\$[\w+/]{43}$/);
  assert.equal(await verifyPassword('Schöne Grüße 42', hash), true);
  assert.equal(await verifyPassword('Schöne Grüße 43', hash), false);
  assert.equal(await verifyPassword('', hash), false);
});

test('one password in two Unicode forms is one password', async () => {
  const hash = await hashPassword('Zürich'.normalize('NFC'));
  assert.equal(await verifyPassword('Zürich'.normalize('NFD'), hash), true);
});

test('a hash made with other parameters is still verified', async () => {
  // RFC 7914, section 12: P = "password", S = "NaCl", N = 1024, r = 8, p = 16.
  const key = '/bq+HJ00cgB4VucZDQHp/nxq18vII3gw53N2Y0s3MWIurzDZLiKjiG/xCSedmDDaxyevuUqD7m2DYMvfoswGQA';
  assert.equal(await verifyPassword('password', `$scrypt$ln=10,r=8,p=16$TmFDbA$${key}`), true);
});

test('two hashes of one password differ, and a broken hash is an error', async () => {
  const [one, other] = await Promise.all([hashPassword('ein Passwort'), hashPassword('ein Passwort')]);
  assert.notEqual(one, other);
  await assert.rejects(verifyPassword('ein Passwort', 'plain text'));
});

test('a made password is readable and never the same', () => {
  const made = new Set(Array.from({ length: 200 }, generatePassword));
  assert.equal(made.size, 200);
  for (const password of made) assert.match(password, /^([0-9a-hjkmnp-tv-z]{5}-){3}[0-9a-hjkmnp-tv-z]{5}$/);
});

test("what is compared for an unknown address costs what a real password costs, and is nobody's", async () => {
  const costOf = (hash: string) => hash.split('$').slice(0, 3).join('$');
  assert.equal(costOf(NOBODYS_HASH), costOf(await hashPassword('some password')));
  assert.equal(await verifyPassword('', NOBODYS_HASH), false);
});

test('a bounded number of hashes is waited for, addresses in turn; those beyond are refused', async () => {
  const cheap = `$scrypt$ln=4,r=8,p=1$${'c2FsdHNhbHRzYWx0c2FsdA'}$${'A'.repeat(43)}`;
  const done: string[] = [];
  const verify = (owner: string) =>
    verifyPassword('a password', cheap, owner).finally(() => done.push(owner));
  const many = Array.from({ length: 60 }, () => verify('192.0.2.1'));
  const other = verify('198.51.100.1');
  const answers = await Promise.allSettled(many);
  assert.equal(await other, false);
  const refused = answers.filter((answer) => answer.status === 'rejected');
  // Two run and fifty wait. The other address takes the place of the newest.
  assert.equal(refused.length, 60 - 2 - 50 + 1);
  for (const { reason } of refused) assert.ok(reason instanceof AppError && reason.code === 'busy');
  // It begins third. Threads may end in another order; after all of the first address it would be the last of 51.
  const compared = done.slice(refused.length);
  assert.ok(compared.indexOf('198.51.100.1') <= 25, compared.join());
});
