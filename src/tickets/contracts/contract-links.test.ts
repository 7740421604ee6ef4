import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createTokens } from '../../platform/links/derived-tokens.ts';
import { createWalletLinks, createWalletTokenReader } from '../wallet/wallet-links.ts';
import { contractLink, createContractTokenReader } from './contract-links.ts';

const OLD = 'an-old-secret-of-at-least-32-characters';
const NEW = 'the-new-secret-of-at-least-32-characters';
const BASE = 'https://tickets.example.com';
const OFFER = { companyId: 12, id: 345, linkVersion: 1 };

const tokenOf = (link: string) => link.slice(`${BASE}/contracts/`.length);
const token = tokenOf(contractLink(BASE, [NEW])(OFFER, 'shown'));
const read = createContractTokenReader([NEW]);

test('a link stands for its offer', () => {
  assert.deepEqual(read(token), { companyId: 12, offerId: 345, linkVersion: 1, linkClass: 'shown' });
});

test('a link from the time when its token had a day of expiry still stands for its offer', () => {
  const old = createTokens('contract-link', [NEW]).make(['c', '9l', 'g9p']);
  assert.deepEqual(read(old), { companyId: 12, offerId: 345, linkVersion: 1, linkClass: 'shown' });
});

test('a link names its class and the version of the links of its employee; those from before are shown and of the first', () => {
  for (const linkVersion of [1, 2, 31, 35, 36, 1_000_000])
    for (const linkClass of ['mailed', 'shown'] as const)
      assert.deepEqual(read(tokenOf(contractLink(BASE, [NEW])({ ...OFFER, linkVersion }, linkClass))), {
        companyId: 12,
        offerId: 345,
        linkVersion,
        linkClass,
      });
  assert.equal(token, createTokens('contract-link', [NEW]).make(['c', '9l']));
});

test('the same offer has the same link at any time, and others have others', () => {
  const link = contractLink(BASE, [NEW]);
  assert.equal(link(OFFER, 'shown'), link({ ...OFFER }, 'shown'));
  const others = [{ id: 346 }, { companyId: 13 }, { linkVersion: 2 }].map((other) =>
    link({ ...OFFER, ...other }, 'shown'),
  );
  const both = [link(OFFER, 'shown'), link(OFFER, 'mailed')];
  assert.equal(new Set([...both, ...others]).size, 5);
});

test('changed anywhere, shortened or lengthened, it stands for nothing', () => {
  for (let index = 0; index < token.length; index++) {
    const other = token[index] === 'a' ? 'b' : 'a';
    assert.equal(read(token.slice(0, index) + other + token.slice(index + 1)), undefined, `${index}`);
    assert.equal(read(token.slice(0, index)), undefined);
  }
  for (const wrong of [`${token}a`, ` ${token}`, `${token}\n`, token.toUpperCase(), `0${token}`, ''])
    assert.equal(read(wrong), undefined, wrong);
  fc.assert(fc.property(fc.string(), (text) => read(text) === undefined));
});

test('a secret can be replaced: the newest signs, all that are configured verify', () => {
  const old = tokenOf(contractLink(BASE, [OLD])(OFFER, 'shown'));
  const both = createContractTokenReader([NEW, OLD]);
  assert.ok(both(old) && both(tokenOf(contractLink(BASE, [NEW, OLD])(OFFER, 'shown'))));
  assert.equal(tokenOf(contractLink(BASE, [NEW, OLD])(OFFER, 'shown')), token);
  assert.equal(read(old), undefined);
});

test('a token for a contract is none for a wallet, nor the reverse', () => {
  const wallet = createWalletLinks(BASE, [NEW])(12, 345).apple.split('/').at(-1) ?? '';
  assert.ok(createWalletTokenReader([NEW])(wallet));
  assert.equal(read(wallet), undefined);
  assert.equal(createWalletTokenReader([NEW])(token), undefined);
  // Even written in the other's form, the signature is another.
  const forged = token.replace(/^([^.]+\.[^.]+)/, '$1.apple');
  assert.equal(createWalletTokenReader([NEW])(forged), undefined);
});
