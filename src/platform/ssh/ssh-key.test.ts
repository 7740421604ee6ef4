import assert from 'node:assert/strict';
import { test } from 'node:test';
import ssh2 from 'ssh2';
import { newSshKey } from './ssh-key.ts';

test('every new key can be read', () => {
  // One in 250 of those that the library makes cannot.
  for (let made = 0; made < 2000; made += 1) {
    const parsed = ssh2.utils.parseKey(newSshKey().private);
    assert.ok(!(parsed instanceof Error), String(parsed));
  }
});
