/** Calendar arithmetic on days written YYYY-MM-DD. SQL has its own; this is for rules that are decided in code. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The first of the month that lies so many months after that of the day. */
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
