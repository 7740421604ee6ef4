import { type Actor, recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/types.ts';
import { notFound } from '../errors.ts';
import { openDay } from '../tickets/open-day.ts';
import { checkSettings } from './settings.ts';
import { type CompanyRecord, type CompanySettings, fixDefaultPlan, updateCompany } from './sql.ts';

/** Changes the settings that are given and leaves the others. Tickets already due are issued by the settings before. */
export async function setCompany(
  tx: Transaction,
  companyId: number,
  actor: Actor,
  settings: CompanySettings,
): Promise<CompanyRecord> {
  await checkSettings(tx, settings);
  const day = await openDay(tx, companyId, 'short');
  if (settings.planType !== undefined && settings.planType !== day.defaultPlanType)
    await fixDefaultPlan(tx, day);
  const company = await updateCompany(tx, day, settings);
  if (!company) throw notFound();
  await recordChange(tx, companyId, {
    actor,
    action: 'company-changed',
    subject: { type: 'company', id: companyId },
    details: { ...settings },
  });
  return company;
}
