import type { Transaction } from '../db/types.ts';
import { tell } from '../events/tell.ts';
import { markExpiryTold } from './expiring-sql.ts';

/** Tells once which keys are about to expire. Returns their number. */
export async function tellExpiring(tx: Transaction, companyId: number): Promise<number> {
  const keys = await markExpiryTold(tx, companyId);
  await tell(
    tx,
    companyId,
    'key.expiring',
    keys.map(({ id, expiresAt }) => ({ apiKeyId: id, expiresAt: expiresAt.toISOString() })),
  );
  return keys.length;
}
