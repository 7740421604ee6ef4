import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { inDay } from '../../tickets/issue/open-day.ts';
import {
  type AmountChange,
  selectAmountChange,
  selectEndingByContract,
} from '../../tickets/subscriptions/amount-change-sql.ts';
import { type FollowedAmounts, followAmounts } from '../../tickets/subscriptions/follow-amounts.ts';
import { type CompanyRecord, type CompanySettings, fixDefaultPlan, updateCompany } from './companies-sql.ts';
import { checkSettings } from './company-settings.ts';

/** The effect of another subsidy on people who have a subscription. */
export type SubsidyChange = AmountChange & FollowedAmounts;

/**
 * Changes the settings that are given and leaves the others. Tickets already due are issued by the settings before.
 * Another subsidy is followed at once: new terms are offered where the amount rises above the signed one.
 */
export async function setCompany(
  tx: Transaction,
  companyId: number,
  actor: Actor,
  settings: CompanySettings,
): Promise<{ company: CompanyRecord; subsidyChange: SubsidyChange | null }> {
  await checkSettings(tx, settings);
  return await inDay(tx, companyId, 'short', async (day) => {
    if (settings.planType !== undefined && settings.planType !== day.defaultPlanType)
      await fixDefaultPlan(tx, day);
    const company = await updateCompany(tx, day, settings);
    if (!company) throw notFound();
    const { subsidyCents } = company;
    const hasNewSubsidy = subsidyCents !== day.subsidyCents;
    const ending = hasNewSubsidy ? await selectEndingByContract(tx, day) : [];
    const followed = hasNewSubsidy ? await followAmounts(tx, day) : null;
    const change = hasNewSubsidy
      ? await selectAmountChange(tx, day, { ofCompany: day.subsidyCents }, ending)
      : null;
    await recordChange(tx, companyId, {
      actor,
      action: 'company-changed',
      subject: { type: 'company', id: companyId },
      details: { ...settings, ...followed },
    });
    return { company, subsidyChange: change && followed && { ...change, ...followed } };
  });
}

/** Whether the change means anything for anybody. */
export function concernsAnybody({ people, offered, withdrawn, replaced }: SubsidyChange): boolean {
  return people + offered + withdrawn + replaced > 0;
}
