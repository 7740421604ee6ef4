import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { createHmacOf } from './hmac.ts';

test('it is the HMAC that Node makes, for any key up to a block and any text', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 64 }),
      fc.string({ unit: 'binary', maxLength: 300 }),
      (bytes, text) => {
        const key = Buffer.from(bytes);
        assert.equal(createHmacOf(key)(text), createHmac('sha256', key).update(text).digest('base64url'));
      },
    ),
  );
});

test('a key longer than a block is refused rather than shortened', () => {
  assert.throws(() => createHmacOf(randomBytes(65)), /longer than a block/);
});
