import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { PacedWork } from './paced-work.ts';

const [ONE, OTHER] = [1, 2];

test('a company does one piece at a time, with a pause after it; others do not wait for it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const work = new PacedWork(5);
  const done: string[] = [];
  const all = [
    work.do(ONE, () => done.push('1a')),
    work.do(ONE, () => Promise.reject(new Error('a piece fails'))).catch(() => done.push('1b failed')),
    work.do(ONE, () => done.push('1c')),
    work.do(OTHER, () => done.push('2a')),
  ];
  const settle = async () => {
    for (let turn = 0; turn < 10; turn++) await setImmediate();
    return [...done];
  };
  assert.deepEqual(await settle(), ['1a', '2a']);
  t.mock.timers.tick(4);
  assert.deepEqual(await settle(), ['1a', '2a']);
  t.mock.timers.tick(1);
  assert.deepEqual(await settle(), ['1a', '2a', '1b failed']);
  t.mock.timers.tick(5);
  await Promise.all(all);
  assert.deepEqual(done, ['1a', '2a', '1b failed', '1c']);
});
