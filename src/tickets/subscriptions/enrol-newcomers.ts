import type { OpenDay } from '../../domain/day/company-day.ts';
import { needsContract } from '../../domain/plans/plan-types.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { issueToday } from '../issue/issue-today.ts';
import { makeOffers } from './make-offers.ts';

/**
 * Completes newcomers whose term begins: an offer if the company's plan needs a contract, otherwise the
 * ticket of a term that begins today. A newcomer has the company's plan and no earlier offer, so no record is
 * read.
 */
export async function enrolNewcomers(
  tx: Transaction,
  day: OpenDay,
  starts: readonly { employeeId: number; start: string }[],
): Promise<void> {
  const { today, defaultPlanType } = day;
  if (needsContract(defaultPlanType)) {
    const asked = starts.map(({ employeeId, start }) => ({
      employeeId,
      planType: defaultPlanType,
      plannedStart: start,
    }));
    return await makeOffers(tx, day, 'enrolment', asked);
  }
  const startingToday = starts.filter(({ start }) => start === today);
  await issueToday(
    tx,
    day,
    startingToday.map(({ employeeId }) => employeeId),
  );
}
