import { isCalendarDate } from '../../domain/calendar/dates.ts';
import type { AbsenceWindow } from './hr-system.ts';

/**
 * Whether an absence has a day in the window. Both ends are inclusive; an end of null is open. One that ends before it begins counts
 * with the days in between, and one without a date that exists always counts: then the check of the roster names it.
 */
export function overlaps(
  { startDate, endDate }: { startDate: string; endDate: string | null },
  { from, to }: AbsenceWindow,
): boolean {
  if (!isCalendarDate(startDate) || (endDate !== null && !isCalendarDate(endDate))) return true;
  if (endDate === null || startDate <= endDate)
    return startDate <= to && (endDate === null || endDate >= from);
  return endDate <= to && startDate >= from;
}
