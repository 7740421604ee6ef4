import { type Actor, recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/types.ts';
import { AppError } from '../errors.ts';
import { isPlausibleEmail } from '../person/rules.ts';
import { refused } from '../refusals.ts';
import { findUserOf, insertInvitation, withdrawInvitationsOf } from './invitations-sql.ts';
import { lockUsers, type Role } from './sql.ts';
import { digestOfToken, newToken } from './token.ts';

/** There is no mail: whoever invites hands the link over. The token is in the result and nowhere else. */
export async function inviteUser(
  tx: Transaction,
  companyId: number,
  actor: Actor,
  invited: { email: string; role: Role },
): Promise<{ id: number; token: string }> {
  const email = invited.email.trim();
  if (!isPlausibleEmail(email)) throw implausible();
  if ((await findUserOf(tx, companyId, email)) !== undefined) throw refused('address-in-use');
  // So that of two at the same moment the later takes the place of the earlier.
  await lockUsers(tx, companyId);
  await withdrawInvitationsOf(tx, companyId, email);
  const token = newToken();
  const id = await insertInvitation(tx, companyId, {
    email,
    role: invited.role,
    digest: digestOfToken(token),
    invitedBy: actor.type === 'portal-user' ? actor.id : null,
  });
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

/** Behind the `#`, which browsers send to nobody: the token is in no log and in no referrer. */
export function invitationLink(baseUrl: string, token: string): string {
  return `${baseUrl}/portal/invitation#${token}`;
}
