import type { ActionName, Person } from '../../../api/types.ts';

/**
 * Those the status allows, without the ones the service would refuse whatever is filled in: a button that never works
 * only confuses. What else speaks against one is told by its preview.
 */
export function possibleActions(person: Person): ActionName[] {
  const hasPoint: Partial<Record<ActionName, boolean>> = {
    resume: hasPersonPauseAhead(person),
    'withdraw-cancellation': hasPersonEnd(person),
    'issue-now': !hasTicketOfThisMonth(person),
  };
  return person.actions.filter((action) => hasPoint[action] ?? true);
}

function hasPersonPauseAhead({ terms, businessDate }: Person): boolean {
  const pauses = terms.at(-1)?.pauses ?? [];
  return pauses.some(({ owner, until }) => owner === 'person' && (until === null || until > businessDate));
}

function hasPersonEnd({ terms }: Person): boolean {
  return terms.at(-1)?.ends.some(({ owner }) => owner === 'person') ?? false;
}

function hasTicketOfThisMonth({ tickets, businessDate }: Person): boolean {
  return tickets.some(({ month, state }) => state === 'valid' && businessDate.startsWith(month));
}
