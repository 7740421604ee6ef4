import type { PlanType } from '../../../domain/plans/plan-types.ts';
import type { Subject } from './subject.ts';
import { ACTIONS, type Action, TRANSITIONS } from './transitions.ts';

/**
 * The actions that the status allows, without those that would be refused for any input because nothing would change. The
 * preview of an action shows other reasons against it. `plans` are those that can be chosen.
 */
export function possibleActions(subject: Subject, plans: readonly PlanType[]): Action[] {
  const isUseful: Partial<Record<Action, boolean>> = {
    enrol: !subject.hasPendingEnrolment,
    'change-plan': plansToChange(subject, plans).length > 0,
    resume: subject.hasPersonPause,
    // Somebody who has cancelled can still refuse the next term.
    cancel: subject.endPerson === null || subject.nextTermStart !== null,
    'withdraw-cancellation': subject.endPerson !== null,
    'issue-now': !subject.hasTicket,
  };
  return ACTIONS.filter(
    (action) => TRANSITIONS[action].includes(subject.status) && (isUseful[action] ?? true),
  );
}

/** A change that is offered or lies ahead is taken back first, by the plan in force. */
export function plansToChange(subject: Subject, plans: readonly PlanType[]): PlanType[] {
  if (subject.hasPlanAhead) return [subject.planType];
  return subject.hasOpenOffer ? [] : plans.filter((plan) => plan !== subject.planType);
}
