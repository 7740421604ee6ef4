import type { PlanType } from '../../../domain/plans/plan-types.ts';
import type { SubscriptionStatus } from '../subscription-statuses.ts';

/** The facts about a person that actions need. */
export interface Subject {
  employeeId: number;
  status: SubscriptionStatus;
  termStart: string | null;
  endHr: string | null;
  endPerson: string | null;
  endContract: string | null;
  /** The start of the next term, after a gap (the column following_start). */
  nextTermStart: string | null;
  /** A roster begins no term for an employment that starts up to this day. */
  declinedOn: string | null;
  planType: PlanType;
  /** That of the group, or else the company's. */
  subsidyCents: number;
  /** Whether a change of plan is offered and not answered, or lies ahead. */
  hasPlanAhead: boolean;
  /** Whether an enrolment or a change of plan is offered and not answered. */
  hasOpenOffer: boolean;
  hasPendingEnrolment: boolean;
  /** The first and last day of employment, if a roster has them. */
  employedFrom: string | null;
  employedUntil: string | null;
  /** docs/lifecycle.md, "Has left". */
  hasLeft: boolean;
  isPausedToday: boolean;
  /** A person has paused the running month, or absences that are listed now pause it. */
  hasReasonToPause: boolean;
  hasTicket: boolean;
  hasPersonPause: boolean;
  hasHrPause: boolean;
  isErased: boolean;
}
