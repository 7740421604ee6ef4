import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFormat } from '../../../texts/format.ts';

const DAYS: [timeZone: string, day: string, first: string, last: string][] = [
  ['Europe/Berlin', '2026-12-01', '2026-11-30T23:00:00.000Z', '2026-12-01T22:59:59.999Z'],
  // These two days have 23 and 25 hours.
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
  // The clocks go forward at midnight: the day begins at one.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', '2026-04-24T20:59:59.999Z'],
  ['Atlantic/Azores', '2026-03-29', '2026-03-29T01:00:00.000Z', '2026-03-29T23:59:59.999Z'],
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
  // They go back from midnight to eleven: midnight comes when they show it for the second time.
  ['Africa/Cairo', '2026-10-29', '2026-10-28T21:00:00.000Z', '2026-10-29T21:59:59.999Z'],
  ['America/Santiago', '2026-04-04', '2026-04-04T03:00:00.000Z', '2026-04-05T03:59:59.999Z'],
  // They go back from one to midnight: the day begins when they show it for the first time.
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
  ['Atlantic/Azores', '2026-10-25', '2026-10-25T00:00:00.000Z', '2026-10-26T00:59:59.999Z'],
  // Changes of the clock on the day before and on the day after.
  ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z', '2026-03-30T21:59:59.999Z'],
  ['Europe/Berlin', '2026-10-26', '2026-10-25T23:00:00.000Z', '2026-10-26T22:59:59.999Z'],
  ['Pacific/Auckland', '2026-09-27', '2026-09-26T12:00:00.000Z', '2026-09-27T10:59:59.999Z'],
  ['Pacific/Kiritimati', '2026-12-31', '2026-12-30T10:00:00.000Z', '2026-12-31T09:59:59.999Z'],
  ['America/New_York', '2026-12-31', '2026-12-31T05:00:00.000Z', '2027-01-01T04:59:59.999Z'],
  ['UTC', '2024-02-29', '2024-02-29T00:00:00.000Z', '2024-02-29T23:59:59.999Z'],
];

for (const [timeZone, day, first, last] of DAYS)
  test(`a filter by day uses the company's time zone: ${day} in ${timeZone}`, () => {
    const format = createFormat('en', timeZone);
    assert.deepEqual([format.startOfDay(day), format.endOfDay(day)], [first, last]);
  });

test('a text that is not a date is sent unchanged, and the service refuses it', () => {
  const format = createFormat('de', 'Europe/Berlin');
  assert.deepEqual([format.startOfDay(''), format.endOfDay('')], ['', '']);
  assert.deepEqual([format.startOfDay('soon'), format.endOfDay('2026-02-99')], ['soon', '2026-02-99']);
});
