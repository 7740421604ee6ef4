/** Adds months to a month written as `YYYY-MM`, or to the month of a day. */
export function addMonths(month: string, count: number): string {
  const date = new Date(`${month.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return date.toISOString().slice(0, 7);
}

export function monthsBetween(from: string, to: string): number {
  const [fromYear = 0, fromMonth = 0] = from.split('-').map(Number);
  const [toYear = 0, toMonth = 0] = to.split('-').map(Number);
  return (toYear - fromYear) * 12 + toMonth - fromMonth;
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

export function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}

/**
 * The last day of a subscription that ended on this day. Subscriptions end with a month, so on the first day of the next
 * one; only a revocation ends one on another day, and that day counts.
 */
export function lastDay(ended: string): string {
  return ended.endsWith('-01') ? dayBefore(ended) : ended;
}

/** The month before the first day without a ticket: the month of the last ticket. */
export function monthBefore(day: string): string {
  return addMonths(day, -1);
}
