import type { Role } from '../domain/access/roles.ts';
import { type Actor, recordChange } from '../domain/audit/record-change.ts';
import type { MailTokens } from '../domain/mail-queue/mail-tokens.ts';
import { isPlausibleEmail } from '../domain/person/rules.ts';
import type { Transaction } from '../platform/db/types.ts';
import { AppError } from '../platform/errors.ts';
import { refused } from '../platform/refusals.ts';
import { findUserOf, INVITATION_HOURS } from './invitations-sql.ts';
import { requireStillAdmin } from './require-user.ts';
import { sendInvitation } from './send-invitation.ts';
import { lockUsers } from './users-sql.ts';

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
  const sent = { email, role: invited.role, validHours: INVITATION_HOURS };
  const { id, token } = await sendInvitation(tx, companyId, actor, sent, mailTokens);
  await recordChange(tx, companyId, {
    actor,
    action: 'portal-user-invited',
    subject: { type: 'portal-invitation', id },
    details: { role: invited.role },
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
