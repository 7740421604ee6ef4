import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, dayOfMonth, firstOnOrAfter, lastOfMonth, monthFirst, nextFirst } from './months.ts';

const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test('month ends, leap days and turns of the year', () => {
  assert.equal(nextFirst('2026-01-31'), '2026-02-01');
  assert.equal(nextFirst('2026-12-31'), '2027-01-01');
  assert.equal(lastOfMonth('2026-02-01'), '2026-02-28');
  assert.equal(lastOfMonth('2028-02-10'), '2028-02-29');
  assert.equal(lastOfMonth('2100-02-10'), '2100-02-28');
  assert.equal(addDays('2028-02-28', 1), '2028-02-29');
  assert.equal(addDays('2026-03-01', -1), '2026-02-28');
  assert.equal(monthFirst('2026-11-30', 3), '2027-02-01');
  assert.equal(monthFirst('2026-01-31', -2), '2025-11-01');
  assert.equal(firstOnOrAfter('2026-03-01'), '2026-03-01');
  assert.equal(firstOnOrAfter('2026-03-02'), '2026-04-01');
  assert.equal(dayOfMonth('2028-02-29'), 29);
});

test('every day lies in the month that begins before the next first', () => {
  fc.assert(
    fc.property(day, (today) => {
      assert(monthFirst(today) <= today && today < nextFirst(today));
      assert.equal(nextFirst(today), addDays(lastOfMonth(today), 1));
      assert.equal(nextFirst(today), nextFirst(monthFirst(today)));
      assert.equal(dayOfMonth(monthFirst(today)), 1);
      const first = firstOnOrAfter(today);
      assert.equal(first, dayOfMonth(today) === 1 ? today : nextFirst(today));
    }),
  );
});

test('days can be counted there and back', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -2000, max: 2000 }), (today, days) => {
      assert.equal(addDays(addDays(today, days), -days), today);
    }),
  );
});
