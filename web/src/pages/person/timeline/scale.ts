import type { Term, Ticket } from '../../../api/routes.ts';
import { addMonths, monthsBetween } from '../../../domain/months.ts';

export const MONTH_WIDTH = 46;
const MONTHS_BEHIND = 3;
const MONTHS_AHEAD = 6;
/** Limits the length of the picture: a pause or an end can be years ahead. */
const MAX_AHEAD = 18;

export interface Scale {
  months: string[];
  width: number;
  x: (day: string) => number;
}

/** From the first event, or a little before today, to the last known event, or a little after today. */
export function makeScale(terms: Term[], tickets: Pick<Ticket, 'month'>[], today: string): Scale {
  const days = [
    ...terms.flatMap(({ start, ends, pauses }) => [
      start,
      ...ends.map(({ on }) => on),
      ...pauses.flatMap(({ from, until }) => (until ? [from, until] : [from])),
    ]),
    ...tickets.map(({ month }) => month),
  ].map((day) => day.slice(0, 7));
  const first = [addMonths(today, -MONTHS_BEHIND), ...days].toSorted()[0] ?? today;
  const latest = [
    addMonths(today, MAX_AHEAD),
    [addMonths(today, MONTHS_AHEAD), ...days].toSorted().at(-1) ?? today,
  ].toSorted()[0];
  const count = monthsBetween(first, latest ?? today) + 1;
  return {
    months: Array.from({ length: count }, (_, index) => addMonths(first, index)),
    width: count * MONTH_WIDTH,
    x: (day) => clamp(monthsBetween(first, day) + dayShare(day), count) * MONTH_WIDTH,
  };
}

function dayShare(day: string): number {
  if (day.length < 10) return 0;
  const [year = 0, month = 0, date = 1] = day.split('-').map(Number);
  return (date - 1) / new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function clamp(months: number, count: number): number {
  return Math.max(0, Math.min(count, months));
}
