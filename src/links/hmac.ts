import { hash } from 'node:crypto';

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;

/**
 * HMAC-SHA-256 as RFC 2104 defines it, as base64url. Every answer with a ticket carries two of them: made of two plain
 * digests one takes half of the time of `createHmac`, which makes objects for each (2.1 instead of 4.2 µs).
 */
export function createHmacOf(key: Buffer): (text: string) => string {
  if (key.length > BLOCK_BYTES) throw new Error('a key longer than a block would have to be digested first');
  const inner = paddedKey(key, 0x36);
  const outer = Buffer.concat([paddedKey(key, 0x5c), Buffer.alloc(DIGEST_BYTES)]);
  return (text) => {
    const message = Buffer.allocUnsafe(BLOCK_BYTES + Buffer.byteLength(text));
    message.set(inner);
    message.write(text, BLOCK_BYTES);
    outer.write(hash('sha256', message, 'binary'), BLOCK_BYTES, 'binary');
    return hash('sha256', outer, 'base64url');
  };
}

function paddedKey(key: Buffer, pad: number): Uint8Array {
  return Uint8Array.from({ length: BLOCK_BYTES }, (_, index) => (key[index] ?? 0) ^ pad);
}
