import type { Sql } from '../platform/db/types.ts';
import { verifyPassword } from '../platform/password.ts';
import { wrongPassword } from './password-rules.ts';
import { markConfirmed, type PortalSession } from './sessions-sql.ts';
import { countAttempt, forgetAttempts, takeBack, triedTooOften } from './throttle.ts';
import { digestOfToken } from './token.ts';
import { findUser, type SignInUser } from './users-sql.ts';

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
  { companyId, userId }: PortalSession,
  { password, field }: Proof,
): Promise<SignInUser> {
  const attempt = { on: 'session', userId } as const;
  const wait = await countAttempt(sql, attempt);
  if (wait !== undefined) throw triedTooOften(wait);
  const user = await findUser(sql, companyId, userId);
  const isRight = user?.passwordHash && (await verifyCounted(sql, attempt, password, user.passwordHash));
  if (!isRight) throw wrongPassword(field);
  await forgetAttempts(sql, attempt);
  return user;
}

async function verifyCounted(
  sql: Sql,
  attempt: { on: 'session'; userId: number },
  password: string,
  passwordHash: string,
): Promise<boolean> {
  try {
    return await verifyPassword(password, passwordHash, `user ${attempt.userId}`);
  } catch (error) {
    // The server is busy: nothing was compared, so nothing counts.
    await takeBack(sql, attempt);
    throw error;
  }
}
