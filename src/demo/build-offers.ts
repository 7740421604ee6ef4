import type { PlanType } from '../domain/plans/plan-types.ts';
import type { Row } from './demo-sql.ts';
import type { Person } from './person.ts';
import type { Timeline } from './timeline.ts';

/** An offer without its amounts and text, which depend on stored prices and names. */
export interface OfferDraft extends Row {
  reason: string;
  plan_type: PlanType;
  status: string;
  planned_start: string;
  offered_on: string;
  created_at: Date;
  decided_at: Date | null;
}

/** All offers of a person; the record shows the last one. A plan without a contract has none. */
export function offersOf(person: Person, defaultPlan: PlanType, timeline: Timeline): OfferDraft[] {
  const plan = person.plan ?? defaultPlan;
  const terms = [person.pastTerm, person.term].filter((term) => term !== undefined);
  const signed =
    plan === 'fully-subsidized-plan' ? [] : terms.map(({ start }) => enrolment(plan, start, timeline));
  return person.offer ? [...signed, offered(person, person.offer, timeline)] : signed;
}

/** Offered and accepted before the term began, always in the past. */
function enrolment(plan: PlanType, start: number, timeline: Timeline): OfferDraft {
  const month = Math.min(start - 2, -1);
  return {
    reason: 'enrolment',
    plan_type: plan,
    status: 'accepted',
    planned_start: timeline.month(start),
    offered_on: timeline.day(month, 21),
    created_at: timeline.moment(timeline.day(month, 21), '08:05:00'),
    decided_at: timeline.moment(timeline.day(month, 25), '17:20:00'),
  };
}

/**
 * New terms are rejected in the month before they would end the term. All other offers were answered last
 * month.
 */
function offered(person: Person, offer: NonNullable<Person['offer']>, timeline: Timeline): OfferDraft {
  const rejectedIn =
    offer.reason === 'new-terms' && person.term?.end !== undefined ? person.term.end - 1 : -1;
  const decided =
    offer.reason === 'new-terms'
      ? timeline.moment(timeline.day(rejectedIn, 4), '09:40:00')
      : timeline.moment(timeline.day(-1, 25), '12:30:00');
  const offeredOn = timeline.day(offer.reason === 'new-terms' ? rejectedIn - 1 : -1, 21);
  return {
    reason: offer.reason,
    plan_type: offer.plan,
    status: offer.status,
    planned_start: timeline.month(1),
    offered_on: offeredOn,
    created_at: timeline.moment(offeredOn, '08:05:00'),
    decided_at: offer.status === 'pending' ? null : decided,
  };
}
