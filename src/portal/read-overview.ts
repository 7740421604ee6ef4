import { monthFirst, nextFirst } from '../calendar/months.ts';
import { selectCompanyDay } from '../day/company-day.ts';
import type { Pool } from '../db/types.ts';
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

/** Reads the state of a company and its open tasks. */
export async function readOverview(sql: Pool, companyId: number) {
  const day = await selectCompanyDay(sql, companyId);
  if (!day) throw notFound();
  const month = monthFirst(day.today);
  const [subscriptions, figures, waiting, heldRuns, failedRuns, disconnectedIntegrations, latestRuns] =
    await Promise.all([
      countByStatus(sql, companyId, {}),
      selectFigures(sql, companyId, month),
      selectBeginnings(sql, day),
      selectHeldRuns(sql, companyId),
      selectFailedRuns(sql, companyId),
      selectDisconnected(sql, companyId),
      selectRecentRuns(sql, companyId, MOST_RUNS),
    ]);
  return {
    businessDate: day.today,
    // On the first of a month, until tickets are issued, the next issue is the month that begins.
    nextIssueOn: day.issuedThrough !== null && day.issuedThrough >= month ? nextFirst(day.today) : month,
    employees: Object.values(subscriptions).reduce((sum, people) => sum + people, 0),
    subscriptions,
    ticketsThisMonth: figures.ticketsThisMonth,
    attention: {
      pendingContracts: figures.pendingContracts,
      waitingForEnrolment: waiting.length,
      heldRuns,
      failedRuns,
      disconnectedIntegrations,
    },
    recentRuns: latestRuns.reverse(),
  };
}
