import { type Actor, recordChanges } from '../../../domain/audit/record-change.ts';
import { nextFirst } from '../../../domain/calendar/months.ts';
import type { OpenDay } from '../../../domain/day/company-day.ts';
import { readPlanCosts } from '../../../domain/plans/plan-costs.ts';
import { needsContract, type PlanType } from '../../../domain/plans/plan-types.ts';
import type { Transaction } from '../../../platform/db/types.ts';
import { followAmounts } from '../follow-amounts.ts';
import { makeOffers } from '../make-offers.ts';
import { withdrawNewTerms, withdrawPlanChanges } from '../offers-sql.ts';
import { idsOf, removeNextPlan, setNextPlan } from './actions-sql.ts';
import { beginAction } from './begin-action.ts';
import { checkPlanChange } from './checks.ts';
import type { Subject } from './subject.ts';

/**
 * Changes the plan from the next first, or from the first after acceptance if the new plan needs a contract. The plan
 * in force takes back a change that is offered or lies ahead.
 * Returns the employee's new monthly contribution.
 */
export async function changePlan(
  tx: Transaction,
  day: OpenDay,
  employeeId: number,
  actor: Actor,
  planType: PlanType,
): Promise<{ from: string; offered: boolean; contributionCents?: number }> {
  const subject = await beginAction(tx, day, employeeId, 'change-plan');
  const from = nextFirst(day.today);
  const { keeps } = checkPlanChange(subject, planType);
  await changePlans(tx, day, [subject], actor, planType);
  if (keeps) return { from, offered: false };
  const costs = await readPlanCosts(tx, day.companyId, subject.subsidyCents);
  const cost = costs.find((each) => each.planType === planType);
  return { from, offered: needsContract(planType), contributionCents: cost?.contributionCents ?? 0 };
}

export async function changePlans(
  tx: Transaction,
  day: OpenDay,
  subjects: readonly Subject[],
  actor: Actor,
  planType: PlanType,
): Promise<void> {
  const from = nextFirst(day.today);
  const judged = subjects.map((subject) => ({ ...subject, ...checkPlanChange(subject, planType) }));
  const keeping = judged.filter(({ keeps }) => keeps);
  const changing = judged.filter(({ keeps }) => !keeps);
  if (keeping.length > 0) await keepPlan(tx, day, idsOf(keeping));
  const offered = needsContract(planType);
  if (offered)
    await makeOffers(
      tx,
      day,
      'plan-change',
      changing.map(({ employeeId }) => ({ employeeId, planType, plannedStart: from })),
    );
  else if (changing.length > 0) {
    await setNextPlan(tx, day, idsOf(changing), { type: planType, from });
    // The contract of the old plan no longer counts, nor does an end that came from rejecting new terms.
    await withdrawNewTerms(tx, day, idsOf(changing));
  }
  await recordChanges(tx, day.companyId, {
    actor,
    subjectType: 'employee',
    changes: judged.map(({ employeeId, keeps }) =>
      keeps
        ? { action: 'plan-change-withdrawn', subjectId: employeeId, details: { planType } }
        : {
            action: offered ? 'plan-change-offered' : 'plan-changed',
            subjectId: employeeId,
            details: { planType, from },
          },
    ),
  });
}

/** The amounts signed for the other plan do not count for this one. The offers follow from those that are left. */
async function keepPlan(tx: Transaction, day: OpenDay, ids: readonly number[]): Promise<void> {
  await removeNextPlan(tx, day, ids);
  await withdrawPlanChanges(tx, day, ids);
  await followAmounts(tx, day, ids);
}
