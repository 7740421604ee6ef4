import { type Actor, recordChange } from '../domain/audit/record-change.ts';
import type { MailTokens } from '../domain/mail-queue/mail-tokens.ts';
import { queueMail } from '../domain/mail-queue/queue-mail.ts';
import type { Transaction } from '../platform/db/types.ts';
import { refused } from '../platform/refusals.ts';
import { requireMailAllowed } from './count-mail.ts';
import { insertInvitation, RESET_HOURS, withdrawInvitationsOf } from './invitations-sql.ts';
import { requireStillAdmin, requireUser } from './require-user.ts';
import { digestOfToken, newToken } from './token.ts';
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
  if (mailTokens && actor.type === 'portal-user')
    await requireMailAllowed(tx, 'account', { companyId, address: email });
  await withdrawInvitationsOf(tx, companyId, email);
  const token = newToken();
  const id = await insertInvitation(tx, companyId, {
    email,
    role,
    digest: digestOfToken(token),
    invitedBy: actor.type === 'portal-user' ? actor.id : null,
    validHours: RESET_HOURS,
  });
  await recordChange(tx, companyId, {
    actor,
    action: 'password-reset-offered',
    subject: { type: 'portal-user', id: userId },
  });
  if (mailTokens)
    await queueMail(tx, companyId, {
      kind: 'password-reset',
      to: { userId },
      about: { invitationId: id },
      sealed: mailTokens.close(token, companyId, id),
    });
  return { id, token };
}
