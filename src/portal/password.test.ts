import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, NOBODYS_HASH, newPortalPassword, verifyPassword } from './password.ts';

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
  const made = new Set(Array.from({ length: 200 }, newPortalPassword));
  assert.equal(made.size, 200);
  for (const password of made) assert.match(password, /^([0-9a-hjkmnp-tv-z]{5}-){3}[0-9a-hjkmnp-tv-z]{5}$/);
});

test("what is compared for an unknown address costs what a real password costs, and is nobody's", async () => {
  const costOf = (hash: string) => hash.split('$').slice(0, 3).join('$');
  assert.equal(costOf(NOBODYS_HASH), costOf(await hashPassword('some password')));
  assert.equal(await verifyPassword('', NOBODYS_HASH), false);
});
