import { monthFirst, nextFirst } from '../calendar/months.ts';
import { selectCompanyDay } from '../companies/sql.ts';
import type { Pool } from '../db/connect.ts';
import { countByStatus } from '../employees/count-by-status.ts';
import { notFound } from '../errors.ts';
import { selectBeginnings } from '../subscriptions/actions/waiting.ts';
import {
  selectDisconnected,
  selectFailedRuns,
  selectFigures,
  selectHeldRuns,
  selectRecentRuns,
} from './overview-sql.ts';

const MOST_RUNS = 60;

/** Where a company stands, and what waits for somebody. */
export async function readOverview(sql: Pool, companyId: number) {
  const day = await selectCompanyDay(sql, companyId);
  if (!day) throw notFound();
  const month = monthFirst(day.today);
  const subscriptions = await countByStatus(sql, companyId, {});
  const { pendingContracts, ticketsThisMonth } = await selectFigures(sql, companyId, month);
  return {
    businessDate: day.today,
    // On the first itself, until it has been done, the month that begins is what comes next.
    nextIssueOn: day.issuedThrough !== null && day.issuedThrough >= month ? nextFirst(day.today) : month,
    employees: Object.values(subscriptions).reduce((sum, people) => sum + people, 0),
    subscriptions,
    ticketsThisMonth,
    attention: {
      pendingContracts,
      waitingForEnrolment: (await selectBeginnings(sql, day)).length,
      heldRuns: await selectHeldRuns(sql, companyId),
      failedRuns: await selectFailedRuns(sql, companyId),
      disconnectedIntegrations: await selectDisconnected(sql, companyId),
    },
    recentRuns: (await selectRecentRuns(sql, companyId, MOST_RUNS)).reverse(),
  };
}
