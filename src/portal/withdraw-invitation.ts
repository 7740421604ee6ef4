import { type Actor, recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/types.ts';
import { notFound } from '../errors.ts';
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
