import { WHOLE_COMPANY } from '../../domain/access/scope.ts';
import { subscriptionStatus } from '../../domain/rules/subscription-sql.ts';
import { comparingSets } from '../../platform/db/planner.ts';
import type { Pool, Sql } from '../../platform/db/types.ts';
import {
  SUBSCRIPTION_STATUSES,
  type SubscriptionStatus,
} from '../../tickets/subscriptions/subscription-statuses.ts';
import { type EmployeeFilter, matchEmployees } from './list-employees.ts';

/** Counts the people that match a filter by status. Every status is present in the result. */
export async function countByStatus(
  sql: Pool,
  companyId: number,
  filter: EmployeeFilter,
): Promise<Record<SubscriptionStatus, number>> {
  const { matching, today, month } = await matchEmployees(sql, companyId, WHOLE_COMPANY, filter);
  const count = async (tx: Sql) =>
    await tx<{ status: SubscriptionStatus; people: number }[]>`
      select ${subscriptionStatus(sql, today)} as status, count(*) as people
      from ${matching} group by 1`;
  const rows = await comparingSets(sql, month?.hasLaterTickets === true, count);
  const counted = new Map(rows.map(({ status, people }) => [status, people]));
  return Object.fromEntries(
    SUBSCRIPTION_STATUSES.map((status) => [status, counted.get(status) ?? 0]),
  ) as Record<SubscriptionStatus, number>;
}
