import type { Messages } from '../../../../texts/en/portal/catalogue.ts';
import type { Format } from '../../../../texts/format.ts';
import type { Person } from '../../api/routes.ts';
import { dayBefore, lastDay } from '../../domain/months.ts';
import { presentTerm } from './present-term.ts';

/** The subscription status as a sentence. */
export function sumUp(
  {
    employee,
    terms,
    contract,
    businessDate,
  }: Pick<Person, 'employee' | 'terms' | 'contract' | 'businessDate'>,
  { sum }: Messages['person'],
  format: Pick<Format, 'day'>,
): string {
  const { status, nextTicketAt, cancelledAt } = employee.subscription;
  const next = nextTicketAt ? format.day(nextTicketAt) : null;
  switch (status) {
    case 'no-subscription':
      return isOrdered(contract) ? sum.ordered : sum['no-subscription'];
    case 'scheduled': {
      const start = presentTerm(terms)?.start;
      // An absence without an end: there is no first ticket yet.
      return next === null && start ? sum.scheduledPaused(format.day(start)) : sum.scheduled(next ?? '–');
    }
    case 'active':
      return sum.active(next ?? '–');
    case 'paused':
      return next === null && isAbsent(terms, businessDate) ? sum.absent : sum.paused(next);
    case 'scheduled-cancellation': {
      const end = presentTerm(terms)?.ends[0]?.on;
      return sum['scheduled-cancellation'](end ? format.day(dayBefore(end)) : '–');
    }
    case 'cancelled':
      return sum.cancelled(cancelledAt ? format.day(lastDay(cancelledAt)) : '–');
    default:
      return sum[status];
  }
}

/** Whether a ticket was ordered whose contract is not answered. */
function isOrdered(contract: Person['contract']): boolean {
  return contract?.status === 'pending' && contract.reason === 'enrolment';
}

/** Whether the present pause has no end because the HR system reports none. */
function isAbsent(terms: Person['terms'], today: string): boolean {
  const open = (presentTerm(terms)?.pauses ?? []).filter(
    ({ from, until }) => from <= today && until === null,
  );
  return open.length > 0 && open.every(({ owner }) => owner === 'hr');
}
