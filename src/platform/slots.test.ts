import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { AppError } from './errors.ts';
import { Slots } from './slots.ts';

const [ONE, OTHER, THIRD] = [1, 2, 3];

const isBusy = (error: unknown) =>
  error instanceof AppError && error.code === 'busy' && (error.details.retryAfterSeconds ?? 0) > 0;

/** Asks for a slot and notes when it is given. */
function asker(slots: Slots) {
  const begun: string[] = [];
  const ask = (owner: number, name: string, signal?: AbortSignal) =>
    slots.take(owner, signal).then(() => begun.push(name));
  return { begun, ask };
}

describe('slots', () => {
  it('are given to an owner in the order in which they are asked for', async () => {
    const slots = new Slots({ count: 1, maxWaiting: 10 });
    const { begun, ask } = asker(slots);
    await slots.take(ONE);
    const waiting = [ask(ONE, 'first'), ask(ONE, 'second')];
    slots.release(ONE);
    await waiting[0];
    await setImmediate();
    assert.deepEqual(begun, ['first']);
    slots.release(ONE);
    await waiting[1];
    assert.deepEqual(begun, ['first', 'second']);
  });

  it('go to the owners in turn: a long line delays nobody else’s first', async () => {
    const slots = new Slots({ count: 2, maxWaiting: 10 });
    const { begun, ask } = asker(slots);
    await slots.take(ONE);
    await slots.take(ONE);
    const asked = [
      ...['1a', '1b', '1c', '1d'].map((name) => ask(ONE, name)),
      ...['2a', '2b'].map((name) => ask(OTHER, name)),
      ask(THIRD, '3a'),
    ];
    const holders = [ONE, ONE, ONE, OTHER, THIRD, ONE, OTHER];
    for (const holder of holders) {
      slots.release(holder);
      await setImmediate();
    }
    await Promise.all(asked);
    assert.deepEqual(begun, ['1a', '2a', '3a', '1b', '2b', '1c', '1d']);
  });

  it('are never more than an owner may have, while others need not wait', async () => {
    const slots = new Slots({ count: 3, maxEach: 2, maxWaiting: 10 });
    const { begun, ask } = asker(slots);
    await slots.take(ONE);
    await slots.take(ONE);
    const third = ask(ONE, 'third');
    await slots.take(OTHER);
    slots.release(OTHER);
    await slots.take(OTHER);
    await setImmediate();
    assert.deepEqual(begun, []);
    slots.release(ONE);
    await third;
  });

  it('are refused, among owners with equally many waiting, to the one who came last', async () => {
    const slots = new Slots({ count: 1, maxWaiting: 2 });
    const { begun, ask } = asker(slots);
    await slots.take(ONE);
    const [first, second] = [ask(ONE, 'first'), ask(OTHER, 'second')];
    await assert.rejects(ask(THIRD, 'third'), isBusy);
    for (const holder of [ONE, ONE]) {
      slots.release(holder);
      await setImmediate();
    }
    await Promise.all([first, second]);
    assert.deepEqual(begun, ['first', 'second']);
  });

  it('are not kept for somebody who has gone', async () => {
    const slots = new Slots({ count: 1, maxWaiting: 2 });
    await slots.take(ONE);
    const gone = new AbortController();
    const waiting = slots.take(ONE, gone.signal);
    const patient = slots.take(ONE);
    gone.abort(new Error('gone'));
    await assert.rejects(waiting, /gone/);
    // The place in the queue is free again.
    const next = slots.take(ONE);
    slots.release(ONE);
    await patient;
    slots.release(ONE);
    await next;
    await assert.rejects(slots.take(ONE, gone.signal), /gone/);
    slots.release(ONE);
    await slots.take(ONE);
  });

  it('are refused if too many wait, first to the owner with the longest line', async () => {
    const slots = new Slots({ count: 1, maxWaiting: 3 });
    const { begun, ask } = asker(slots);
    await slots.take(ONE);
    const [first, second, third] = [ask(ONE, '1a'), ask(ONE, '1b'), ask(ONE, '1c')];
    await assert.rejects(ask(ONE, '1d'), isBusy);
    const others = ask(OTHER, '2a');
    await assert.rejects(third, isBusy);
    for (const holder of [ONE, ONE, OTHER]) {
      slots.release(holder);
      await setImmediate();
    }
    await Promise.all([first, others, second]);
    assert.deepEqual(begun, ['1a', '2a', '1b']);
  });

  it('are refused after the longest time that one may wait', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const slots = new Slots({ count: 1, patienceMs: 5000, maxWaiting: 10 });
    await slots.take(ONE);
    const late = slots.take(OTHER);
    t.mock.timers.tick(4999);
    const later = slots.take(THIRD);
    t.mock.timers.tick(1);
    await assert.rejects(late, isBusy);
    slots.release(ONE);
    await later;
    t.mock.timers.tick(10_000);
    slots.release(THIRD);
    await slots.take(ONE);
  });

  it('are free again after their use, also if the work has failed', async () => {
    const slots = new Slots({ count: 1, maxWaiting: 10 });
    await assert.rejects(
      slots.use(ONE, () => Promise.reject(new Error('broken'))),
      /broken/,
    );
    assert.equal(await slots.use(ONE, () => Promise.resolve('made')), 'made');
  });

  it('are more while they are raised: those that wait begin, and what exceeds the usual number is given back first', async () => {
    const slots = new Slots({ count: 3, maxEach: 1, maxWaiting: 10 });
    const { begun, ask } = asker(slots);
    await slots.take(ONE);
    const waiting = ['a', 'b', 'c', 'd'].map((name) => ask(ONE, name));
    slots.raise(2);
    await setImmediate();
    assert.deepEqual(begun, ['a', 'b']);
    slots.raise(2);
    slots.raise(0);
    for (let count = 0; count < 2; count++) slots.release(ONE);
    await setImmediate();
    assert.deepEqual(begun, ['a', 'b']);
    assert.ok(slots.tryTake(OTHER) && !slots.tryTake(OTHER));
    for (let count = 0; count < 2; count++) slots.release(ONE);
    await Promise.all(waiting);
    assert.ok(!slots.isIdle);
    slots.release(ONE);
    slots.release(OTHER);
    assert.ok(slots.isIdle);
  });
});
