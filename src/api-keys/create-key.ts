import { type Actor, recordChange } from '../audit/record-change.ts';
import type { Environment } from '../config.ts';
import type { Sql } from '../db/types.ts';
import type { Permission } from './permissions.ts';
import { digestOf, newPassword, newUsername } from './secret.ts';
import { insertKey, type KeyRecord, putSecret } from './sql.ts';

interface NewKey {
  environment: Environment;
  name: string;
  permissions: readonly Permission[];
  expiresAt?: Date | null;
}

/** Only the result contains the password; its digest is stored. */
export async function createKey(
  sql: Sql,
  companyId: number,
  actor: Actor,
  key: NewKey,
): Promise<KeyRecord & { password: string }> {
  const password = newPassword();
  const record = await insertKey(sql, companyId, {
    ...key,
    username: newUsername(key.environment),
    permissions: [...new Set(key.permissions)],
    expiresAt: key.expiresAt ?? null,
  });
  await putSecret(sql, record.id, digestOf(password), 0);
  await recordChange(sql, companyId, {
    actor,
    action: 'api-key-created',
    subject: { type: 'api-key', id: record.id },
    details: { permissions: record.permissions },
  });
  return { ...record, password };
}
