import { type Actor, recordChange } from '../domain/audit/record-change.ts';
import type { MailTokens } from '../domain/mail-queue/mail-tokens.ts';
import { queueMail } from '../domain/mail-queue/queue-mail.ts';
import { isPlausibleEmail } from '../domain/person/rules.ts';
import type { Transaction } from '../platform/db/types.ts';
import { AppError } from '../platform/errors.ts';
import { refused } from '../platform/refusals.ts';
import { requireMailAllowed } from './count-mail.ts';
import { findUserOf, INVITATION_HOURS, insertInvitation, withdrawInvitationsOf } from './invitations-sql.ts';
import { requireStillAdmin } from './require-user.ts';
import { digestOfToken, newToken } from './token.ts';
import { lockUsers, type Role } from './users-sql.ts';

/**
 * Mails the link, within the daily limits of docs/mail.md; the operator is not limited. If mail is not set up (no
 * `mailTokens`), the inviting user passes the link on.
 */
export async function inviteUser(
  tx: Transaction,
  companyId: number,
  actor: Actor,
  invited: { email: string; role: Role },
  mailTokens: MailTokens | undefined,
): Promise<{ id: number; token: string }> {
  const email = invited.email.trim();
  if (!isPlausibleEmail(email)) throw implausible();
  if ((await findUserOf(tx, companyId, email)) !== undefined) throw refused('address-in-use');
  // Serialises concurrent invitations, so that the later one replaces the earlier one.
  requireStillAdmin(await lockUsers(tx, companyId), actor);
  if (mailTokens && actor.type === 'portal-user')
    await requireMailAllowed(tx, 'account', { companyId, address: email });
  await withdrawInvitationsOf(tx, companyId, email);
  const token = newToken();
  const id = await insertInvitation(tx, companyId, {
    email,
    role: invited.role,
    digest: digestOfToken(token),
    invitedBy: actor.type === 'portal-user' ? actor.id : null,
    validHours: INVITATION_HOURS,
  });
  await recordChange(tx, companyId, {
    actor,
    action: 'portal-user-invited',
    subject: { type: 'portal-invitation', id },
    details: { role: invited.role },
  });
  if (mailTokens)
    await queueMail(tx, companyId, {
      kind: 'invitation',
      to: { address: email },
      about: { invitationId: id },
      sealed: mailTokens.close(token, companyId, id),
    });
  return { id, token };
}

function implausible(): AppError {
  const message = 'must look like name@example.com';
  return new AppError('invalid-values', `The e-mail address ${message}.`, {
    errors: [{ in: 'body', pointer: '/email', code: 'malformed', message }],
  });
}

/** Browsers do not send the fragment after `#`, so the token appears in no log and no referrer. */
export function invitationLink(baseUrl: string, token: string): string {
  return `${baseUrl}/portal/invitation#${token}`;
}
