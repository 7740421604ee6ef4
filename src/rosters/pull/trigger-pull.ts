import { lockIntegration } from '../../company/integrations/integrations-sql.ts';
import { type Actor, OPERATOR, recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { noSuch } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';
import { type AskedBy, hasOpenPull, insertPull, newSyncId, type PullPurpose } from './pulls-sql.ts';
import { systemOf } from './sources.ts';
import { selectSource } from './sources-sql.ts';

interface Triggering extends AskedBy {
  companyId: number;
  integrationId: number;
  purpose: PullPurpose;
  /** Somebody has confirmed that values may be missing that were there before. */
  allowsGaps?: boolean;
}

/** Queues a pull. A worker of any node fetches it. Returns its syncId. */
export async function triggerPull(tx: Transaction, triggering: Triggering): Promise<string> {
  const { companyId, integrationId, purpose, allowsGaps = false, keyId, userId } = triggering;
  const integration = await lockIntegration(tx, companyId, integrationId);
  if (!integration) throw noSuch('integration', integrationId);
  if (integration.disconnectedAt) throw refused('integration-disconnected');
  const source = await selectSource(tx, companyId, integrationId, purpose === 'preview' ? 'draft' : 'active');
  // A dropped file is read again only if somebody says that its gaps are right.
  const isRepeat = purpose === 'preview' || allowsGaps;
  if (!source) throw refused('cannot-trigger');
  if (systemOf(source).isDropped && !isRepeat) throw refused('files-come');
  if (!source.mapping) throw refused('source-not-mapped');
  if (await hasOpenPull(tx, companyId, integrationId)) throw refused('already-running');
  const syncId = newSyncId();
  const pull = { integrationId, syncId, purpose, slot: null, keyId, userId, allowsGaps };
  if (!(await insertPull(tx, companyId, pull))) throw refused('already-running');
  if (purpose === 'preview') return syncId;
  await recordChange(tx, companyId, {
    actor: actorOf(triggering),
    action: 'pull-triggered',
    subject: { type: 'hr-integration', id: integrationId },
    details: { syncId, ...(allowsGaps && { allowsGaps }) },
  });
  return syncId;
}

function actorOf({ keyId, userId }: AskedBy): Actor {
  if (keyId !== null) return { type: 'api-key', id: keyId };
  return userId === null ? OPERATOR : { type: 'portal-user', id: userId };
}
