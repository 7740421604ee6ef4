import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Slots } from './upload-slots.ts';

const [ONE, OTHER] = [1, 2];
const { signal } = new AbortController();

describe('slots', () => {
  it('are given out in the order in which they are asked for', async () => {
    const slots = new Slots(2);
    await slots.take(ONE, signal);
    await slots.take(OTHER, signal);
    const begun: string[] = [];
    const waiting = ['first', 'second'].map((name, index) =>
      slots.take(10 + index, signal).then(() => begun.push(name)),
    );
    slots.release(ONE);
    await waiting[0];
    assert.deepEqual(begun, ['first']);
    slots.release(OTHER);
    await waiting[1];
    assert.deepEqual(begun, ['first', 'second']);
  });

  it('are never all one owner’s: the last is left for others, who need not wait behind it', async () => {
    const slots = new Slots(3);
    await slots.take(ONE, signal);
    await slots.take(ONE, signal);
    let hasBegun = false;
    const third = slots.take(ONE, signal).then(() => {
      hasBegun = true;
    });
    await slots.take(OTHER, signal);
    slots.release(OTHER);
    await slots.take(OTHER, signal);
    assert.equal(hasBegun, false);
    slots.release(ONE);
    await third;
  });

  it('are not kept for somebody who has gone', async () => {
    const slots = new Slots(2);
    await slots.take(ONE, signal);
    const gone = new AbortController();
    const waiting = slots.take(ONE, gone.signal);
    const patient = slots.take(ONE, signal);
    gone.abort(new Error('gone'));
    await assert.rejects(waiting, /gone/);
    slots.release(ONE);
    await patient;
    await assert.rejects(slots.take(ONE, gone.signal), /gone/);
  });
});
