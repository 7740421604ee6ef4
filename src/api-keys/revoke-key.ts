import { type Actor, recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/types.ts';
import { notFound } from '../errors.ts';
import { type KeyRecord, lockKey, markRevoked } from './sql.ts';

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
