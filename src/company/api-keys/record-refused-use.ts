import { recordChange } from '../../domain/audit/record-change.ts';
import type { Pool } from '../../platform/db/types.ts';
import { knownAddress } from '../../platform/networks.ts';
import { markRefused } from './keys-sql.ts';

/**
 * Records that somebody used the right password from an address that is not allowed. At most one entry per key and ten
 * minutes over all nodes: the holder of a leaked key must not fill the audit log.
 */
export async function recordRefusedUse(
  sql: Pool,
  key: { id: number; companyId: number },
  address: string,
): Promise<void> {
  const known = knownAddress(address);
  await sql.begin(async (tx) => {
    if (!(await markRefused(tx, key.id, known))) return;
    await recordChange(tx, key.companyId, {
      actor: { type: 'api-key', id: key.id },
      action: 'api-key-refused',
      subject: { type: 'api-key', id: key.id },
      details: { address: known },
    });
  });
}
