import type { Sql } from '../db/types.ts';
import { verifyPassword } from './password.ts';
import { wrongPassword } from './password-rules.ts';
import { markConfirmed, type PortalSession } from './sessions-sql.ts';
import { findUserByEmail, type SignInUser } from './sql.ts';
import { countAttempt, forgiveAttempt } from './throttle.ts';
import { digestOfToken } from './token.ts';

interface Proof {
  password: string;
  /** The form field of the password. */
  field: string;
}

/** Asks for the password again before actions that an unattended browser must not allow. */
export async function confirmSession(
  sql: Sql,
  session: PortalSession,
  token: string,
  given: { password: string },
): Promise<void> {
  await provePassword(sql, session, { ...given, field: 'password' });
  await markConfirmed(sql, digestOfToken(token));
}

/** Counted, so that a stolen cookie does not allow guessing. */
export async function provePassword(
  sql: Sql,
  { email, userId }: PortalSession,
  { password, field }: Proof,
): Promise<SignInUser> {
  const attempt = { by: 'session', userId } as const;
  await countAttempt(sql, attempt);
  const user = await findUserByEmail(sql, email);
  if (user?.id !== userId || !(await verifyPassword(password, user.passwordHash))) throw wrongPassword(field);
  await forgiveAttempt(sql, attempt);
  return user;
}
