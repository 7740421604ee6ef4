import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { decrypt, encrypt } from './encrypted-file.ts';

const PASSPHRASE = 'correct horse battery staple';
/** Fast enough to try many files. */
const COST = 4;
const PIECE = 64 * 1024;
const HEADER = 41;

async function* inParts(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function whole(source: AsyncIterable<Buffer>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(source));
}

const sealed = (bytes: Buffer, size = 5000) => whole(encrypt(inParts(bytes, size), PASSPHRASE, COST));
const opened = (bytes: Buffer, passphrase = PASSPHRASE, size = 7777) =>
  whole(decrypt(inParts(bytes, size), passphrase));

describe('an encrypted file', () => {
  for (const length of [0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE])
    it(`of ${length} bytes is read as it was written, in parts of any size`, async () => {
      const bytes = randomBytes(length);
      const file = await sealed(bytes);
      assert.deepEqual(await opened(file), bytes);
      assert.deepEqual(await opened(file, PASSPHRASE, file.length), bytes);
    });

  it('is different each time, and needs its own passphrase', async () => {
    const bytes = Buffer.from('the same');
    const file = await sealed(bytes);
    assert.notDeepEqual(file, await sealed(bytes));
    await assert.rejects(opened(file, 'wrong horse battery staple'), /passphrase is not the one/);
  });

  it('is refused wherever one byte is changed, also in its header', async () => {
    const file = await sealed(randomBytes(2 * PIECE + 10));
    for (const at of [3, 8, 9, 24, 25, 40, HEADER, HEADER + PIECE, HEADER + PIECE + 16, file.length - 1]) {
      const changed = Buffer.from(file);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await assert.rejects(opened(changed), { code: 'backup-unusable' }, `byte ${at}`);
    }
  });

  it('is refused if it was cut off anywhere, or if pieces were added, swapped or left out', async () => {
    const file = await sealed(randomBytes(3 * PIECE));
    const size = PIECE + 16;
    const [header, one, two, three] = [
      file.subarray(0, HEADER),
      ...[0, 1, 2].map((index) => file.subarray(HEADER + index * size, HEADER + (index + 1) * size)),
    ] as [Buffer, Buffer, Buffer, Buffer];
    for (const length of [
      0,
      5,
      HEADER - 1,
      HEADER,
      HEADER + 7,
      HEADER + size,
      HEADER + 2 * size,
      file.length - 1,
    ])
      await assert.rejects(opened(file.subarray(0, length)), { code: 'backup-unusable' }, `${length} bytes`);
    for (const parts of [
      [header, two, one, three],
      [header, one, three],
      [header, one, two, three, three],
      [header, one, two, three, Buffer.of(0)],
    ])
      await assert.rejects(opened(Buffer.concat(parts)), { code: 'backup-unusable' });
  });
});
