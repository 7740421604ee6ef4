import type { PlanType } from '../domain/plans/plan-types.ts';
import type { Action } from '../tickets/subscriptions/actions/transitions.ts';
import type { Person, Term } from './person.ts';
import type { IntegrationKey } from './roster.ts';

/** Something that the HR department does about a person in the portal. Months are relative to the current one. */
export type Act =
  | { what: 'create' }
  | { what: 'link'; to: IntegrationKey }
  | { what: Extract<Action, 'enrol' | 'change-plan'>; plan?: PlanType }
  | { what: Extract<Action, 'pause'>; from: number; until: number | null }
  | { what: Extract<Action, 'cancel'> };

/** When: on the 9th of a month, on the 20th of last month, or today. */
export type When = number | 'late' | 'today';

export interface TimedAct {
  when: When;
  act: Act;
}

/** All that HR does about a person, so that the person's terms and offers come about. */
export function actsOf(person: Person): TimedAct[] {
  const { term, pastTerm, offer, plan, nextPlan, links } = person;
  const acts: TimedAct[] = [];
  const does = (when: When, act: Act) => acts.push({ when, act });
  const order = () => ({ what: 'enrol' as const, ...(plan && { plan }) });
  if (links.every(({ hrId }) => hrId === null)) does(createdIn(person), { what: 'create' });
  for (const { integration, hrId } of links) if (hrId === null) does(-2, { what: 'link', to: integration });
  for (const { start, end, endedBy, paused } of [pastTerm, term].filter((each) => each !== undefined)) {
    does(monthBefore(start), order());
    if (paused) does(monthBefore(paused[0]), { what: 'pause', from: paused[0], until: paused[1] });
    if (endedBy === 'person' && end !== undefined) does(cancelledIn(end), { what: 'cancel' });
  }
  if (offer?.reason === 'enrolment') does(-1, order());
  if (offer?.reason === 'plan-change')
    does(offer.status === 'accepted' ? 'today' : -1, { what: 'change-plan', plan: offer.plan });
  else if (nextPlan) does('today', { what: 'change-plan', plan: nextPlan });
  return acts;
}

/** An action counts from the next first. What lies ahead was done last month at the latest. */
const monthBefore = (month: number) => Math.min(month, 0) - 1;

/** A cancellation counts from the next first up to the 10th of a month, and a month later after it. */
const cancelledIn = (end: NonNullable<Term['end']>): When => (end === 1 ? 'late' : end - 1);

/** The month in which a person is added by hand. */
export function createdIn({ term }: Person): number {
  return Math.min((term?.start ?? 0) - 2, -2);
}

type Answer = 'accepted' | 'rejected' | 'none';

/** How a person answers an offer. Everybody accepts, except where the table says otherwise about the latest offer. */
export function answerOf(person: Person, reason: string, when: When): Answer {
  const { offer, term } = person;
  const isOffered = offer?.reason === reason && (when === -1 || when === 'late' || when === 'today');
  if (!isOffered || offer.status === 'accepted') return 'accepted';
  if (offer.status === 'pending') return 'none';
  // New terms end the subscription with the month in which they are rejected.
  return reason === 'new-terms' && term?.end === 1 && when !== 'today' ? 'none' : 'rejected';
}
