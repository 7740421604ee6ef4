import { type Actor, recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/connect.ts';
import { notFound } from '../errors.ts';
import { type IntegrationSettings, lockIntegration, updateIntegration } from './sql.ts';

/** Changes the settings that are given and leaves the others. Returns the company it belongs to. */
export async function setIntegration(
  tx: Transaction,
  id: number,
  actor: Actor,
  settings: IntegrationSettings,
): Promise<number> {
  const companyId = await lockIntegration(tx, id);
  if (companyId === undefined) throw notFound();
  await updateIntegration(tx, companyId, id, settings);
  await recordChange(tx, companyId, {
    actor,
    action: 'hr-integration-changed',
    subject: { type: 'hr-integration', id },
    details: { ...settings },
  });
  return companyId;
}
