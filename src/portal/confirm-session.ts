import type { Sql } from '../db/types.ts';
import { verifyPassword } from './password.ts';
import { wrongPassword } from './password-rules.ts';
import { markConfirmed, type PortalSession } from './sessions-sql.ts';
import { findUserByEmail, type SignInUser } from './sql.ts';
import { countAttempt, forgiveAttempt } from './throttle.ts';
import { digestOfToken } from './token.ts';

interface Proof {
  password: string;
  address: string;
  /** Where the form has the password. */
  field: string;
}

/** The password once more, for what a browser that was left open must not be enough for. */
export async function confirmSession(
  sql: Sql,
  session: PortalSession,
  token: string,
  given: { password: string; address: string },
): Promise<void> {
  await provePassword(sql, session, { ...given, field: 'password' });
  await markConfirmed(sql, digestOfToken(token));
}

/** Counted like attempts to sign in: a stolen cookie is no way around them. */
export async function provePassword(
  sql: Sql,
  { email, userId }: PortalSession,
  { password, address, field }: Proof,
): Promise<SignInUser> {
  const attempt = { email, address };
  await countAttempt(sql, attempt);
  const user = await findUserByEmail(sql, email);
  if (user?.id !== userId || !(await verifyPassword(password, user.passwordHash))) throw wrongPassword(field);
  await forgiveAttempt(sql, attempt);
  return user;
}
