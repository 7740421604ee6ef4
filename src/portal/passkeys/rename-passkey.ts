import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/types.ts';
import { notFound } from '../../errors.ts';
import type { PortalSession } from '../sessions-sql.ts';
import { updateName } from './sql.ts';

export async function renamePasskey(
  tx: Transaction,
  { companyId, userId }: PortalSession,
  passkey: { id: number; name: string },
): Promise<void> {
  if (!(await updateName(tx, companyId, userId, passkey))) throw notFound();
  await recordChange(tx, companyId, {
    actor: { type: 'portal-user', id: userId },
    action: 'passkey-renamed',
    subject: { type: 'portal-user', id: userId },
    details: { passkeyId: passkey.id },
  });
}
