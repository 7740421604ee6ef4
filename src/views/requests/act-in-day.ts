import type { Actor } from '../../domain/audit/record-change.ts';
import type { OpenDay } from '../../domain/day/company-day.ts';
import type { PlanType } from '../../domain/plans/plan-types.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';
import { selectOfferedPlans } from '../../tickets/groups/groups-sql.ts';
import { selectSubjectForUpdate } from '../../tickets/subscriptions/actions/actions-sql.ts';
import { earliestPause } from '../../tickets/subscriptions/actions/cut-offs.ts';
import type { EmployeeAction } from '../../tickets/subscriptions/actions/employee-actions.ts';
import type { ActionInput } from '../../tickets/subscriptions/actions/input.ts';
import type { Subject } from '../../tickets/subscriptions/actions/subject.ts';
import { performInDay } from '../timeline/perform-and-compare.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { type Standing, selectStanding } from './requests-sql.ts';

/** What an employee enters. */
export type ActInput = Pick<ActionInput, 'planType' | 'fromMonth' | 'untilMonth'>;

/** Somebody who has left, or of whom it is not certain who they are, changes nothing. */
export async function requireStanding(
  tx: Transaction,
  day: OpenDay,
  employeeId: number,
): Promise<Pick<Standing, 'mode'>> {
  const standing = await selectStanding(tx, day, employeeId);
  if (!standing) throw notFound();
  if (standing.hasConflict) throw refused('conflict-open');
  if (standing.hasLeft) throw refused('not-listed');
  return standing;
}

/**
 * Does what the employee wants by the same verbs as HR. The actor is the employee, or the user who approves a request of the
 * day `askedOn`.
 */
export async function actInDay(
  tx: Transaction,
  day: OpenDay,
  employeeId: number,
  actor: Actor,
  action: EmployeeAction,
  { askedOn, ...entered }: ActInput & { askedOn?: string },
): Promise<Outcome> {
  const subject = await selectSubjectForUpdate(tx, day, employeeId);
  if (!subject) throw notFound();
  const plans = await selectOfferedPlans(tx, day, employeeId);
  const input = inputOf(day, subject, plans, action, entered, askedOn);
  const compared = await performInDay(tx, day, employeeId, actor, action, {
    ...input,
    ...(askedOn !== undefined && { askedOn }),
  });
  return await outcomeOf(tx, day.companyId, action, compared);
}

function inputOf(
  day: OpenDay,
  subject: Subject,
  plans: readonly PlanType[],
  action: EmployeeAction,
  { planType, fromMonth, untilMonth }: ActInput,
  askedOn: string | undefined,
): ActInput {
  switch (action) {
    case 'enrol': {
      const chosen = planType ?? subject.planType;
      requireOffered(chosen, plans);
      // Like an order of HR without a choice: the plan follows the company's default until the subscription begins.
      return chosen === subject.planType ? {} : { planType: chosen };
    }
    case 'change-plan':
      // The plan in force takes a change back.
      if (planType !== undefined && planType !== subject.planType) requireOffered(planType, plans);
      return { ...(planType && { planType }) };
    case 'pause':
      return {
        ...(fromMonth && { fromMonth: askedOn ? stillPossible(day, fromMonth, askedOn) : fromMonth }),
        ...(untilMonth && { untilMonth }),
      };
    default:
      return {};
  }
}

function requireOffered(plan: PlanType, offered: readonly PlanType[]): void {
  if (!offered.includes(plan)) throw refused('plan-not-offered');
}

/** The month that was asked for, or the first one that can still be paused. */
function stillPossible(day: OpenDay, month: string, askedOn: string): string {
  const earliest = earliestPause(day, askedOn).slice(0, 7);
  return month < earliest ? earliest : month;
}
