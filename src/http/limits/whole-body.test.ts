import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWhole } from './whole-body.ts';

async function* oneByOne(text: string) {
  const chunk = Buffer.alloc(1);
  for (const byte of Buffer.from(text)) {
    chunk[0] = byte;
    yield chunk;
  }
}

test('a whole body has all bytes, also if it arrives byte by byte; no chunk is kept', async () => {
  for (const text of ['', 'a', 'täglich', 'x'.repeat(9999)])
    assert.equal(String(await readWhole(oneByOne(text), 10_000)), text);
});

test('a whole body may have so many bytes, and no more are read than one chunk', async () => {
  assert.equal((await readWhole(oneByOne('abc'), 3)).length, 3);
  let read = 0;
  async function* endless() {
    for (;;) {
      read++;
      yield Buffer.from('ab');
    }
  }
  await assert.rejects(readWhole(endless(), 3), {
    code: 'payload-too-large',
    message: 'The request body is larger than 3 bytes, the maximum here.',
  });
  assert.equal(read, 2);
});
