import { type Actor, recordChange } from '../../audit/record-change.ts';
import { nextFirst } from '../../calendar/months.ts';
import type { OpenDay } from '../../day/company-day.ts';
import type { Transaction } from '../../db/types.ts';
import { readPlanCosts } from '../../plans/plan-costs.ts';
import { needsContract, type PlanType } from '../../plans/plan-types.ts';
import { followAmounts } from '../follow-amounts.ts';
import { makeOffers } from '../make-offers.ts';
import { withdrawNewTerms, withdrawPlanChanges } from '../offers-sql.ts';
import { checkPlanChange } from './checks.ts';
import { removeNextPlan, setNextPlan } from './sql.ts';
import { inAction } from './subject.ts';

/**
 * Changes the plan from the next first, or from the first after acceptance if the new plan needs a contract. The plan
 * in force takes back a change that is offered or lies ahead.
 * Returns the employee's new monthly contribution.
 */
export async function changePlan(
  tx: Transaction,
  companyId: number,
  employeeId: number,
  actor: Actor,
  planType: PlanType,
): Promise<{ from: string; offered: boolean; contributionCents?: number }> {
  return await inAction(tx, companyId, employeeId, 'change-plan', async ({ day, subject }) => {
    const from = nextFirst(day.today);
    if (checkPlanChange(subject, planType).keeps) {
      await keepPlan(tx, day, employeeId);
      await recordChange(tx, companyId, {
        actor,
        action: 'plan-change-withdrawn',
        subject: { type: 'employee', id: employeeId },
        details: { planType },
      });
      return { from, offered: false };
    }
    const offered = needsContract(planType);
    if (offered) await makeOffers(tx, day, 'plan-change', [{ employeeId, planType, plannedStart: from }]);
    else {
      await setNextPlan(tx, day, employeeId, { type: planType, from });
      // The contract of the old plan no longer counts, nor does an end that came from rejecting new terms.
      await withdrawNewTerms(tx, day, [employeeId]);
    }
    await recordChange(tx, companyId, {
      actor,
      action: offered ? 'plan-change-offered' : 'plan-changed',
      subject: { type: 'employee', id: employeeId },
      details: { planType, from },
    });
    const cost = (await readPlanCosts(tx, companyId)).find((each) => each.planType === planType);
    return { from, offered, contributionCents: cost?.contributionCents ?? 0 };
  });
}

/** The amounts signed for the other plan do not count for this one. The offers follow from those that are left. */
async function keepPlan(tx: Transaction, day: OpenDay, employeeId: number): Promise<void> {
  await removeNextPlan(tx, day, employeeId);
  await withdrawPlanChanges(tx, day, employeeId);
  await followAmounts(tx, day, [employeeId]);
}
