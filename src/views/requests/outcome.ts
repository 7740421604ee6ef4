import type { Sql } from '../../platform/db/types.ts';
import { refused } from '../../platform/refusals.ts';
import type { EmployeeAction } from '../../tickets/subscriptions/actions/employee-actions.ts';
import type { ComparedAction } from '../timeline/perform-and-compare.ts';
import { selectOfferedCents } from './requests-sql.ts';

/** What an action means for the employee, before it is done. */
export interface Outcome {
  /** The first day of the subscription, of the pause, with tickets again, without a ticket or on the new plan. Null: today. */
  effectiveOn: string | null;
  /** The first day after a pause. */
  untilOn: string | null;
  /** What the employee pays a month from then on. Null: there is no ticket to pay. */
  contributionCents: number | null;
  /** Whether the employee has to sign a contract first. */
  offered: boolean;
  /** Whether the subscription ends before it has begun. */
  dropped: boolean;
}

/** The part of the outcome that somebody has seen and confirms. */
export type Confirmed = Pick<Outcome, 'effectiveOn' | 'contributionCents'>;

export async function outcomeOf(
  sql: Sql,
  companyId: number,
  action: EmployeeAction,
  { result, before, after }: ComparedAction,
): Promise<Outcome> {
  const { employee } = after;
  const isOffered =
    result.offered ?? (employee.contractStatus === 'pending' && before.employee.contractStatus !== 'pending');
  const offeredCents = isOffered ? await selectOfferedCents(sql, companyId, employee.id) : undefined;
  return {
    effectiveOn: result.start ?? result.from ?? result.end ?? null,
    untilOn: result.until ?? null,
    contributionCents:
      action === 'pause' || action === 'cancel'
        ? null
        : (offeredCents ?? result.contributionCents ?? employee.contributionCents),
    offered: isOffered,
    dropped: result.dropped ?? false,
  };
}

/** Midnight may have passed, or somebody else may have acted, since the outcome was shown. */
export function requireConfirmed(outcome: Outcome, confirmed: Confirmed): void {
  if (
    outcome.effectiveOn !== confirmed.effectiveOn ||
    outcome.contributionCents !== confirmed.contributionCents
  )
    throw refused('outcome-changed');
}
