import { recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import type { PortalSession } from '../sessions-sql.ts';
import { updateName } from './passkeys-sql.ts';

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
