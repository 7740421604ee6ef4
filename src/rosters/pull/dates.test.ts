import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayBefore, dayOf } from './dates.ts';

test('a timestamp is the day that the system wrote, whatever its offset', () => {
  assert.equal(dayOf('2014-11-09T00:00:00+01:00'), '2014-11-09');
  assert.equal(dayOf('2014-11-09T00:00:00.000Z'), '2014-11-09');
  assert.equal(dayOf('2014-11-09 00:00:00'), '2014-11-09');
  assert.equal(dayOf('2014-11-09'), '2014-11-09');
  assert.equal(dayOf('09.11.2014'), '09.11.2014');
});

test('the day before knows the ends of months and leap years', () => {
  assert.equal(dayBefore('2026-04-03'), '2026-04-02');
  assert.equal(dayBefore('2028-03-01'), '2028-02-29');
  assert.equal(dayBefore('2026-01-01'), '2025-12-31');
});
