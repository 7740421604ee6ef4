import type { PlanType } from '../../../domain/plans/plan-types.ts';
import type { Subject } from './subject.ts';
import { type Action, TRANSITIONS } from './transitions.ts';

/** Whether employees may act on their own page: not at all, after HR has approved, or at once. */
export const EMPLOYEE_ACTION_MODES = ['none', 'ask', 'direct'] as const;
export type EmployeeActionMode = (typeof EMPLOYEE_ACTION_MODES)[number];

/** What employees can do. HR can revoke tickets and issue them at once besides. */
export const EMPLOYEE_ACTIONS = [
  'enrol',
  'change-plan',
  'pause',
  'resume',
  'cancel',
  'withdraw-cancellation',
] as const satisfies readonly Action[];
export type EmployeeAction = (typeof EMPLOYEE_ACTIONS)[number];

/** The actions that the page offers: those that the status allows and that would change something. */
export function possibleActions(subject: Subject, plans: readonly PlanType[]): EmployeeAction[] {
  const isUseful: Record<EmployeeAction, boolean> = {
    enrol: !subject.hasPendingEnrolment,
    'change-plan': plansToChange(subject, plans).length > 0,
    pause: true,
    resume: subject.hasPersonPause,
    cancel: subject.endPerson === null,
    'withdraw-cancellation': subject.endPerson !== null,
  };
  return EMPLOYEE_ACTIONS.filter(
    (action) => TRANSITIONS[action].includes(subject.status) && isUseful[action],
  );
}

/** A change that is offered or lies ahead is taken back first, by the plan in force. */
export function plansToChange(subject: Subject, plans: readonly PlanType[]): PlanType[] {
  if (subject.hasPlanAhead) return [subject.planType];
  return subject.hasOpenOffer ? [] : plans.filter((plan) => plan !== subject.planType);
}
