import { type Actor, recordChange } from '../domain/audit/record-change.ts';
import type { Transaction } from '../platform/db/types.ts';
import { notFound } from '../platform/errors.ts';
import { markWithdrawn } from './invitations-sql.ts';

export async function withdrawInvitation(
  tx: Transaction,
  companyId: number,
  invitationId: number,
  actor: Actor,
): Promise<void> {
  if (!(await markWithdrawn(tx, companyId, invitationId))) throw notFound();
  await recordChange(tx, companyId, {
    actor,
    action: 'portal-invitation-withdrawn',
    subject: { type: 'portal-invitation', id: invitationId },
  });
}
