import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createTokens } from './derived-tokens.ts';
import type { LinkClass } from './link-class.ts';
import { createPageLink, createPageTokenReader } from './page-links.ts';

const OLD = 'an-old-secret-of-at-least-32-characters';
const NEW = 'the-new-secret-of-at-least-32-characters';
const BASE = 'https://tickets.example.com';

const link = createPageLink(BASE, [NEW]);
const read = createPageTokenReader([NEW]);
const tokenOf = (address: string) => address.slice(`${BASE}/me/`.length);

const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const owner = fc.record({
  companyId: id,
  employeeId: id,
  linkVersion: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
});
const anyClass = fc.constantFrom<LinkClass>('mailed', 'shown');

test('a link stands for its owner, version and class, and is the same at any time', () => {
  fc.assert(
    fc.property(owner, anyClass, (one, linkClass) => {
      const address = link(one, linkClass);
      assert.match(address, /^https:\/\/tickets\.example\.com\/me\/[\w.-]+$/);
      assert.equal(link({ ...one }, linkClass), address);
      assert.deepEqual(read(tokenOf(address)), { ...one, linkClass });
    }),
  );
});

test('different owners, versions and classes have different links', () => {
  fc.assert(
    fc.property(owner, owner, anyClass, anyClass, (one, other, oneClass, otherClass) => {
      const isSame = JSON.stringify([one, oneClass]) === JSON.stringify([other, otherClass]);
      assert.equal(link(one, oneClass) === link(other, otherClass), isSame);
    }),
  );
  const ada = { companyId: 1, employeeId: 23, linkVersion: 4 };
  // Parts that read the same without their separators.
  const others = [
    { companyId: 12, employeeId: 3, linkVersion: 4 },
    { companyId: 1, employeeId: 2, linkVersion: 34 },
    { ...ada, linkVersion: 5 },
  ];
  const links = [ada, ...others].flatMap((one) => [link(one, 'mailed'), link(one, 'shown')]);
  assert.equal(new Set(links).size, 8);
});

test('a link from before there were classes still works and counts as shown', () => {
  const ada = { companyId: 12, employeeId: 345, linkVersion: 6 };
  const old = createTokens('employee-page', [NEW]).make(['c', '9l', '6']);
  assert.deepEqual(read(old), { ...ada, linkClass: 'shown' });
  assert.equal(tokenOf(link(ada, 'shown')), old);
  // Nobody can make a mailed link of it: the class is signed.
  assert.equal(read(old.replace('c.9l.6.', 'c.9l.6.m.')), undefined);
  assert.equal(read(tokenOf(link(ada, 'mailed')).replace('.m.', '.')), undefined);
});

test('a token that was changed anywhere, shortened or lengthened stands for nothing', () => {
  const token = tokenOf(link({ companyId: 12, employeeId: 345, linkVersion: 6 }, 'mailed'));
  for (let index = 0; index < token.length; index++) {
    const other = token[index] === 'a' ? 'b' : 'a';
    assert.equal(read(token.slice(0, index) + other + token.slice(index + 1)), undefined, `${index}`);
    assert.equal(read(token.slice(0, index)), undefined);
  }
  for (const wrong of [`${token}a`, ` ${token}`, `${token}\n`, token.toUpperCase(), `0${token}`, ''])
    assert.equal(read(wrong), undefined, wrong);
  fc.assert(fc.property(fc.string(), (text) => read(text) === undefined));
});

test('a token for another purpose is none for a page', () => {
  for (const purpose of ['contract-link', 'wallet-link', 'employee-browser'])
    assert.equal(read(createTokens(purpose, [NEW]).make(['c', '9l', '1'])), undefined, purpose);
});

test('a secret can be replaced: the newest signs, all that are configured verify', () => {
  const ada = { companyId: 12, employeeId: 345, linkVersion: 1 };
  const old = tokenOf(createPageLink(BASE, [OLD])(ada, 'mailed'));
  assert.deepEqual(createPageTokenReader([NEW, OLD])(old), { ...ada, linkClass: 'mailed' });
  assert.equal(createPageLink(BASE, [NEW, OLD])(ada, 'mailed'), link(ada, 'mailed'));
  assert.equal(read(old), undefined);
});
