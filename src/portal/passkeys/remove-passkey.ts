import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/types.ts';
import { notFound } from '../../errors.ts';
import { refused } from '../../refusals.ts';
import type { PortalSession } from '../sessions-sql.ts';
import { deletePasskey, lockUser, selectPasskeys } from './sql.ts';

/** Removes one passkey of the signed-in user. */
export async function removePasskey(
  tx: Transaction,
  { companyId, userId }: PortalSession,
  id: number,
): Promise<void> {
  const user = await lockUser(tx, companyId, userId);
  if (!user || !(await deletePasskey(tx, companyId, userId, id))) throw notFound();
  if (user.requiresPasskey && (await selectPasskeys(tx, companyId, userId)).length === 0)
    throw refused('last-passkey');
  await recordChange(tx, companyId, {
    actor: { type: 'portal-user', id: userId },
    action: 'passkey-removed',
    subject: { type: 'portal-user', id: userId },
    details: { passkeyId: id },
  });
}
