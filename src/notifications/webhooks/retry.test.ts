import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pauseAfter, retryAfterSeconds } from './retry.ts';

test('pauses grow, are up to a tenth longer at random, and the last one repeats', () => {
  const never = () => 0;
  const pauses = Array.from({ length: 11 }, (_, index) => pauseAfter(index + 1, 0, never));
  assert.deepEqual(pauses, [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 21_600, 21_600, 21_600]);
  assert.equal(
    pauseAfter(1, 0, () => 1),
    5.5,
  );
});

test('the receiver can ask for a longer pause, up to a day', () => {
  assert.equal(pauseAfter(1, 60), 60);
  assert.equal(pauseAfter(1, 1e9), 86_400);
  assert(pauseAfter(9, 60) >= 21_600);
});

test('Retry-After is read as seconds or as a time', () => {
  const now = Date.parse('2026-11-16T08:00:00Z');
  assert.equal(retryAfterSeconds('120', now), 120);
  assert.equal(retryAfterSeconds('Mon, 16 Nov 2026 08:01:00 GMT', now), 60);
  assert.equal(retryAfterSeconds('Mon, 16 Nov 2026 07:00:00 GMT', now), 0);
  for (const other of [undefined, 'soon', '', '-5']) assert.ok(!retryAfterSeconds(other, now));
});
