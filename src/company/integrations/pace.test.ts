import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { learnPace, overdueFrom, overdueUntilLearned, type Pace } from './pace.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WORKING_DAYS = [1, 2, 3, 4, 5];

/** Local clocks, written as UTC. 1 June 2026 was a Monday. */
const at = (text: string) => Date.parse(`${text}:00Z`);
const text = (time: number) => new Date(time).toISOString().slice(0, 16);
const weekday = (time: number) => new Date(time).getUTCDay() || 7;

/** Rosters on the given days of the week at that hour, the last one at `last`. Newest first. */
function onDays(last: string, count: number, weekdays: readonly number[] = [1, 2, 3, 4, 5, 6, 7]): number[] {
  const times: number[] = [];
  for (let time = at(last); times.length < count; time -= DAY)
    if (weekdays.includes(weekday(time))) times.push(time);
  return times;
}

const every = (hours: number, last: string, count = 16) =>
  Array.from({ length: count }, (_, index) => at(last) - index * hours * HOUR);

/** The gaps in days, the oldest first. */
const withGaps = (last: string, days: readonly number[]) =>
  timesOf(
    at(last),
    days.toReversed().map((gap) => gap * 24),
  );

function timesOf(last: number, gaps: readonly number[]): number[] {
  const times = [last];
  for (const hours of gaps) times.push((times.at(-1) ?? 0) - hours * HOUR);
  return times;
}

const FIRSTS = ['2026-02', '2026-01', '2025-12', '2025-11', '2025-10', '2025-09', '2025-08'];

/** The table of docs/sync.md. */
const EXAMPLES: [name: string, times: number[], pace: Pace | null, silentFrom: string | null][] = [
  ['every night', onDays('2026-06-15T02:00', 16), { hours: 24, weekdays: null }, '2026-06-16T05:00'],
  [
    'every night, after an interruption of five days',
    withGaps('2026-06-15T02:00', [1, 1, 1, 1, 1, 1, 1, 1, 5, 1, 1, 1, 1, 1, 1]),
    { hours: 24, weekdays: null },
    '2026-06-16T05:00',
  ],
  [
    'Monday to Friday, the last one on a Monday',
    onDays('2026-06-15T02:00', 16, WORKING_DAYS),
    { hours: 24, weekdays: WORKING_DAYS },
    '2026-06-16T05:00',
  ],
  [
    'Monday to Friday, the last one on a Friday',
    onDays('2026-06-19T02:00', 16, WORKING_DAYS),
    { hours: 24, weekdays: WORKING_DAYS },
    '2026-06-22T05:00',
  ],
  ['Mondays', every(168, '2026-06-15T06:00'), { hours: 168, weekdays: null }, '2026-06-23T03:00'],
  [
    'on the first of each month',
    FIRSTS.map((month) => at(`${month}-01T06:00`)),
    { hours: 31 * 24, weekdays: null },
    '2026-03-08T03:00',
  ],
  // Of these rosters, every twelfth counts.
  ['every hour', every(12, '2026-06-15T14:00'), { hours: 24, weekdays: null }, '2026-06-16T17:00'],
  [
    'by hand',
    withGaps('2026-06-01T10:00', [2, 9, 1, 20, 5]),
    { hours: 216, weekdays: null },
    '2026-06-11T13:00',
  ],
  [
    'five times, Monday to Friday',
    onDays('2026-06-19T02:00', 5, WORKING_DAYS),
    { hours: 24, weekdays: WORKING_DAYS },
    '2026-06-22T05:00',
  ],
  ['three times so far', onDays('2026-06-17T02:00', 3), null, null],
  ['four times on two days', every(12, '2026-06-15T20:00', 4), null, null],
];

describe('the pace of an integration', () => {
  for (const [name, times, pace, silentFrom] of EXAMPLES)
    it(`is learned from rosters that came ${name}`, () => {
      const learned = learnPace(times);
      assert.deepEqual(learned, pace);
      assert.equal(learned && text(overdueFrom(learned, times[0] ?? 0)), silentFrom);
    });
});

/** The second table of docs/sync.md. The integration was connected on 1 June at 09:00. */
const UNLEARNED: [rosters: string, times: string[], silentFrom: string][] = [
  ['none', [], '2026-06-04T09:00'],
  ['one', ['2026-06-01T10:00'], '2026-06-04T19:00'],
  ['two, a day apart', ['2026-06-02T02:00', '2026-06-01T10:00'], '2026-06-05T11:00'],
  ['a Friday job that waits for Monday', ['2026-06-05T02:00', '2026-06-04T10:00'], '2026-06-08T11:00'],
  ['two, a week apart', ['2026-06-08T10:00', '2026-06-01T10:00'], '2026-06-16T07:00'],
  [
    'three, the first two a week apart',
    ['2026-06-10T10:00', '2026-06-08T10:00', '2026-06-01T10:00'],
    '2026-06-18T07:00',
  ],
  [
    'three, the first two a day apart',
    ['2026-06-20T10:00', '2026-06-02T10:00', '2026-06-01T10:00'],
    '2026-06-23T19:00',
  ],
  [
    'four on two days',
    ['2026-06-02T20:00', '2026-06-02T08:00', '2026-06-01T20:00', '2026-06-01T09:00'],
    '2026-06-06T05:00',
  ],
];

