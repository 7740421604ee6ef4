import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readBasicCredentials } from './basic-credentials.ts';

const encode = (text: string) => Buffer.from(text).toString('base64');
/** No lone surrogates: they are no UTF-8, so nobody can send them. */
const text = fc.string({ unit: 'binary' });

test('whatever was sent as username and password is read back', () => {
  const username = text.filter((value) => !value.includes(':'));
  fc.assert(
    fc.property(username, text, (name, password) =>
      assert.deepEqual(readBasicCredentials(`Basic ${encode(`${name}:${password}`)}`), {
        username: name,
        password,
      }),
    ),
  );
});

test('only one spelling of the same bytes is read', () => {
  const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=-_ '];
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 24 }), (encoded) => {
      const read = readBasicCredentials(`Basic ${encoded}`);
      if (read) assert.equal(encode(`${read.username}:${read.password}`), encoded.trimStart());
    }),
  );
});

test('no header makes it throw', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        text,
        text.map((value) => `Basic ${value}`),
      ),
      (header) => {
        readBasicCredentials(header);
      },
    ),
  );
});

test('the first colon splits, so a password may hold colons', () => {
  assert.deepEqual(readBasicCredentials(`Basic ${encode('user:pass:word:')}`), {
    username: 'user',
    password: 'pass:word:',
  });
});

test('either part may be empty', () => {
  assert.deepEqual(readBasicCredentials(`Basic ${encode(':')}`), { username: '', password: '' });
});

test('the name of the scheme may be written in any case, with several spaces after it', () => {
  for (const scheme of ['Basic ', 'basic ', 'BASIC ', 'bAsIc   '])
    assert.deepEqual(readBasicCredentials(scheme + encode('a:b')), { username: 'a', password: 'b' });
});

test('umlauts are UTF-8, and a byte order mark is part of the name', () => {
  assert.deepEqual(readBasicCredentials(`Basic ${encode('\ufeffjürgen:grün€')}`), {
    username: '\ufeffjürgen',
    password: 'grün€',
  });
});

for (const [what, header] of [
  ['no header', undefined],
  ['an empty header', ''],
  ['the scheme alone', 'Basic'],
  ['the scheme and a space', 'Basic '],
  ['another scheme', `Bearer ${encode('a:b')}`],
  ['a scheme that only begins alike', `Basics ${encode('a:b')}`],
  ['no space after the scheme', `Basic${encode('a:b')}`],
  ['a tab after the scheme', `Basic\t${encode('a:b')}`],
  ['plain text instead of base64', 'Basic a:b'],
  ['no colon', `Basic ${encode('ab')}`],
  ['missing padding', `Basic ${encode('ab:c').replaceAll('=', '')}`],
  ['too much padding', `Basic ${encode('ab:cde')}==`],
  ['padding in the middle', 'Basic YTpi=YTpi'],
  ['bits after the end that are not zero', 'Basic YTpiY3=='],
  ['the alphabet of URLs', `Basic ${Buffer.from('a:??>>ÿÿ').toString('base64url')}`],
  ['white space inside', 'Basic YTpi YTpi'],
  ['white space at the end', `Basic ${encode('a:b')} `],
  ['a line break at the end', `Basic ${encode('a:b')}\n`],
  ['two credentials', `Basic ${encode('a:b')}, Basic ${encode('a:b')}`],
  ['Latin-1 instead of UTF-8', `Basic ${Buffer.from('jürgen:a', 'latin1').toString('base64')}`],
  ['half of a UTF-8 character', `Basic ${Buffer.from([0x61, 0x3a, 0xc3]).toString('base64')}`],
  ['UTF-8 in an overlong form', `Basic ${Buffer.from([0x61, 0x3a, 0xc0, 0xaf]).toString('base64')}`],
] as const)
  test(`${what} is not accepted`, () => assert.equal(readBasicCredentials(header), undefined));
