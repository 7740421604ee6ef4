import { emit } from '../../domain/events/emit.ts';
import { mailUsers } from '../../domain/mail-queue/mail-users.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { markExpiryAnnounced } from './expiring-sql.ts';

/** Announces each expiring key once, by an event and a mail. Returns the number of keys. */
export async function announceExpiring(tx: Transaction, companyId: number): Promise<number> {
  const keys = await markExpiryAnnounced(tx, companyId);
  await emit(
    tx,
    companyId,
    'key.expiring',
    keys.map(({ id, expiresAt }) => ({ apiKeyId: id, expiresAt: expiresAt.toISOString() })),
  );
  for (const { id } of keys) await mailUsers(tx, companyId, 'key-expiring', { apiKeyId: id });
  return keys.length;
}
