import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Environment } from '../../platform/config/config.ts';
import type { Sql } from '../../platform/db/types.ts';
import { requireIntegrations } from '../integrations/require-integrations.ts';
import { insertKey, type KeyRecord, lockKey, putSecret } from './keys-sql.ts';
import type { Permission } from './permissions.ts';
import { digestOf, newPassword, newUsername } from './secret.ts';

/** As in the table. */
export const MAX_NETWORKS = 50;

interface NewKey {
  environment: Environment;
  name: string;
  permissions: readonly Permission[];
  expiresAt?: Date | null;
  /** The integrations that the key is restricted to. */
  integrationIds?: readonly number[] | null;
  /** The addresses and networks that it may be used from. */
  allowFrom?: readonly string[] | null;
}

/** Only the result contains the password; its digest is stored. */
export async function createKey(
  sql: Sql,
  companyId: number,
  actor: Actor,
  { integrationIds = null, allowFrom = null, expiresAt = null, ...key }: NewKey,
): Promise<KeyRecord & { password: string }> {
  const password = newPassword();
  const within = integrationIds && [...new Set(integrationIds)];
  if (within) await requireIntegrations(sql, companyId, within);
  const id = await insertKey(sql, companyId, {
    ...key,
    username: newUsername(key.environment),
    permissions: [...new Set(key.permissions)],
    expiresAt,
    integrationIds: within,
    allowFrom,
  });
  await putSecret(sql, id, digestOf(password), 0);
  const record = await lockKey(sql, companyId, id);
  if (!record) throw new Error('the key that was just inserted is not there');
  await recordChange(sql, companyId, {
    actor,
    action: 'api-key-created',
    subject: { type: 'api-key', id },
    details: {
      permissions: record.permissions,
      ...(record.integrationIds && { integrationIds: record.integrationIds.map(String) }),
      ...(record.allowFrom && { allowFrom: record.allowFrom }),
      ...(record.expiresAt && { expiresAt: record.expiresAt.toISOString() }),
    },
  });
  return { ...record, password };
}
