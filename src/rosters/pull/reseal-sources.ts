import type { Pool } from '../../platform/db/types.ts';
import type { Seal } from '../../platform/seal.ts';
import { sourceContext } from './sources.ts';
import { replaceSealed, selectSealedSources } from './sources-sql.ts';

/**
 * Encrypts credentials again that an older SECRET_KEY has encrypted, so that it can be dropped. Returns the companies with credentials
 * that no key opens.
 */
export async function resealSources(sql: Pool, seal: Seal): Promise<number[]> {
  const unreadable = new Set<number>();
  for (const source of await selectSealedSources(sql)) {
    if (seal.isNewest(source.secrets)) continue;
    const context = sourceContext(source.companyId, source.integrationId);
    const opened = seal.open(source.secrets, context);
    if (opened === undefined) unreadable.add(source.companyId);
    else await replaceSealed(sql, source, seal.close(opened, context));
  }
  return [...unreadable];
}
