import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWalletLinks, createWalletTokenReader, type Wallet } from './wallet-links.ts';

const [OLD, NEW, STRANGER] = ['o'.repeat(32), 'n'.repeat(32), 's'.repeat(32)] as const;

function tokenFrom(secrets: string[], companyId: number, ticketId: number, wallet: Wallet): string {
  return createWalletLinks('https://x.example', secrets)(companyId, ticketId)[wallet].split('/').at(-1) ?? '';
}

test('a token tells the company, the ticket and the wallet it was made for', () => {
  const read = createWalletTokenReader([NEW]);
  for (const [companyId, ticketId] of [
    [1, 1],
    [7, 123_456_789],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ] as const)
    for (const wallet of ['apple', 'google'] as const)
      assert.deepEqual(read(tokenFrom([NEW], companyId, ticketId, wallet)), { companyId, ticketId, wallet });
});

test('a token with any character changed, added or left out is none', () => {
  const read = createWalletTokenReader([NEW]);
  const token = tokenFrom([NEW], 35, 4711, 'apple');
  for (let at = 0; at <= token.length; at++) {
    for (const character of ['0', '1', 'a', 'A', '.', '-', '_', '%', 'é', '\0']) {
      const changed = `${token.slice(0, at)}${character}${token.slice(at + 1)}`;
      if (changed !== token) assert.equal(read(changed), undefined, changed);
      assert.equal(read(`${token.slice(0, at)}${character}${token.slice(at)}`), undefined);
    }
    if (at < token.length) assert.equal(read(token.slice(0, at) + token.slice(at + 1)), undefined);
  }
});

test('no part of a token fits into another one', () => {
  const read = createWalletTokenReader([NEW]);
  const [one, other] = [tokenFrom([NEW], 1, 2, 'apple'), tokenFrom([NEW], 3, 4, 'google')];
  const [mine, theirs] = [one.split('.'), other.split('.')];
  for (let set = 1; set < 31; set++) {
    const mixed = mine.map((part, bit) => (set & (1 << bit) ? theirs[bit] : part)).join('.');
    if (mixed !== one && mixed !== other) assert.equal(read(mixed), undefined, mixed);
  }
});

for (const text of [
  '',
  '.',
  '....',
  'apple',
  '1.1.apple.00000000.',
  'x'.repeat(10_000),
  '1.1.samsung.00000000.x',
])
  test(`${JSON.stringify(text.slice(0, 30))} is no token`, () => {
    assert.equal(createWalletTokenReader([NEW])(text), undefined);
  });

test('while a secret is being replaced the links of both work, and afterwards only the new ones', () => {
  const [old, current] = [tokenFrom([OLD], 1, 2, 'apple'), tokenFrom([NEW, OLD], 1, 2, 'apple')];
  assert.notEqual(old, current);
  const meanwhile = createWalletTokenReader([NEW, OLD]);
  assert.ok(meanwhile(old));
  assert.ok(meanwhile(current));
  const afterwards = createWalletTokenReader([NEW]);
  assert.equal(afterwards(old), undefined);
  assert.ok(afterwards(current));
});

test('a token made with a secret that is not configured is none, whatever key id it names', () => {
  const read = createWalletTokenReader([NEW, OLD]);
  const strange = tokenFrom([STRANGER], 1, 2, 'apple').split('.');
  const known = tokenFrom([NEW], 1, 2, 'apple').split('.');
  assert.equal(read(strange.join('.')), undefined);
  assert.equal(read([...known.slice(0, 4), strange[4]].join('.')), undefined);
});
