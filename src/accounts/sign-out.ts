import { recordChange } from '../domain/audit/record-change.ts';
import type { Transaction } from '../platform/db/types.ts';
import { deleteSession, type PortalSession } from './sessions-sql.ts';
import { digestOfToken } from './token.ts';

export async function signOut(
  tx: Transaction,
  { companyId, userId }: PortalSession,
  token: string,
): Promise<void> {
  if (!(await deleteSession(tx, digestOfToken(token)))) return;
  await recordChange(tx, companyId, {
    actor: { type: 'portal-user', id: userId },
    action: 'signed-out',
    subject: { type: 'portal-user', id: userId },
  });
}
