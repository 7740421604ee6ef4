import { recordChange } from '../audit/record-change.ts';
import type { Pool, Transaction } from '../db/types.ts';
import { AppError } from '../errors.ts';
import type { KnownBrowser } from './known-browser.ts';
import { NOBODYS_HASH, verifyPassword } from './password.ts';
import { deleteSession, insertSession, markSignedIn } from './sessions-sql.ts';
import { findUserByEmail, type SignInUser } from './sql.ts';
import { countAttempt, forgiveAttempt } from './throttle.ts';
import { digestOfToken, newToken } from './token.ts';

interface Credentials {
  email: string;
  password: string;
  address: string;
  earlierToken: string | undefined;
  /** The user who has signed in with this browser before. */
  knownBrowser: KnownBrowser | undefined;
}

/** Returns the token of the new session, and the user who signed in. */
export async function signIn(sql: Pool, given: Credentials): Promise<{ token: string; userId: number }> {
  const { email, address, knownBrowser } = given;
  const user = await findUserByEmail(sql, email);
  const attempt =
    user && knownBrowser?.userId === user.id
      ? ({ by: 'known-browser', browser: knownBrowser.browser } as const)
      : ({ by: 'stranger', email, address } as const);
  await countAttempt(sql, attempt);
  const isRight = await verifyPassword(given.password, user?.passwordHash ?? NOBODYS_HASH);
  if (!user || !isRight) throw failed();
  await forgiveAttempt(sql, attempt);
  const token = await sql.begin((tx) => beginSession(tx, user, given.earlierToken));
  return { token, userId: user.id };
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
