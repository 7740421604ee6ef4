import { dayOfMonth, firstOnOrAfter, monthFirst, nextFirst } from '../../../domain/calendar/months.ts';
import type { CompanyDay } from '../../../domain/day/company-day.ts';

/** The next first, or the one after it if the company's cut-off day of this month has passed. */
function nextFirstBy(today: string, untilDay: number | null): string {
  return monthFirst(today, untilDay !== null && dayOfMonth(today) > untilDay ? 2 : 1);
}

/** The earliest start that an order of today allows. */
export function orderedStart(day: CompanyDay): string {
  return nextFirstBy(day.today, day.orderUntilDay);
}

/** The start of a term that is ordered today, not before the employment begins. */
export function earliestStart(day: CompanyDay, employedFrom: string | null): string {
  const byOrder = orderedStart(day);
  const byEmployment = employedFrom === null ? byOrder : firstOnOrAfter(employedFrom);
  return byOrder > byEmployment ? byOrder : byEmployment;
}

/** The first day without a ticket after a cancellation today. */
export function cancellationEnd(day: CompanyDay): string {
  return nextFirstBy(day.today, day.cancelUntilDay);
}

/** The first month that can still be paused today. */
export function earliestPause(day: CompanyDay): string {
  return nextFirstBy(day.today, day.pauseUntilDay);
}

/** Whether a term that begins on this day would be empty, because the employment ends before it. */
export function endsBefore(employedUntil: string | null, start: string): boolean {
  return employedUntil !== null && nextFirst(employedUntil) <= start;
}
