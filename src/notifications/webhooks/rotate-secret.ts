import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { secretContext } from './secrets.ts';
import { putSecret } from './secrets-sql.ts';
import { newSecret } from './sign.ts';
import type { Webhooks } from './webhooks.ts';
import { lockWebhook, selectWebhook, touchWebhook, type WebhookRecord } from './webhooks-sql.ts';

/** Creates a new secret. Until the overlap is over, requests are signed with the present one too. */
export async function rotateSecret(
  tx: Transaction,
  companyId: number,
  id: number,
  actor: Actor,
  overlapSeconds: number,
  { seal }: Pick<Webhooks, 'seal'>,
): Promise<WebhookRecord & { secret: string; oldSecretExpiresAt: Date }> {
  const before = await lockWebhook(tx, companyId, id);
  if (!before) throw notFound();
  const secret = newSecret();
  const sealed = seal.close(secret, secretContext({ companyId, endpointId: id }));
  const oldSecretExpiresAt = await putSecret(tx, companyId, id, sealed, overlapSeconds);
  await touchWebhook(tx, companyId, id);
  await recordChange(tx, companyId, {
    actor,
    action: 'webhook-secret-rotated',
    subject: { type: 'webhook', id },
    details: { overlapSeconds },
  });
  return { ...((await selectWebhook(tx, companyId, id)) ?? before), secret, oldSecretExpiresAt };
}
