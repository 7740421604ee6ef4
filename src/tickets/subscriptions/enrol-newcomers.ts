import type { OpenDay } from '../../domain/day/company-day.ts';
import { needsContract, type PlanType } from '../../domain/plans/plan-types.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { issueToday } from '../issue/issue-today.ts';
import { makeOffers } from './make-offers.ts';

/**
 * Completes newcomers whose term begins: an offer if their plan needs a contract, otherwise the ticket of a term that begins
 * today. A newcomer has the default plan of the group or of the company and no earlier offer, so no record is read.
 */
export async function enrolNewcomers(
  tx: Transaction,
  day: OpenDay,
  starts: readonly { employeeId: number; start: string; planType: PlanType }[],
): Promise<void> {
  const asked = starts.filter(({ planType }) => needsContract(planType));
  await makeOffers(
    tx,
    day,
    'enrolment',
    asked.map(({ employeeId, planType, start }) => ({ employeeId, planType, plannedStart: start })),
  );
  const startingToday = starts.filter(
    ({ start, planType }) => start === day.today && !needsContract(planType),
  );
  await issueToday(
    tx,
    day,
    startingToday.map(({ employeeId }) => employeeId),
  );
}
