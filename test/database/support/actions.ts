import type { OpenDay } from '../../../src/domain/day/company-day.ts';
import type { Transaction } from '../../../src/platform/db/types.ts';
import { inDay } from '../../../src/tickets/issue/open-day.ts';
import { cancel as cancelInDay } from '../../../src/tickets/subscriptions/actions/cancel.ts';
import { changePlan as changePlanInDay } from '../../../src/tickets/subscriptions/actions/change-plan.ts';
import { enrol as enrolInDay } from '../../../src/tickets/subscriptions/actions/enrol.ts';
import { issueNow as issueNowInDay } from '../../../src/tickets/subscriptions/actions/issue-now.ts';
import { pause as pauseInDay } from '../../../src/tickets/subscriptions/actions/pause.ts';
import { resume as resumeInDay } from '../../../src/tickets/subscriptions/actions/resume.ts';
import { revoke as revokeInDay } from '../../../src/tickets/subscriptions/actions/revoke.ts';
import { withdrawCancellation as withdrawCancellationInDay } from '../../../src/tickets/subscriptions/actions/withdraw-cancellation.ts';

/** An action that opens the day of the company by itself, as a request does. */
function inOwnDay<Inputs extends unknown[], Outcome>(
  action: (tx: Transaction, day: OpenDay, ...inputs: Inputs) => Promise<Outcome>,
): (tx: Transaction, companyId: number, ...inputs: Inputs) => Promise<Outcome> {
  return (tx, companyId, ...inputs) => inDay(tx, companyId, 'short', (day) => action(tx, day, ...inputs));
}

export const cancel = inOwnDay(cancelInDay);
export const changePlan = inOwnDay(changePlanInDay);
export const enrol = inOwnDay(enrolInDay);
export const issueNow = inOwnDay(issueNowInDay);
export const pause = inOwnDay(pauseInDay);
export const resume = inOwnDay(resumeInDay);
export const revoke = inOwnDay(revokeInDay);
export const withdrawCancellation = inOwnDay(withdrawCancellationInDay);
