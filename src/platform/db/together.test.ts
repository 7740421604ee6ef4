import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { together } from './together.ts';

test('gives what each of them gives, in their order', async () => {
  assert.deepEqual(await together([setImmediate('one'), Promise.resolve(2), 'three']), ['one', 2, 'three']);
});

test('throws the first failure, also where it is noticed last', async () => {
  const late = async () => {
    await setImmediate();
    throw new Error('what is wrong');
  };
  const refused = async () => {
    throw new Error('refused after that');
  };
  await assert.rejects(together([Promise.resolve(1), late(), refused()]), { message: 'what is wrong' });
});
