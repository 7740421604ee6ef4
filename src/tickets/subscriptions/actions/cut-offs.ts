import { dayOfMonth, firstOnOrAfter, monthFirst, nextFirst } from '../../../domain/calendar/months.ts';
import type { CompanyDay } from '../../../domain/day/company-day.ts';

/** Whether the company's cut-off day of this month has passed. */
const hasPassed = (today: string, untilDay: number | null): boolean =>
  untilDay !== null && dayOfMonth(today) > untilDay;

/** The next first, or the one after it if the company's cut-off day of this month has passed. */
function nextFirstBy(today: string, untilDay: number | null): string {
  return monthFirst(today, hasPassed(today, untilDay) ? 2 : 1);
}

/** The day that counts. What somebody asked for in time stays in time until that month begins. */
function dayAskedOn(today: string, untilDay: number | null, askedOn: string = today): string {
  return nextFirstBy(askedOn, untilDay) > today ? askedOn : today;
}

function firstAskedFor(today: string, untilDay: number | null, askedOn?: string): string {
  return nextFirstBy(dayAskedOn(today, untilDay, askedOn), untilDay);
}

/** The earliest start that an order of today allows, or of the day on which the employee asked for it. */
export function orderedStart(day: CompanyDay, askedOn?: string): string {
  return firstAskedFor(day.today, day.orderUntilDay, askedOn);
}

/** The start of a term that is ordered today, not before the employment begins. */
export function earliestStart(day: CompanyDay, employedFrom: string | null, askedOn?: string): string {
  const byOrder = orderedStart(day, askedOn);
  const byEmployment = employedFrom === null ? byOrder : firstOnOrAfter(employedFrom);
  return byOrder > byEmployment ? byOrder : byEmployment;
}

/** The first day without a ticket after a cancellation today. */
export function cancellationEnd(day: CompanyDay, askedOn?: string): string {
  return firstAskedFor(day.today, day.cancelUntilDay, askedOn);
}

/** A cut-off day of the company, and whether it had passed when somebody asked. */
export interface CutOff {
  untilDay: number;
  hasPassed: boolean;
}

/** Why a cancellation ends the subscription in that month; null if the company has no cut-off day. */
export function cancellationCutOff(
  { today, cancelUntilDay: untilDay }: CompanyDay,
  askedOn?: string,
): CutOff | null {
  if (untilDay === null) return null;
  return { untilDay, hasPassed: hasPassed(dayAskedOn(today, untilDay, askedOn), untilDay) };
}

/** The first month that can still be paused today. */
export function earliestPause(day: CompanyDay, askedOn?: string): string {
  return firstAskedFor(day.today, day.pauseUntilDay, askedOn);
}

/** Whether a term that begins on this day would be empty, because the employment ends before it. */
export function endsBefore(employedUntil: string | null, start: string): boolean {
  return employedUntil !== null && nextFirst(employedUntil) <= start;
}
