import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GrowingIntervals } from './growing-intervals.ts';

test('a message about something that lasts a night is repeated after 1, 3, 7, 15, 31 and 63 minutes, then hourly', () => {
  const intervals = new GrowingIntervals(0);
  const minutes = Array.from({ length: 8 * 60 }, (_, minute) => minute);
  const repeated = minutes.filter((minute) => intervals.isDue(minute * 60_000));
  assert.deepEqual(repeated, [1, 3, 7, 15, 31, 63, 123, 183, 243, 303, 363, 423]);
});
