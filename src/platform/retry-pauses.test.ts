import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pauseAfter, pauseForReceiver, retryAfterSeconds } from './retry-pauses.ts';

const PAUSES = { seconds: [5, 30, 120], maxAsked: 86_400 };

test('pauses grow, are up to a tenth longer at random, and the last one repeats', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 60].map((failed) => pauseAfter(PAUSES.seconds, failed)),
    [5, 30, 120, 120, 120],
  );
  for (const [random, pause] of [
    [0, 5],
    [1, 5.5],
  ] as const)
    assert.equal(
      pauseForReceiver(PAUSES, 1, 0, () => random),
      pause,
    );
});

test('the receiver can ask for a longer pause, up to a bound', () => {
  assert.equal(pauseForReceiver(PAUSES, 1, 60), 60);
  assert.equal(pauseForReceiver(PAUSES, 1, 1e9), 86_400);
  assert(pauseForReceiver(PAUSES, 3, 60) >= 120);
});

test('Retry-After is read as seconds or as a time', () => {
  const now = Date.parse('2026-11-16T08:00:00Z');
  assert.equal(retryAfterSeconds('120', now), 120);
  assert.equal(retryAfterSeconds('Mon, 16 Nov 2026 08:01:00 GMT', now), 60);
  assert.equal(retryAfterSeconds('Mon, 16 Nov 2026 07:00:00 GMT', now), 0);
  for (const other of [undefined, 'soon', '', '-5']) assert.ok(!retryAfterSeconds(other, now));
});
