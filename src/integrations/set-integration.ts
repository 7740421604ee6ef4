import { type Actor, recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/types.ts';
import { notFound } from '../errors.ts';
import { type IntegrationSettings, lockIntegration, updateIntegration } from './sql.ts';

/** Changes the settings that are given and leaves the others. */
export async function setIntegration(
  tx: Transaction,
  companyId: number,
  id: number,
  actor: Actor,
  settings: IntegrationSettings,
): Promise<void> {
  if (!(await lockIntegration(tx, companyId, id))) throw notFound();
  await updateIntegration(tx, companyId, id, settings);
  await recordChange(tx, companyId, {
    actor,
    action: 'hr-integration-changed',
    subject: { type: 'hr-integration', id },
    details: { ...settings },
  });
}
