import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';
import { type KeyRecord, lockKey, putSecret } from './keys-sql.ts';
import { digestOf, newPassword } from './secret.ts';

/** Creates a new password for the key. The present one works until the overlap is over. */
export async function rotateKey(
  tx: Transaction,
  companyId: number,
  keyId: number,
  actor: Actor,
  overlapSeconds: number,
): Promise<KeyRecord & { password: string; oldPasswordExpiresAt: Date }> {
  const key = await lockKey(tx, companyId, keyId);
  if (!key) throw notFound();
  if (key.revokedAt) throw refused('key-revoked');
  const password = newPassword();
  const oldPasswordExpiresAt = await putSecret(tx, keyId, digestOf(password), overlapSeconds);
  await recordChange(tx, companyId, {
    actor,
    action: 'api-key-rotated',
    subject: { type: 'api-key', id: keyId },
    details: { overlapSeconds },
  });
  return { ...key, password, oldPasswordExpiresAt };
}
