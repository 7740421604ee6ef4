import { dayOfMonth, firstOnOrAfter, monthFirst, nextFirst } from '../../calendar/months.ts';
import type { CompanyDay } from '../../day/company-day.ts';

/** The next first, or the one after it where the company's cut-off for this month has passed. */
function nextFirstBy(today: string, untilDay: number | null): string {
  return monthFirst(today, untilDay !== null && dayOfMonth(today) > untilDay ? 2 : 1);
}

/** When an order of today begins: not before the employment does. */
export function earliestStart(day: CompanyDay, employedFrom: string | null): string {
  const byOrder = nextFirstBy(day.today, day.orderUntilDay);
  const byEmployment = employedFrom === null ? byOrder : firstOnOrAfter(employedFrom);
  return byOrder > byEmployment ? byOrder : byEmployment;
}

/** From when a cancellation of today takes effect. */
export function cancellationEnd(day: CompanyDay): string {
  return nextFirstBy(day.today, day.cancelUntilDay);
}

/** The first month that can still be paused today. */
export function earliestPause(day: CompanyDay): string {
  return nextFirstBy(day.today, day.pauseUntilDay);
}

/** Whether nothing is left of a term that begins then: the employment's last month is over. */
export function endsBefore(employedUntil: string | null, start: string): boolean {
  return employedUntil !== null && nextFirst(employedUntil) <= start;
}
