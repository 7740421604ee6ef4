import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFormat } from '../../../web/src/language/format.ts';

const DAYS: [timeZone: string, day: string, first: string, last: string][] = [
  ['Europe/Berlin', '2026-12-01', '2026-11-30T23:00:00.000Z', '2026-12-01T22:59:59.999Z'],
  // 23 and 25 hours long.
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
  ['America/New_York', '2026-12-31', '2026-12-31T05:00:00.000Z', '2027-01-01T04:59:59.999Z'],
  ['UTC', '2024-02-29', '2024-02-29T00:00:00.000Z', '2024-02-29T23:59:59.999Z'],
];

for (const [timeZone, day, first, last] of DAYS)
  test(`a day that somebody filters by is one of the company: ${day} in ${timeZone}`, () => {
    const format = createFormat('en', timeZone);
    assert.deepEqual([format.startOfDay(day), format.endOfDay(day)], [first, last]);
  });

test('what is no day is left to the service to refuse', () => {
  const format = createFormat('de', 'Europe/Berlin');
  assert.deepEqual([format.startOfDay(''), format.endOfDay('')], ['', '']);
  assert.deepEqual([format.startOfDay('soon'), format.endOfDay('2026-02-99')], ['soon', '2026-02-99']);
});
