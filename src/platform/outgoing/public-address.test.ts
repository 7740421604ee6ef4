import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

test('addresses of the public internet are public', () => {
  for (const address of [
    '1.1.1.1',
    '93.184.216.34',
    '172.15.255.255',
    '172.32.0.0',
    '2606:4700::1111',
    '2a00::1',
  ])
    assert.equal(isPublicAddress(address), true, address);
});

test('private, loopback, link-local and embedded addresses are not public', () => {
  for (const address of [
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.255',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
    'localhost',
    '2130706433',
    '0x7f.1',
    '',
  ])
    assert.equal(isPublicAddress(address), false, address);
});

test('loopback addresses are recognised', () => {
  for (const address of ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])
    assert.equal(isLoopbackAddress(address), true, address);
  for (const address of ['10.0.0.1', '::2', 'localhost', ''])
    assert.equal(isLoopbackAddress(address), false, address);
});
