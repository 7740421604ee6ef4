const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})[Tt ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** A day that exists: 2025-02-30 does not. */
export function isCalendarDate(text: string): boolean {
  const match = DATE.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < 1) return false;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** A day, or a moment with its offset from UTC. */
export function isDateOrTimestamp(text: string): boolean {
  return isCalendarDate(text) || isCalendarDate(TIMESTAMP.exec(text)?.[1] ?? '');
}

/** What lies beyond cannot be written in four digits of year, which PostgreSQL and people expect. */
const EARLIEST = Date.parse('0001-01-01T00:00:00.000Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/** A day stands for its first moment in UTC, like every timestamp the API gives. */
export function startOf(dateOrTimestamp: string): Date {
  return withinCalendar(Date.parse(dateOrTimestamp.replace(' ', 'T')));
}

/** The first moment after it: a day lasts until the next one begins, a timestamp for its millisecond. */
export function endOf(dateOrTimestamp: string): Date {
  const length = DATE.test(dateOrTimestamp) ? 24 * 60 * 60 * 1000 : 1;
  return withinCalendar(startOf(dateOrTimestamp).getTime() + length);
}

/** An offset, or the end of the last day, can lead out of the years that `isCalendarDate` admits. */
function withinCalendar(time: number): Date {
  return new Date(Math.min(Math.max(time, EARLIEST), LATEST));
}
