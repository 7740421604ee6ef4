import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeClaims } from './judge-claims.ts';

const settings = {
  domains: ['example.com', 'xn--mller-kva.example'],
  roleClaim: 'groups',
  adminValues: ['hr-leads', 'it'],
  hrValues: ['people'],
  payrollValues: ['wages'],
  viewerValues: ['hr'],
  otherRole: null,
};
const claims = { sub: '7', email: 'ada@example.com', email_verified: true, groups: ['hr'] };

const cases: [name: string, changes: object, expected: object][] = [
  ['a verified address of an allowed domain', {}, { subject: '7', email: 'ada@example.com', role: 'viewer' }],
  ['the domain in capitals', { email: 'ada@EXAMPLE.com' }, { email: 'ada@EXAMPLE.com' }],
  ['a domain with an umlaut', { email: 'ada@müller.example' }, { email: 'ada@müller.example' }],
  ['the text true, as some providers send', { email_verified: 'true' }, { subject: '7' }],
  ['what Microsoft sends', { email_verified: undefined, xms_edov: '1' }, { subject: '7' }],
  ['an address that is not verified', { email_verified: false }, { refusal: 'email-not-verified' }],
  [
    'not verified, whatever Microsoft says',
    { email_verified: false, xms_edov: true },
    { refusal: 'email-not-verified' },
  ],
  ['nothing about verification', { email_verified: undefined }, { refusal: 'email-not-verified' }],
  ['no address', { email: undefined }, { refusal: 'email-not-verified' }],
  ['something that is no address', { email: '@example.com' }, { refusal: 'email-not-verified' }],
  ['two addresses in one', { email: 'a@evil.test,b@example.com' }, { refusal: 'email-not-verified' }],
  ['another domain', { email: 'ada@example.org' }, { refusal: 'domain-not-allowed' }],
  ['a subdomain', { email: 'ada@mail.example.com' }, { refusal: 'domain-not-allowed' }],
  ['a domain that ends alike', { email: 'ada@notexample.com' }, { refusal: 'domain-not-allowed' }],
  ['no subject', { sub: '' }, { refusal: 'provider-answer-invalid' }],
  ['a subject that is too long', { sub: 'x'.repeat(256) }, { refusal: 'provider-answer-invalid' }],
  ['an admin value among others', { groups: ['all', 'it', 'hr'] }, { role: 'admin' }],
  ['the highest of several roles', { groups: ['hr', 'wages', 'people'] }, { role: 'hr' }],
  ['payroll before viewer', { groups: ['hr', 'wages'] }, { role: 'payroll' }],
  ['one value as text', { groups: 'it' }, { role: 'admin' }],
  ['a value within a text', { groups: 'it-interns' }, { role: null }],
  ['none of the values', { groups: ['all'] }, { role: null }],
  ['no such claim', { groups: undefined }, { role: null }],
  ['numbers and objects', { groups: [1, { hr: true }, null] }, { role: null }],
];
for (const [name, changes, expected] of cases)
  test(`judges ${name}`, () => {
    const judged: object = judgeClaims({ ...claims, ...changes }, settings);
    for (const [field, value] of Object.entries(expected))
      assert.deepEqual(Object.entries(judged).find(([each]) => each === field)?.[1], value);
    if ('refusal' in judged) assert.ok('refusal' in expected);
  });

test('everybody else gets the role of the setting', () => {
  const judged = judgeClaims({ ...claims, groups: [] }, { ...settings, otherRole: 'viewer' });
  assert.deepEqual(judged, { subject: '7', email: 'ada@example.com', role: 'viewer' });
});

test('without a role claim, the provider decides about no role', () => {
  const judged = judgeClaims(claims, {
    ...settings,
    roleClaim: null,
    adminValues: [],
    hrValues: [],
    payrollValues: [],
    viewerValues: [],
  });
  assert.deepEqual(judged, { subject: '7', email: 'ada@example.com', role: undefined });
});

test('a claim may be within objects, or have dots in its name', () => {
  const within = { ...settings, roleClaim: 'realm_access.roles' };
  const role = (more: object) => {
    const judged = judgeClaims({ ...claims, ...more }, within);
    return 'role' in judged ? judged.role : judged;
  };
  assert.equal(role({ realm_access: { roles: ['it'] } }), 'admin');
  assert.equal(role({ 'realm_access.roles': ['hr'] }), 'viewer');
  assert.equal(role({ realm_access: 'roles' }), null);
  assert.equal(role({ realm_access: { roles: undefined } }), null);
});
