import type { Person } from '../../../api/routes.ts';
import type { ActionName } from '../../../domain/vocabulary.ts';
import { presentTerm } from '../present-term.ts';
import { isOrdered } from '../sum-up.ts';

/**
 * The actions that the status allows, without those that the service would refuse for any input. The preview of an
 * action shows other reasons against it.
 */
export function possibleActions(person: Person): ActionName[] {
  const isUseful: Partial<Record<ActionName, boolean>> = {
    // A second order is refused until the contract of the first is answered or withdrawn.
    enrol: !isOrdered(person.contract),
    resume: hasPersonPauseAhead(person),
    cancel: !hasPersonEnd(person),
    'withdraw-cancellation': hasPersonEnd(person),
    'issue-now': !hasTicketOfThisMonth(person),
  };
  return person.actions.filter((action) => isUseful[action] ?? true);
}

function hasPersonPauseAhead({ terms, businessDate }: Person): boolean {
  const pauses = presentTerm(terms)?.pauses ?? [];
  return pauses.some(({ owner, until }) => owner === 'person' && (until === null || until > businessDate));
}

function hasPersonEnd({ terms }: Person): boolean {
  return presentTerm(terms)?.ends.some(({ owner }) => owner === 'person') ?? false;
}

function hasTicketOfThisMonth({ tickets, businessDate }: Person): boolean {
  return tickets.some(({ month, state }) => state === 'valid' && businessDate.startsWith(month));
}
