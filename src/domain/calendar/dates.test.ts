import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { endOf, isCalendarDate, isDateOrTimestamp, startOf } from './dates.ts';

const pad = (value: number, length = 2) => String(value).padStart(length, '0');
const day = fc.date({
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});
const offset = fc
  .tuple(fc.constantFrom('+', '-'), fc.nat(23), fc.nat(59))
  .map(([sign, hours, minutes]) => `${sign}${pad(hours)}:${pad(minutes)}`);

test('every day of the calendar is a date', () => {
  fc.assert(fc.property(day, (date) => assert.ok(isCalendarDate(date.toISOString().slice(0, 10)))));
});

test('a day is a date exactly when its month has that many days', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9999 }),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
      (year, month, number) => {
        const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
        const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        const exists = number >= 1 && number <= (lengths[month - 1] ?? 0);
        assert.equal(isCalendarDate(`${pad(year, 4)}-${pad(month)}-${pad(number)}`), exists);
      },
    ),
  );
});

for (const text of [
  '',
  '2026',
  '2026-11',
  '2026-1-1',
  '0000-01-01',
  '2026-02-30',
  '1900-02-29',
  '2026-11-01 ',
  ' 2026-11-01',
  '2026-11-01\n',
  '12026-11-01',
  '-2026-11-01',
  '２０２６-11-01',
])
  test(`${JSON.stringify(text)} is no date`, () => {
    assert.equal(isCalendarDate(text), false);
    assert.equal(isDateOrTimestamp(text), false);
  });

for (const text of [
  '2026-11-01T08:00:00',
  '2026-11-01T24:00:00Z',
  '2026-11-01T08:60:00Z',
  '2026-11-01T08:00:60Z',
  '2026-02-30T08:00:00Z',
  '2026-11-01T08:00:00+2',
  '2026-11-01T08:00:00+24:00',
  '2026-11-01T08Z',
  '2026-11-01T08:00:00.Z',
  '2026-11-01T08:00:00Z\n',
  'now',
  'Sun, 01 Nov 2026 08:00:00 GMT',
])
  test(`${JSON.stringify(text)} is no timestamp`, () => assert.equal(isDateOrTimestamp(text), false));

test('a timestamp means the same moment in every way of writing it', () => {
  for (const text of [
    '2026-11-01T08:00:00Z',
    '2026-11-01T08:00Z',
    '2026-11-01t08:00:00z',
    '2026-11-01 08:00:00Z',
    '2026-11-01T08:00:00.000000000Z',
    '2026-11-01T10:00:00+02:00',
    '2026-10-31T20:30:00-11:30',
  ]) {
    assert.ok(isDateOrTimestamp(text), text);
    assert.equal(startOf(text).toISOString(), '2026-11-01T08:00:00.000Z', text);
  }
});

test('a date lasts for its whole day in UTC, a timestamp for its millisecond', () => {
  assert.equal(startOf('2026-11-01').toISOString(), '2026-11-01T00:00:00.000Z');
  assert.equal(endOf('2026-11-01').toISOString(), '2026-11-02T00:00:00.000Z');
  assert.equal(endOf('2024-02-28').toISOString(), '2024-02-29T00:00:00.000Z');
  assert.equal(endOf('2026-11-01T08:00:00.5Z').toISOString(), '2026-11-01T08:00:00.501Z');
});

test('whatever is admitted becomes a moment that PostgreSQL can read, and ends no earlier than it begins', () => {
  const withOffset = fc.tuple(day, offset).map(([date, shift]) => date.toISOString().replace('Z', shift));
  const dateOnly = day.map((date) => date.toISOString().slice(0, 10));
  const edges = fc.constantFrom(
    '0001-01-01',
    '9999-12-31',
    '0001-01-01T00:00:00+23:59',
    '9999-12-31T23:59:59.999-23:59',
  );
  fc.assert(
    fc.property(fc.oneof(withOffset, dateOnly, edges), (text) => {
      assert.ok(isDateOrTimestamp(text));
      assert.match(startOf(text).toISOString(), /^\d{4}-/);
      assert.match(endOf(text).toISOString(), /^\d{4}-/);
      assert.notEqual(startOf(text).getUTCFullYear(), 0);
      assert.ok(startOf(text) <= endOf(text));
    }),
  );
});
