import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { noSuch } from '../../platform/errors.ts';
import { lockIntegration, setDisconnected } from './integrations-sql.ts';

/** A disconnected integration accepts no rosters. Nobody is offboarded; the links stay. */
export async function disconnectIntegration(
  tx: Transaction,
  companyId: number,
  id: number,
  actor: Actor,
  disconnected: boolean,
): Promise<void> {
  const integration = await lockIntegration(tx, companyId, id);
  if (!integration) throw noSuch('integration', id);
  if ((integration.disconnectedAt !== null) === disconnected) return;
  await setDisconnected(tx, companyId, id, disconnected);
  await recordChange(tx, companyId, {
    actor,
    action: disconnected ? 'hr-integration-disconnected' : 'hr-integration-reconnected',
    subject: { type: 'hr-integration', id },
  });
}
