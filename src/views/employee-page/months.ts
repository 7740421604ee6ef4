import { monthFirst } from '../../domain/calendar/months.ts';
import type { IssuedTicket, Term } from '../timeline/timeline-sql.ts';

const BEHIND = 5;
const AHEAD = 6;

/**
 * - `ticket`: there is a valid ticket, or there was one.
 * - `paused`: the month is paused.
 * - `ahead`: a ticket will come.
 */
export const MONTH_STATES = ['ticket', 'paused', 'ahead', 'none'] as const;
type MonthState = (typeof MONTH_STATES)[number];

export interface PageMonth {
  /** `2026-11` */
  month: string;
  state: MonthState;
}

/** The small timeline: twelve months, half a year back and half a year ahead. */
export function monthsOf(
  terms: readonly Term[],
  tickets: readonly IssuedTicket[],
  today: string,
): PageMonth[] {
  const withTicket = new Set(tickets.filter(({ voidedAt }) => voidedAt === null).map(({ month }) => month));
  return Array.from({ length: BEHIND + 1 + AHEAD }, (_, index) => {
    const first = monthFirst(today, index - BEHIND);
    const month = first.slice(0, 7);
    if (withTicket.has(month)) return { month, state: 'ticket' };
    const term = terms.find(({ start, ends }) => start <= first && !(ends[0] && ends[0].on <= first));
    if (term?.pauses.some(({ from, until }) => from <= first && (until === null || first < until)))
      return { month, state: 'paused' };
    return { month, state: term && first >= monthFirst(today) ? 'ahead' : 'none' };
  });
}
