import { recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';
import type { PortalSession } from '../sessions-sql.ts';
import { deletePasskey, lockUser, selectPasskeys } from './passkeys-sql.ts';

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
