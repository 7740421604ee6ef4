import { recordChange } from '../audit/record-change.ts';
import type { Pool } from '../db/types.ts';
import { provePassword } from './confirm-session.ts';
import { withdrawLinksOfUser } from './invitations-sql.ts';
import { hashPassword } from './password.ts';
import { checkPassword } from './password-rules.ts';
import { type Client, deleteSessionsOf, type PortalSession } from './sessions-sql.ts';
import { beginSession } from './sign-in.ts';
import { updatePassword } from './sql.ts';

/** Ends all sessions of the user and starts a new one for this browser. Returns its token. */
export async function changePassword(
  sql: Pool,
  session: PortalSession,
  given: { currentPassword: string; newPassword: string; client: Client },
): Promise<string> {
  await checkPassword(given.newPassword, { email: session.email, field: 'newPassword' });
  const user = await provePassword(sql, session, {
    password: given.currentPassword,
    field: 'currentPassword',
  });
  const passwordHash = await hashPassword(given.newPassword);
  return await sql.begin(async (tx) => {
    await updatePassword(tx, user.companyId, user.id, passwordHash);
    await deleteSessionsOf(tx, user.id);
    await withdrawLinksOfUser(tx, user.companyId, user.id);
    await recordChange(tx, user.companyId, {
      actor: { type: 'portal-user', id: user.id },
      action: 'password-changed',
      subject: { type: 'portal-user', id: user.id },
    });
    return await beginSession(tx, { ...user, passwordHash }, given.client);
  });
}
