import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';

/** Somebody has seen that suspiciously many people left with the roster. Of several who say so, the first one counts. */
export async function markSeen(
  tx: Transaction,
  companyId: number,
  { integrationId, runId }: { integrationId: number; runId: number },
  actor: Actor,
): Promise<void> {
  const [run] = await tx<{ state: 'unseen' | 'seen' | null }[]>`
    select large_offboarding as state from sync_runs
    where company_id = ${companyId} and integration_id = ${integrationId} and id = ${runId} for no key update`;
  if (!run?.state) throw notFound();
  if (run.state === 'seen') return;
  await tx`
    update sync_runs set large_offboarding = 'seen', updated_at = now() where company_id = ${companyId} and id = ${runId}`;
  await recordChange(tx, companyId, {
    actor,
    action: 'large-offboarding-seen',
    subject: { type: 'hr-integration', id: integrationId },
    details: { runId },
  });
}
