import { type Actor, recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/types.ts';
import type { PlanType } from '../../plans/plan-types.ts';
import { refused } from '../../refusals.ts';
import { openDay } from '../../tickets/open-day.ts';
import { beginTerms } from '../begin-terms.ts';
import { lockEmployees } from '../terms-sql.ts';
import { earliestStart, endsBefore } from './cut-offs.ts';
import { type Subject, setPlan } from './sql.ts';
import { beginAction } from './subject.ts';
import { selectBeginnings } from './waiting.ts';

/** Orders a subscription for a person: it begins, or a contract is offered first where the plan needs one. */
export async function enrol(
  tx: Transaction,
  companyId: number,
  employeeId: number,
  actor: Actor,
  options: { planType?: PlanType } = {},
): Promise<{ start: string }> {
  const { day, subject } = await beginAction(tx, companyId, employeeId, 'enrol');
  if (subject.hasPendingEnrolment) throw refused('offer-open');
  const start = earliestStart(day, subject.employedFrom);
  requireEmployment(subject, start);
  if (options.planType) await setPlan(tx, day, employeeId, options.planType);
  await beginTerms(tx, day, [{ employeeId, start }], { offerAgain: true });
  await recordChange(tx, companyId, {
    actor,
    action: 'subscription-ordered',
    subject: { type: 'employee', id: employeeId },
    details: { start, planType: options.planType ?? subject.planType },
  });
  return { start };
}

/** Whom the HR system does not list any more, or who leaves before it begins, cannot get one. */
function requireEmployment({ hasLeft, employedUntil }: Subject, start: string): void {
  if (hasLeft) throw refused('not-listed');
  if (employedUntil !== null && endsBefore(employedUntil, start))
    throw refused('employment-ends', { day: employedUntil });
}

/** Orders for everybody who is waiting for it: for as many as were shown, where somebody looked before. */
export async function enrolAllWaiting(
  tx: Transaction,
  companyId: number,
  actor: Actor,
  options: { expected?: number } = {},
): Promise<{ enrolled: number }> {
  const day = await openDay(tx, companyId, 'short');
  const beginnings = await selectBeginnings(tx, day);
  if (options.expected !== undefined && options.expected !== beginnings.length)
    throw refused('people-changed', { people: beginnings.length });
  await lockEmployees(
    tx,
    day,
    beginnings.map(({ employeeId }) => employeeId),
  );
  await beginTerms(tx, day, beginnings);
  await recordChange(tx, companyId, {
    actor,
    action: 'subscriptions-ordered-for-all-waiting',
    subject: { type: 'company', id: companyId },
    details: { enrolled: beginnings.length },
  });
  return { enrolled: beginnings.length };
}
