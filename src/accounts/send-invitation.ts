import type { Role } from '../domain/access/roles.ts';
import type { Actor } from '../domain/audit/record-change.ts';
import type { MailTokens } from '../domain/mail-queue/mail-tokens.ts';
import { queueMail } from '../domain/mail-queue/queue-mail.ts';
import type { Transaction } from '../platform/db/types.ts';
import { requireMailAllowed } from './count-mail.ts';
import { insertInvitation, withdrawInvitationsOf } from './invitations-sql.ts';
import { digestOfToken, newToken } from './token.ts';

/** The person who gets the link: a new user, or one who sets a new password. */
interface Invited {
  email: string;
  role: Role;
  validHours: number;
  /** Undefined for a new user. */
  userId?: number;
}

/**
 * Creates a link that replaces earlier ones to the same address. Mails it, within the daily limits of docs/mail.md; the operator
 * is not limited. If mail is not set up (no `mailTokens`), the actor passes the link on.
 */
export async function sendInvitation(
  tx: Transaction,
  companyId: number,
  actor: Actor,
  { email, role, validHours, userId }: Invited,
  mailTokens: MailTokens | undefined,
): Promise<{ id: number; token: string }> {
  const invitedBy = actor.type === 'portal-user' ? actor.id : null;
  if (mailTokens && invitedBy !== null)
    await requireMailAllowed(tx, 'account', { companyId, address: email });
  await withdrawInvitationsOf(tx, companyId, email);
  const token = newToken();
  const digest = digestOfToken(token);
  const id = await insertInvitation(tx, companyId, { email, role, digest, invitedBy, validHours });
  if (mailTokens)
    await queueMail(tx, companyId, {
      kind: userId === undefined ? 'invitation' : 'password-reset',
      to: userId === undefined ? { address: email } : { userId },
      about: { invitationId: id },
      sealed: mailTokens.close(token, companyId, id),
    });
  return { id, token };
}
