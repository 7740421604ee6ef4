import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isNetwork, memberOf } from './networks.ts';

test('an address or a network is recognised in both versions of IP', () => {
  const networks = ['10.0.0.0/8', '2001:db8::/32', '0.0.0.0/0', '::/0', '203.0.113.7/32', '2001:db8::1/128'];
  for (const text of ['203.0.113.7', '2001:db8::1', ...networks]) assert.equal(isNetwork(text), true, text);
  for (const text of [
    '',
    '10.0.0',
    '10.0.0.0/',
    '10.0.0.0/33',
    '10.0.0.0/08',
    '10.0.0.0/8/8',
    '::/129',
    'host',
    'fe80::1%eth0',
    '10.0.0.1 ',
  ])
    assert.equal(isNetwork(text), false, text);
});

test('an address belongs to a network by its leading bits', () => {
  const isMember = memberOf(['203.0.113.7', '10.1.0.0/16', '2001:db8:1::/48', 'fe80::/10']);
  const members = [
    '203.0.113.7',
    '10.1.255.255',
    '::ffff:10.1.2.3',
    '2001:db8:1:ffff::9',
    '2001:0DB8:0001::1',
    'fe80::1%eth0',
  ];
  for (const address of members) assert.equal(isMember(address), true, address);
  const others = [
    '203.0.113.8',
    '10.2.0.0',
    '::ffff:10.2.0.1',
    '2001:db8:2::1',
    '::1',
    '',
    'unknown',
    '10.1.1',
  ];
  for (const address of others) assert.equal(isMember(address), false, address);
});

test('an empty list has no members', () => {
  assert.equal(memberOf([])('127.0.0.1'), false);
});
