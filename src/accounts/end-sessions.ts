import { recordChange } from '../domain/audit/record-change.ts';
import type { Transaction } from '../platform/db/types.ts';
import { notFound } from '../platform/errors.ts';
import { deleteOtherSessions, type PortalSession } from './sessions-sql.ts';
import { digestOfToken } from './token.ts';

/** Ends one other session of the signed-in user, or all others. */
export async function endSessions(
  tx: Transaction,
  { companyId, userId }: PortalSession,
  token: string,
  id?: number,
): Promise<void> {
  const ended = await deleteOtherSessions(tx, userId, digestOfToken(token), id);
  if (ended === 0 && id !== undefined) throw notFound();
  if (ended === 0) return;
  await recordChange(tx, companyId, {
    actor: { type: 'portal-user', id: userId },
    action: 'sessions-ended',
    subject: { type: 'portal-user', id: userId },
    details: { ended },
  });
}
