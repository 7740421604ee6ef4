import type { Messages } from '../../../../texts/en/portal/catalogue.ts';
import type { Format } from '../../../../texts/format.ts';
import type { Person } from '../../api/routes.ts';
import { dayBefore, lastDay } from '../../domain/months.ts';

/** The subscription status as a sentence. */
export function sumUp({ employee, terms }: Person, { sum }: Messages['person'], format: Format): string {
  const { status, nextTicketAt, cancelledAt } = employee.subscription;
  const next = nextTicketAt ? format.day(nextTicketAt) : null;
  switch (status) {
    case 'scheduled':
      return sum.scheduled(next ?? '–');
    case 'active':
      return sum.active(next ?? '–');
    case 'paused':
      return sum.paused(next);
    case 'scheduled-cancellation': {
      const end = terms.at(-1)?.ends[0]?.on;
      return sum['scheduled-cancellation'](end ? format.day(dayBefore(end)) : '–');
    }
    case 'cancelled':
      return sum.cancelled(cancelledAt ? format.day(lastDay(cancelledAt)) : '–');
    default:
      return sum[status];
  }
}
