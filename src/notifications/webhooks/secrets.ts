import type { Pool } from '../../platform/db/types.ts';
import type { Seal } from '../../platform/seal.ts';
import { resealSecret, type SealedSecret, selectAllSecrets } from './secrets-sql.ts';

/** A secret that is copied to the row of another endpoint cannot be opened. */
export function secretContext({
  companyId,
  endpointId,
}: Pick<SealedSecret, 'companyId' | 'endpointId'>): string {
  return `company ${companyId} webhook ${endpointId}`;
}

/** Returns nothing if one of the secrets cannot be opened: the receiver could then know the other one only. */
export function openSecrets(seal: Seal, secrets: readonly SealedSecret[]): string[] | undefined {
  const opened = secrets.map((secret) => seal.open(secret.sealed, secretContext(secret)));
  return opened.length > 0 && opened.every((secret) => secret !== undefined) ? opened : undefined;
}

/**
 * Encrypts secrets again that an older SECRET_KEY has encrypted, so that it can be dropped. Returns the companies with a
 * secret that no key opens.
 */
export async function resealWebhookSecrets(sql: Pool, seal: Seal): Promise<number[]> {
  const unreadable = new Set<number>();
  for (const secret of await selectAllSecrets(sql)) {
    if (seal.isNewest(secret.sealed)) continue;
    const opened = seal.open(secret.sealed, secretContext(secret));
    if (opened === undefined) unreadable.add(secret.companyId);
    else await resealSecret(sql, secret, seal.close(opened, secretContext(secret)));
  }
  return [...unreadable];
}
