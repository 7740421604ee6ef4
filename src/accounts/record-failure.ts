import { recordChange } from '../domain/audit/record-change.ts';
import type { Sql } from '../platform/db/types.ts';
import type { Factor } from './begin-session.ts';
import type { Client } from './sessions-sql.ts';

/** Throttled attempts are not recorded, so the log grows by at most ten lines in a quarter of an hour per user and factor. */
export async function recordFailure(
  sql: Sql,
  user: { id: number; companyId: number },
  factor: Factor,
  client: Client,
): Promise<void> {
  await recordChange(sql, user.companyId, {
    actor: { type: 'system' },
    action: 'sign-in-failed',
    subject: { type: 'portal-user', id: user.id },
    details: { ...client, factors: [factor] },
  });
}
