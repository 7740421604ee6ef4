import { recordChange } from '../domain/audit/record-change.ts';
import type { Pool, Sql, Transaction } from '../platform/db/types.ts';
import { AppError, notFound } from '../platform/errors.ts';
import { networkOf } from '../platform/network-of.ts';
import { hashPassword } from '../platform/password.ts';
import { continueSignIn, type NextStep } from './continue-sign-in.ts';
import { storeUser } from './create-user.ts';
import {
  findUserOf,
  markAccepted,
  type OfferedInvitation,
  selectInvitationByToken,
  withdrawLinksOfUser,
} from './invitations-sql.ts';
import { checkPassword } from './password-rules.ts';
import { type Client, deleteSessionsOf } from './sessions-sql.ts';
import { countAddress } from './throttle.ts';
import { digestOfToken } from './token.ts';
import { updatePassword } from './users-sql.ts';

export async function readInvitation(sql: Sql, token: string, address: string): Promise<OfferedInvitation> {
  await countAddress(sql, address);
  return await requireOpen(sql, token, { lock: false });
}

/** Sets the invited user's password and signs in. An existing user who has a passkey is asked for it. */
export async function acceptInvitation(
  sql: Pool,
  given: { token: string; password: string; client: Client; earlierToken: string | undefined },
): Promise<NextStep> {
  await countAddress(sql, given.client.address);
  const { email, companyName } = await requireOpen(sql, given.token, { lock: false });
  await checkPassword(given.password, { email, companyName });
  // Hashed before the lock is taken, because hashing is slow.
  const passwordHash = await hashPassword(given.password, networkOf(given.client.address));
  return await sql.begin(async (tx) => {
    const invitation = await requireOpen(tx, given.token, { lock: true });
    const { companyId } = invitation;
    await markAccepted(tx, companyId, invitation.id);
    const id = await becomeUser(tx, invitation, passwordHash);
    await recordChange(tx, companyId, {
      actor: { type: 'portal-user', id },
      action: 'portal-invitation-accepted',
      subject: { type: 'portal-invitation', id: invitation.id },
    });
    return await continueSignIn(tx, { id, companyId, passwordHash }, 'password', given);
  });
}

/** Creates the user, or sets a new password for an existing user, whose role stays. */
async function becomeUser(
  tx: Transaction,
  { companyId, email, role }: OfferedInvitation,
  passwordHash: string,
): Promise<number> {
  const existing = await findUserOf(tx, companyId, email);
  if (existing === undefined)
    return (await storeUser(tx, companyId, { type: 'system' }, { email, role, passwordHash })).id;
  await updatePassword(tx, companyId, existing, passwordHash);
  await deleteSessionsOf(tx, companyId, existing);
  await withdrawLinksOfUser(tx, companyId, existing);
  return existing;
}

async function requireOpen(sql: Sql, token: string, options: { lock: boolean }): Promise<OfferedInvitation> {
  const invitation = await selectInvitationByToken(sql, digestOfToken(token), options);
  if (!invitation) throw notFound();
  if (!invitation.isOpen)
    throw new AppError(
      'link-expired',
      'This invitation has been used or withdrawn, or is too old. Ask for a new one.',
    );
  return invitation;
}
