import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { rosterLimits } from '../../platform/config/roster-limits.ts';
import { readRosterBody } from './roster-body.ts';

const unbounded = {
  async *bounded(chunks: AsyncIterable<Buffer>) {
    yield* chunks;
  },
};

const read = (body: PassThrough, encoding: string) =>
  readRosterBody({ body, headers: { 'content-encoding': encoding } }, rosterLimits({}), unbounded)[
    Symbol.asyncIterator
  ]();

test('a compressed body is read ahead of its decompression, so that the end of its connection is noticed', async () => {
  const text = Array.from({ length: 100 }, () => randomBytes(20_000).toString('hex') + ' '.repeat(60_000));
  const compressed = gzipSync(text.join(''));
  assert.ok(compressed.length > 1024 * 1024);
  const body = new PassThrough();
  const chunks = read(body, 'gzip');
  const first = chunks.next();
  const ended = once(body, 'end');
  for (let at = 0; at < compressed.length; at += 65_536) body.write(compressed.subarray(at, at + 65_536));
  body.end();
  assert.ok((await first).value.length < 100_000);
  // Nobody takes the second chunk.
  await ended;
  await chunks.return?.();
});

test('a compressed body that shrinks is bounded as well: empty blocks decompress to nothing', async () => {
  const body = new PassThrough();
  const limits = { ...rosterLimits({}), bytes: 100_000 };
  const whole = readRosterBody({ body, headers: { 'content-encoding': 'gzip' } }, limits, unbounded);
  for (let time = 0; time < 10_000; time++) body.write(gzipSync(''));
  body.end();
  await assert.rejects(
    async () => {
      for await (const chunk of whole) assert.equal(chunk.length, 0);
    },
    { code: 'payload-too-large' },
  );
});

test('a compressed body without its header is named as such', async () => {
  const body = new PassThrough();
  const chunks = read(body, 'identity');
  body.end(gzipSync('{"employees": []}'));
  await assert.rejects(
    async () => await chunks.next(),
    /compressed with gzip, but the header `Content-Encoding/,
  );
});
