import { type Actor, recordChange } from '../../audit/record-change.ts';
import { lockCompanySoon } from '../../companies/lock-company.ts';
import type { Transaction } from '../../db/connect.ts';
import { issueDue } from '../../tickets/issue-due.ts';
import { beginTerms } from '../begin-terms.ts';
import { lockEmployees } from '../terms-sql.ts';
import type { PlanType } from '../vocabulary.ts';
import { earliestStart } from './cut-offs.ts';
import { selectWaiting, setPlan } from './sql.ts';
import { beginAction } from './subject.ts';
import { refused } from './transitions.ts';

/** Orders a subscription for a person: it begins, or a contract is offered first where the plan needs one. */
export async function enrol(
  tx: Transaction,
  companyId: number,
  employeeId: number,
  actor: Actor,
  options: { planType?: PlanType } = {},
): Promise<{ start: string }> {
  const { day, subject } = await beginAction(tx, companyId, employeeId, 'enrol');
  if (subject.contractStatus === 'pending') throw refused('an offer is waiting for an answer');
  if (options.planType) await setPlan(tx, companyId, employeeId, options.planType);
  const start = earliestStart(day, subject.employedFrom);
  await beginTerms(tx, day, [{ employeeId, start }], { followsHr: false, offerAgain: true });
  await recordChange(tx, companyId, {
    actor,
    action: 'subscription-ordered',
    subject: { type: 'employee', id: employeeId },
    details: { start, planType: options.planType ?? subject.planType },
  });
  return { start };
}

/** Orders for everybody who is waiting for it. */
export async function enrolAllWaiting(
  tx: Transaction,
  companyId: number,
  actor: Actor,
): Promise<{ enrolled: number }> {
  const day = await lockCompanySoon(tx, companyId);
  await issueDue(tx, day);
  const waiting = await selectWaiting(tx, day);
  await lockEmployees(
    tx,
    companyId,
    waiting.map(({ employeeId }) => employeeId),
  );
  const beginnings = waiting.map(({ employeeId, employedFrom }) => ({
    employeeId,
    start: earliestStart(day, employedFrom),
  }));
  await beginTerms(tx, day, beginnings, { followsHr: true });
  await recordChange(tx, companyId, {
    actor,
    action: 'subscriptions-ordered-for-all-waiting',
    subject: { type: 'company', id: companyId },
    details: { enrolled: waiting.length },
  });
  return { enrolled: waiting.length };
}
