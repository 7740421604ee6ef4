import assert from 'node:assert/strict';
import { test } from 'node:test';
import { returnPath } from './return-path.ts';

test('a page of the portal is shown again, with its filters', () => {
  for (const path of ['/portal', '/portal/employees', '/portal/employees?search=Gr%C3%BC%C3%9F&page=2'])
    assert.equal(returnPath(path), path);
});

test('everything else leads to the start page', () => {
  for (const path of [
    undefined,
    '',
    '/',
    '/docs',
    '/portalx',
    'https://evil.test/portal',
    '//evil.test/portal',
    '/\\evil.test/portal',
    '\\\\evil.test/portal',
    '/portal/../docs',
    '/portal/..//evil.test',
    '/portal/%2e%2e/docs',
    'javascript:alert(1)',
    'data:text/html,/portal',
    '/portal/api/session',
    '/portal/signed-in?code=1',
    '/portal/sign-in/abc',
    `/portal/${'x'.repeat(500)}`,
    `/portal/${'ü'.repeat(200)}`,
    'http://[',
  ])
    assert.equal(returnPath(path), '/portal', path);
});

test('control characters, which browsers drop, do not hide another site', () => {
  for (const path of ['/\t/evil.test/portal', '\u0000//evil.test/portal', '/\n/evil.test'])
    assert.equal(returnPath(path), '/portal', JSON.stringify(path));
});
