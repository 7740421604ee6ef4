import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { type KeyRecord, lockKey, markRevoked } from './keys-sql.ts';

/** Takes effect on every node within a second: nodes cache a key no longer than `verify-key.ts` allows. */
export async function revokeKey(
  tx: Transaction,
  companyId: number,
  keyId: number,
  actor: Actor,
): Promise<KeyRecord> {
  const key = await lockKey(tx, companyId, keyId);
  if (!key) throw notFound();
  if (!key.revokedAt) {
    await markRevoked(tx, keyId);
    await recordChange(tx, companyId, {
      actor,
      action: 'api-key-revoked',
      subject: { type: 'api-key', id: keyId },
    });
  }
  return (await lockKey(tx, companyId, keyId)) ?? key;
}