describe('before a pace is learned, an integration is silent three days after its latest roster', () => {
  for (const [rosters, times, silentFrom] of UNLEARNED)
    it(`or later, by the first gap: ${rosters}`, () => {
      assert.equal(learnPace(times.map(at)), null);
      assert.equal(text(overdueUntilLearned(times.map(at), at('2026-06-01T09:00'))), silentFrom);
    });

  it('but not before three days after it was connected again', () => {
    const overdue = overdueUntilLearned([at('2026-06-01T10:00')], at('2026-07-01T10:00'));
    assert.equal(text(overdue), '2026-07-04T19:00');
  });
});

describe('the pace of an integration, whatever its rosters are', () => {
  const start = fc.integer({ min: at('2024-01-01T00:00'), max: at('2027-12-31T00:00') });
  const lateness = fc.integer({ min: 0, max: 90 }).map((minutes) => (minutes / 60) * HOUR);
  const gaps = fc.array(fc.integer({ min: 12, max: 24 * 40 }), { minLength: 3, maxLength: 15 });

  it('a job that comes regularly, at most 90 minutes late, is never silent', () => {
    fc.assert(
      fc.property(
        start,
        fc.integer({ min: 12, max: 24 * 45 }),
        fc.array(lateness, { minLength: 5, maxLength: 17 }),
        (first, hours, late) => {
          const times = late.map((delay, index) => first + index * hours * HOUR + delay).reverse();
          const [next = 0, ...before] = times;
          const pace = learnPace(before);
          if (pace) assert.ok(overdueFrom(pace, before[0] ?? 0) > next);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('a job of five or more days a week is silent soon after a missed day, and not on its free days', () => {
    const days = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 5, maxLength: 7 });
    // In the last three hours of a day, a late roster would come on the next one.
    const time = fc.integer({ min: 0, max: 20 * 60 }).map((minutes) => (minutes / 60) * HOUR);
    const late = fc.array(lateness, { minLength: 17, maxLength: 17 });
    fc.assert(
      fc.property(start, time, days, late, (from, timeOfDay, weekdays, delays) => {
        const planned: number[] = [];
        for (let day = from - (from % DAY); planned.length < 17; day += DAY)
          if (weekdays.includes(weekday(day))) planned.push(day + timeOfDay);
        const [missed = 0, ...before] = planned.map((each, index) => each + (delays[index] ?? 0)).reverse();
        const pace = learnPace(before);
        assert.ok(pace);
        const overdue = overdueFrom(pace, before[0] ?? 0);
        assert.ok(overdue > missed, 'not before it should come');
        // Seven hours of its days at most: the margin, and twice the lateness.
        assert.ok(overdue <= overdueFrom({ hours: 4, weekdays }, missed), 'and soon after that');
      }),
      { numRuns: 2_000 },
    );
  });

  it('a pace is at least a day, and one interruption makes it no longer than the other gaps', () => {
    fc.assert(
      fc.property(start, gaps, (last, hours) => {
        const times = timesOf(last, hours);
        const pace = learnPace(times);
        if (!pace) return;
        assert.ok(pace.hours >= 24);
        const [, second = 0] = hours.toSorted((one, other) => other - one);
        assert.ok(pace.hours <= Math.max(24, second));
      }),
    );
  });

  it('an overdue roster is the sum of the hours that count, hour by hour', () => {
    const weekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 });
    const whole = start.map((time) => time - (time % HOUR));
    fc.assert(
      fc.property(whole, weekdays, fc.integer({ min: 3, max: 40 }), (last, days, eights) => {
        const hours = eights * 8;
        const overdue = overdueFrom({ hours, weekdays: days }, last);
        let counted = 0;
        for (let time = last; time < overdue; time += HOUR) if (days.includes(weekday(time))) counted++;
        assert.equal(counted, hours + Math.max(3, hours / 8));
      }),
    );
  });

  it('a later roster never makes the next one overdue earlier', () => {
    const weekdays = fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }));
    fc.assert(
      fc.property(
        start,
        fc.nat(10 * DAY),
        weekdays,
        fc.integer({ min: 24, max: 900 }),
        (last, later, days, hours) => {
          const pace = { hours, weekdays: days };
          assert.ok(overdueFrom(pace, last + later) >= overdueFrom(pace, last));
        },
      ),
    );
  });
});
