import type { Sql } from '../../platform/db/types.ts';
import type { Seal } from '../../platform/seal.ts';
import { secretContext } from './connect.ts';
import { replaceSecret, selectSecrets } from './providers-sql.ts';

/**
 * Encrypts secrets again that an older SECRET_KEY has encrypted, so that it can be dropped. Returns their number, and the
 * companies whose secret no key opens.
 */
export async function resealSecrets(
  sql: Sql,
  seal: Seal,
): Promise<{ resealed: number; unreadable: number[] }> {
  let resealed = 0;
  const unreadable: number[] = [];
  for (const { companyId, clientSecret } of await selectSecrets(sql)) {
    if (seal.isNewest(clientSecret)) continue;
    const secret = seal.open(clientSecret, secretContext(companyId));
    if (secret === undefined) unreadable.push(companyId);
    else {
      await replaceSecret(sql, companyId, clientSecret, seal.close(secret, secretContext(companyId)));
      resealed += 1;
    }
  }
  return { resealed, unreadable };
}
