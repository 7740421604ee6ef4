import { recordChange } from '../../domain/audit/record-change.ts';
import type { OpenDay } from '../../domain/day/company-day.ts';
import { mailUsers } from '../../domain/mail-queue/mail-users.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { refused } from '../../platform/refusals.ts';
import type { EmployeeAction } from '../../tickets/subscriptions/actions/employee-actions.ts';
import type { ActInput } from './act-in-day.ts';
import type { Outcome } from './outcome.ts';
import { type EmployeeRequest, insertRequest, isFirstOfDay, selectOpenRequest } from './requests-sql.ts';
import type { Visit } from './visit.ts';

/** Asks HR. The same request once more changes nothing. HR is mailed about the first one of a day: the mail counts all. */
export async function makeRequest(
  tx: Transaction,
  day: OpenDay,
  employeeId: number,
  action: EmployeeAction,
  { planType = null, untilMonth = null }: Nullable<ActInput>,
  { effectiveOn, contributionCents }: Outcome,
  { linkClass, address, browser }: Visit,
): Promise<void> {
  const request = {
    employeeId,
    action,
    planType: action === 'enrol' || action === 'change-plan' ? planType : null,
    fromMonth: action === 'pause' ? (effectiveOn?.slice(0, 7) ?? null) : null,
    untilMonth: action === 'pause' ? untilMonth : null,
    effectiveOn,
    contributionCents,
    linkClass,
  };
  const open = await selectOpenRequest(tx, day.companyId, employeeId, action);
  if (open && isSame(open, request)) return;
  if (open) throw refused('request-open');
  const requestId = await insertRequest(tx, day, request);
  await recordChange(tx, day.companyId, {
    actor: { type: 'employee', id: employeeId },
    action: 'request-made',
    subject: { type: 'employee', id: employeeId },
    details: { requestId, act: action, linkClass, address, browser },
  });
  if (await isFirstOfDay(tx, day, requestId)) await mailUsers(tx, day.companyId, 'requests-waiting', {});
}

type Nullable<T> = { [Name in keyof T]: T[Name] | null };
type Wish = Pick<
  EmployeeRequest,
  'planType' | 'fromMonth' | 'untilMonth' | 'effectiveOn' | 'contributionCents'
>;

const isSame = (one: Wish, other: Wish): boolean =>
  one.planType === other.planType &&
  one.fromMonth === other.fromMonth &&
  one.untilMonth === other.untilMonth &&
  one.effectiveOn === other.effectiveOn &&
  one.contributionCents === other.contributionCents;
