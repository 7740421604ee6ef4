const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The latest rosters that a pace is learned from. */
export const MAX_TIMES = 16;
/** A roster less than this before the next one that counts does not count. */
export const HOURS_APART = 12;
const MIN_ROSTERS = 4;
const MIN_DAYS = 3;
/** With a longer usual gap, a job that comes every other day would seem to have free days. */
const MAX_DAILY_GAP = 30 * HOUR;
const MIN_PACE = DAY;
const MIN_MARGIN = 3 * HOUR;
const MARGIN_SHARE = 1 / 8;
/** Until a pace is learned, the next roster comes within this time. Also the first one, after an integration is set up. */
const UNTIL_LEARNED = 3 * DAY;

/** A roster at least every `hours`, counted only on these days of the week (1 is Monday). */
export interface Pace {
  hours: number;
  /** Null: every day counts. */
  weekdays: number[] | null;
}

/**
 * The pace at which rosters usually come; docs/sync.md has the rules and their reasons. Times are the milliseconds of the
 * local clock, newest first.
 */
export function learnPace(times: readonly number[]): Pace | null {
  if (times.length < MIN_ROSTERS || new Set(times.map(dayOf)).size < MIN_DAYS) return null;
  const weekdays = usualWeekdays(times);
  const gaps = gapsBetween(times, weekdays);
  return { hours: Math.max(MIN_PACE, gaps.at(-2) ?? 0) / HOUR, weekdays };
}

/** When a roster is overdue, if the last one came at `last`. */
export function overdueFrom({ hours, weekdays }: Pace, last: number): number {
  const pace = hours * HOUR;
  let left = pace + Math.max(MIN_MARGIN, pace * MARGIN_SHARE);
  if (!weekdays) return last + left;
  let at = last;
  for (;;) {
    const midnight = (dayOf(at) + 1) * DAY;
    if (weekdays.includes(weekdayOf(at))) {
      if (left <= midnight - at) return at + left;
      left -= midnight - at;
    }
    at = midnight;
  }
}

/** When the next roster is overdue before a pace is learned: the table of docs/sync.md, "Silence". The times are the newest first. */
export function overdueUntilLearned(times: readonly number[], connected: number): number {
  const [latest] = times;
  if (latest === undefined) return connected + UNTIL_LEARNED;
  const firstGap = (times.at(-2) ?? 0) - (times.at(-1) ?? 0);
  const hours = Math.max(UNTIL_LEARNED, times.length > 1 ? firstGap : 0) / HOUR;
  return overdueFrom({ hours, weekdays: null }, Math.max(latest, connected));
}

function usualWeekdays(times: readonly number[]): number[] | null {
  const gaps = gapsBetween(times, null);
  if ((gaps[Math.floor(gaps.length / 2)] ?? 0) > MAX_DAILY_GAP) return null;
  const weekdays = [...new Set(times.map(weekdayOf))].sort((one, other) => one - other);
  return weekdays.length === 7 ? null : weekdays;
}

/** The shortest first. */
function gapsBetween(times: readonly number[], weekdays: readonly number[] | null): number[] {
  const gaps = times.slice(1).map((earlier, index) => counted(earlier, times[index] ?? earlier, weekdays));
  return gaps.sort((one, other) => one - other);
}

/** The time between two moments, on the given days of the week. */
function counted(from: number, until: number, weekdays: readonly number[] | null): number {
  if (!weekdays) return until - from;
  let sum = 0;
  for (let at = from; at < until; ) {
    const next = Math.min(until, (dayOf(at) + 1) * DAY);
    if (weekdays.includes(weekdayOf(at))) sum += next - at;
    at = next;
  }
  return sum;
}

const dayOf = (time: number) => Math.floor(time / DAY);

/** 1 January 1970 was a Thursday. */
const weekdayOf = (time: number) => ((((dayOf(time) + 3) % 7) + 7) % 7) + 1;
