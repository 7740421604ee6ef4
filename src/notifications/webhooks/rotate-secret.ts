import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { secretContext } from './secrets.ts';
import { deleteSecret, putSecret, selectSecretsOf } from './secrets-sql.ts';
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
  // Their SECRET_KEY is lost. Nothing can be signed with them, and nothing is sent while one of them is valid.
  for (const old of await selectSecretsOf(tx, companyId, id))
    if (seal.open(old.sealed, secretContext(old)) === undefined) await deleteSecret(tx, old);
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
