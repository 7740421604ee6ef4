import { recordChange } from '../domain/audit/record-change.ts';
import type { Pool } from '../platform/db/types.ts';
import { hashPassword } from '../platform/password.ts';
import { beginSession } from './begin-session.ts';
import { provePassword } from './confirm-session.ts';
import { withdrawLinksOfUser } from './invitations-sql.ts';
import { deletePasskeysOf } from './passkeys/passkeys-sql.ts';
import { checkPassword } from './password-rules.ts';
import { type Client, deleteSessionsOf, type PortalSession } from './sessions-sql.ts';
import { updatePassword } from './users-sql.ts';

/** Ends all sessions of the user and starts a new one for this browser. Returns its token. */
export async function changePassword(
  sql: Pool,
  session: PortalSession,
  given: {
    currentPassword: string;
    newPassword: string;
    /** Somebody who knew the old password may have added a passkey. */
    removePasskeys: boolean;
    client: Client;
  },
): Promise<string> {
  const { email, companyName } = session;
  await checkPassword(given.newPassword, { email, companyName, field: 'newPassword' });
  const user = await provePassword(sql, session, {
    password: given.currentPassword,
    field: 'currentPassword',
  });
  const passwordHash = await hashPassword(given.newPassword, `user ${user.id}`);
  return await sql.begin(async (tx) => {
    await updatePassword(tx, user.companyId, user.id, passwordHash);
    await deleteSessionsOf(tx, user.companyId, user.id);
    await withdrawLinksOfUser(tx, user.companyId, user.id);
    const removed = given.removePasskeys ? await deletePasskeysOf(tx, user.companyId, user.id) : 0;
    await recordChange(tx, user.companyId, {
      actor: { type: 'portal-user', id: user.id },
      action: 'password-changed',
      subject: { type: 'portal-user', id: user.id },
      details: removed > 0 ? { removedPasskeys: removed } : {},
    });
    return await beginSession(tx, { ...user, passwordHash }, ['password'], given);
  });
}
