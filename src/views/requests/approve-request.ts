import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { OpenDay } from '../../domain/day/company-day.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { inDay } from '../../tickets/issue/open-day.ts';
import { actInDay, requireStanding } from './act-in-day.ts';
import { mailAnswer } from './mail-answer.ts';
import { type Confirmed, type Outcome, requireConfirmed } from './outcome.ts';
import { type EmployeeRequest, selectRequest, settleRequest } from './requests-sql.ts';
import { requireOpen } from './require-open.ts';

/** What approving it today would mean. The caller rolls it back. */
export async function tryRequest(
  tx: Transaction,
  companyId: number,
  id: number,
  actor: Actor,
): Promise<Outcome> {
  return await inDay(tx, companyId, 'short', async (day) =>
    actFor(tx, day, await requireOpen(tx, day, id), actor),
  );
}

/**
 * Does what the employee asked for. Cut-offs count by the day of the request until the month that it was for has begun; then it
 * counts for a later month, which the user has to confirm.
 */
export async function approveRequest(
  tx: Transaction,
  companyId: number,
  id: number,
  actor: Actor,
  { answer, ...confirmed }: Confirmed & { answer?: string },
): Promise<void> {
  await inDay(tx, companyId, 'short', async (day) => {
    const request = await requireOpen(tx, day, id);
    const outcome = await actFor(tx, day, request, actor);
    requireConfirmed(outcome, confirmed);
    const { effectiveOn, contributionCents } = outcome;
    const isAsAsked = effectiveOn === request.effectiveOn && contributionCents === request.contributionCents;
    await settleRequest(tx, day, id, {
      status: 'approved',
      answer: answer ?? null,
      ...(!isAsAsked && { decided: { effectiveOn, contributionCents } }),
    });
    await recordChange(tx, companyId, {
      actor,
      action: 'request-approved',
      subject: { type: 'employee', id: request.employeeId },
      details: { requestId: id, act: request.action, ...(!isAsAsked && { effectiveOn }) },
    });
    await mailAnswer(tx, companyId, request.employeeId, id);
  });
}

/** If it still means what the employee was shown. Otherwise somebody has to look at it. */
export async function approveAsAsked(
  tx: Transaction,
  companyId: number,
  id: number,
  actor: Actor,
  { answer }: { answer?: string },
): Promise<void> {
  const request = await selectRequest(tx, companyId, id);
  if (!request) throw notFound();
  const { effectiveOn, contributionCents } = request;
  const note = answer === undefined ? {} : { answer };
  await approveRequest(tx, companyId, id, actor, { effectiveOn, contributionCents, ...note });
}

async function actFor(
  tx: Transaction,
  day: OpenDay,
  { employeeId, action, planType, fromMonth, untilMonth, askedOn }: EmployeeRequest,
  actor: Actor,
): Promise<Outcome> {
  await requireStanding(tx, day, employeeId);
  return await actInDay(tx, day, employeeId, actor, action, {
    askedOn,
    ...(planType && { planType }),
    ...(fromMonth && { fromMonth }),
    ...(untilMonth && { untilMonth }),
  });
}
