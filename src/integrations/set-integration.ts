import { type Actor, recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/types.ts';
import { notFound } from '../errors.ts';
import { type DefaultChange, followAutoSyncDefault } from '../subscriptions/follow-auto-sync-default.ts';
import { openDay } from '../tickets/open-day.ts';
import { type IntegrationSettings, lockIntegration, selectSettings, updateIntegration } from './sql.ts';

/**
 * Changes the settings that are given and leaves the others. Another default of `autoSyncEmployee` takes effect at once
 * for everybody who follows it; the result says for whom. Other settings apply from the next roster on.
 */
export async function setIntegration(
  tx: Transaction,
  companyId: number,
  id: number,
  actor: Actor,
  settings: IntegrationSettings,
): Promise<DefaultChange | null> {
  const { autoSyncDefault } = settings;
  // The company is locked before the integration, as when a roster is applied.
  const day = autoSyncDefault === undefined ? undefined : await openDay(tx, companyId, 'short');
  if (!(await lockIntegration(tx, companyId, id))) throw notFound();
  const before = await selectSettings(tx, companyId, id);
  await updateIntegration(tx, companyId, id, settings);
  const change =
    day && autoSyncDefault !== undefined && autoSyncDefault !== before?.autoSyncDefault
      ? await followAutoSyncDefault(tx, day, id, autoSyncDefault)
      : null;
  await recordChange(tx, companyId, {
    actor,
    action: 'hr-integration-changed',
    subject: { type: 'hr-integration', id },
    details: { ...settings },
  });
  return change;
}
