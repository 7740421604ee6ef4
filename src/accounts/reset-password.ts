import { type Actor, recordChange } from '../domain/audit/record-change.ts';
import type { MailTokens } from '../domain/mail-queue/mail-tokens.ts';
import type { Transaction } from '../platform/db/types.ts';
import { refused } from '../platform/refusals.ts';
import { RESET_HOURS } from './invitations-sql.ts';
import { requireStillAdmin, requireUser } from './require-user.ts';
import { sendInvitation } from './send-invitation.ts';
import { lockUsers } from './users-sql.ts';
import { usesProviderOnly } from './ways-in-sql.ts';

/**
 * Creates a link for setting a new password, and mails it if mail is set up. The link is an invitation of an existing
 * user. The old password works until the link is used.
 */
export async function resetPassword(
  tx: Transaction,
  companyId: number,
  userId: number,
  actor: Actor,
  mailTokens: MailTokens | undefined,
): Promise<{ id: number; token: string }> {
  const users = await lockUsers(tx, companyId);
  requireStillAdmin(users, actor);
  if (await usesProviderOnly(tx, companyId)) throw refused('only-through-provider');
  const { email, role } = requireUser(users, userId);
  const sent = { email, role, validHours: RESET_HOURS, userId };
  const invitation = await sendInvitation(tx, companyId, actor, sent, mailTokens);
  await recordChange(tx, companyId, {
    actor,
    action: 'password-reset-offered',
    subject: { type: 'portal-user', id: userId },
  });
  return invitation;
}
