import type { Subscription } from '../../api/types.ts';
import type { Format } from '../../language/format.ts';
import type { Messages } from '../../messages/en/catalogue.ts';

/** One sentence for people who do not think in statuses. */
export function sumUp(subscription: Subscription, { sum }: Messages['person'], format: Format): string {
  const { status, nextTicketAt, cancelledAt } = subscription;
  const next = nextTicketAt ? format.day(nextTicketAt) : null;
  switch (status) {
    case 'scheduled':
      return sum.scheduled(next ?? '–');
    case 'active':
      return sum.active(next ?? '–');
    case 'paused':
      return sum.paused(next);
    case 'cancelled':
      return sum.cancelled(cancelledAt ? format.day(cancelledAt) : '–');
    default:
      return sum[status];
  }
}
