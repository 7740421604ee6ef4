import type { AbsenceWindow } from './hr-system.ts';

/** Whether an absence has a day in the window. Both ends are inclusive; an end of null is open. */
export function overlaps(
  { startDate, endDate }: { startDate: string; endDate: string | null },
  { from, to }: AbsenceWindow,
): boolean {
  return startDate <= to && (endDate === null || endDate >= from);
}
