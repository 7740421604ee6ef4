const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})[Tt ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Accepts calendar days that exist (not 2025-02-30). Hand-written: a `Date` for each day of a million entries
 * is slow.
 */
export function isCalendarDate(text: string): boolean {
  if (text.length !== 10 || text[4] !== '-' || text[7] !== '-') return false;
  return isDay(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10));
}

export function isDay(year: number, month: number, day: number): boolean {
  const isLeapDay = month === 2 && day === 29 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return year >= 1 && day >= 1 && (day <= (DAYS[month - 1] ?? 0) || isLeapDay);
}

/** Returns NaN unless every character is a digit. */
function digits(text: string, from: number, to: number): number {
  let number = 0;
  for (let index = from; index < to; index++) {
    const digit = text.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

/** A day, or a timestamp with its offset from UTC. */
export function isDateOrTimestamp(text: string): boolean {
  return isCalendarDate(text) || isCalendarDate(TIMESTAMP.exec(text)?.[1] ?? '');
}

/** PostgreSQL and the API write years with four digits. */
const EARLIEST = Date.parse('0001-01-01T00:00:00.000Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/** A day means its first moment in UTC, like all timestamps of the API. */
export function startOf(dateOrTimestamp: string): Date {
  return withinCalendar(Date.parse(dateOrTimestamp.replace(' ', 'T')));
}

/** Returns the first moment after the given day, or after the given millisecond. */
export function endOf(dateOrTimestamp: string): Date {
  const length = DATE.test(dateOrTimestamp) ? 24 * 60 * 60 * 1000 : 1;
  return withinCalendar(startOf(dateOrTimestamp).getTime() + length);
}

/** An offset, or the end of the last day, can lead to a year outside the range of `isCalendarDate`. */
export function withinCalendar(time: number): Date {
  return new Date(Math.min(Math.max(time, EARLIEST), LATEST));
}
