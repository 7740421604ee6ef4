import { type Actor, recordChange, recordChanges } from '../../../domain/audit/record-change.ts';
import type { OpenDay } from '../../../domain/day/company-day.ts';
import type { Transaction } from '../../../platform/db/types.ts';
import { inDay } from '../../issue/open-day.ts';
import { beginTerms } from '../begin-terms.ts';
import { lockEmployees } from '../terms-sql.ts';
import { idsOf, setPlan } from './actions-sql.ts';
import { beginAction } from './begin-action.ts';
import { checkEnrol } from './checks.ts';
import { orderedStart } from './cut-offs.ts';
import type { ActionInput } from './input.ts';
import type { Subject } from './subject.ts';
import { selectTermsToOrder } from './waiting.ts';

/** Orders a subscription for a person. It begins, or a contract is offered first if the plan needs one. */
export async function enrol(
  tx: Transaction,
  day: OpenDay,
  employeeId: number,
  actor: Actor,
  options: Pick<ActionInput, 'planType' | 'askedOn'> = {},
): Promise<{ start: string }> {
  const subject = await beginAction(tx, day, employeeId, 'enrol');
  const { start } = checkEnrol(day, subject, options);
  await enrolAll(tx, day, [subject], actor, options);
  return { start };
}

export async function enrolAll(
  tx: Transaction,
  day: OpenDay,
  subjects: readonly Subject[],
  actor: Actor,
  options: Pick<ActionInput, 'planType' | 'askedOn'>,
): Promise<void> {
  const orders = subjects.map((subject) => ({ ...subject, ...checkEnrol(day, subject, options) }));
  if (options.planType) await setPlan(tx, day, idsOf(orders), options.planType);
  await beginTerms(tx, day, orders, { notBefore: orderedStart(day, options.askedOn), offerAgain: true });
  await recordChanges(tx, day.companyId, {
    actor,
    subjectType: 'employee',
    changes: orders.map(({ employeeId, start, planType }) => ({
      action: 'subscription-ordered',
      subjectId: employeeId,
      details: { start, planType: options.planType ?? planType },
    })),
  });
}

/** Orders subscriptions for all people who wait. */
export async function enrolAllWaiting(
  tx: Transaction,
  companyId: number,
  actor: Actor,
): Promise<{ enrolled: number }> {
  return await inDay(tx, companyId, 'short', async (day) => {
    const terms = await selectTermsToOrder(tx, day);
    await lockEmployees(tx, day, idsOf(terms));
    await beginTerms(tx, day, terms, { notBefore: orderedStart(day) });
    await recordChange(tx, companyId, {
      actor,
      action: 'subscriptions-ordered-for-all-waiting',
      subject: { type: 'company', id: companyId },
      details: { enrolled: terms.length },
    });
    return { enrolled: terms.length };
  });
}
