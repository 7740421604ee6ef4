import { recordChange } from '../audit/record-change.ts';
import type { Pool, Transaction } from '../db/types.ts';
import { AppError } from '../errors.ts';
import { NOBODYS_HASH, verifyPassword } from './password.ts';
import { deleteSession, insertSession, markSignedIn } from './sessions-sql.ts';
import { findUserByEmail, type SignInUser } from './sql.ts';
import { type Attempt, countAttempt, forgiveAttempt } from './throttle.ts';
import { digestOfToken, newToken } from './token.ts';

/** Returns the token of the new session. */
export async function signIn(
  sql: Pool,
  attempt: Attempt & { password: string; earlierToken: string | undefined },
): Promise<string> {
  await countAttempt(sql, attempt);
  const user = await findUserByEmail(sql, attempt.email);
  const isRight = await verifyPassword(attempt.password, user?.passwordHash ?? NOBODYS_HASH);
  if (!user || !isRight) throw failed();
  await forgiveAttempt(sql, attempt);
  return await sql.begin((tx) => beginSession(tx, user, attempt.earlierToken));
}

/** Ends the browser's earlier session (session fixation). */
export async function beginSession(
  tx: Transaction,
  user: Pick<SignInUser, 'id' | 'companyId' | 'passwordHash'>,
  earlierToken?: string,
): Promise<string> {
  if (earlierToken !== undefined) await deleteSession(tx, digestOfToken(earlierToken));
  const token = newToken();
  if (!(await insertSession(tx, user, digestOfToken(token)))) throw failed();
  await markSignedIn(tx, user.id);
  await recordChange(tx, user.companyId, {
    actor: { type: 'portal-user', id: user.id },
    action: 'signed-in',
    subject: { type: 'portal-user', id: user.id },
  });
  return token;
}

const failed = () => new AppError('sign-in-failed', 'The e-mail address or the password is wrong.');
