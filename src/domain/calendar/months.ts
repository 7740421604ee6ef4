/**
 * Calendar arithmetic on days written YYYY-MM-DD, for rules that are decided in code. SQL has its own
 * functions.
 */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Returns the first day of the month that is the given number of months after the month of `day`. */
export function monthFirst(day: string, monthsLater = 0): string {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + monthsLater);
  return date.toISOString().slice(0, 10);
}

export function nextFirst(day: string): string {
  return monthFirst(day, 1);
}

export function firstOnOrAfter(day: string): string {
  return nextFirst(addDays(day, -1));
}

export function lastOfMonth(day: string): string {
  return addDays(nextFirst(day), -1);
}

export function dayOfMonth(day: string): number {
  return Number(day.slice(8, 10));
}
