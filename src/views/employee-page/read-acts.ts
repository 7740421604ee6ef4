import { selectCompanyDay } from '../../domain/day/company-day.ts';
import type { PlanType } from '../../domain/plans/plan-types.ts';
import type { Sql } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { selectOfferedPlans } from '../../tickets/groups/groups-sql.ts';
import { selectSubjects } from '../../tickets/subscriptions/actions/actions-sql.ts';
import { earliestPause } from '../../tickets/subscriptions/actions/cut-offs.ts';
import {
  EMPLOYEE_ACTIONS,
  type EmployeeAction,
  type EmployeeActionMode,
} from '../../tickets/subscriptions/actions/employee-actions.ts';
import { plansToChange, possibleActions } from '../../tickets/subscriptions/actions/possible-actions.ts';
import { selectStanding } from '../requests/requests-sql.ts';

/** What the employee can do on the page now. The preview of an action shows its day and its cost. */
export interface PageActs {
  mode: EmployeeActionMode;
  possible: EmployeeAction[];
  plansToOrder: PlanType[];
  plansToChange: PlanType[];
  /** The first month that can be paused, YYYY-MM. */
  pauseFrom: string;
  /** The last day of a month on which a cancellation ends the subscription with that month. Null: its last day. */
  cancelUntilDay: number | null;
}

export async function readActs(sql: Sql, companyId: number, employeeId: number): Promise<PageActs> {
  const day = await selectCompanyDay(sql, companyId);
  const standing = day && (await selectStanding(sql, day, employeeId));
  const [subject] = day ? await selectSubjects(sql, day, [employeeId]) : [];
  if (!day || !standing || !subject) throw notFound();
  const { mode, hasConflict, hasLeft } = standing;
  const plans = await selectOfferedPlans(sql, day, employeeId);
  const possible = mode === 'none' || hasConflict || hasLeft ? [] : possibleActions(subject, plans);
  return {
    mode,
    possible: EMPLOYEE_ACTIONS.filter((action) => possible.includes(action)),
    plansToOrder: plans,
    plansToChange: plansToChange(subject, plans),
    pauseFrom: earliestPause(day).slice(0, 7),
    cancelUntilDay: day.cancelUntilDay,
  };
}
