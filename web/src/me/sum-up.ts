import type { Format } from '../../../texts/format.ts';
import { dayBefore } from '../domain/months.ts';
import type { EmployeePage } from './routes.ts';
import { m } from './words.ts';

/** The status of the subscription as a sentence. */
export function sumUp(page: EmployeePage, { day }: Format): string {
  const { status } = m;
  const written = (date: string | null) => (date === null ? null : day(date));
  const next = written(page.nextTicketOn);
  switch (page.status) {
    case 'no-subscription':
      if (page.contracts.some(({ status: answer }) => answer === 'pending')) return status.offered;
      return page.acts.possible.includes('enrol') ? status.canOrder : status.none;
    case 'scheduled':
      return status.scheduled(next);
    case 'active':
      return next ? `${status.active} ${status.next(next)}` : status.active;
    case 'scheduled-pause':
      return [status.running, ...inOrder(page, day)].join(' ');
    case 'paused':
      return status.paused(next);
    case 'scheduled-cancellation':
      return status['scheduled-cancellation'](written(page.lastDay) ?? '–');
    case 'cancelled':
      return status.cancelled(page.endedOn === null ? '–' : day(dayBefore(page.endedOn)));
  }
}

/** The pause and the next ticket, the earlier one first. */
function inOrder({ pausesOn, nextTicketOn }: EmployeePage, day: Format['day']): string[] {
  const ahead = [
    { on: pausesOn, say: m.status.pauses },
    { on: nextTicketOn, say: m.status.next },
  ];
  return ahead
    .flatMap(({ on, say }) => (on === null ? [] : [{ on, text: say(day(on)) }]))
    .toSorted((a, b) => a.on.localeCompare(b.on))
    .map(({ text }) => text);
}
