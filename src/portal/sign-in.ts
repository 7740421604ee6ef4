import { recordChange } from '../audit/record-change.ts';
import type { Pool, Transaction } from '../db/types.ts';
import { AppError } from '../errors.ts';
import type { KnownBrowser } from './known-browser.ts';
import { NOBODYS_HASH, verifyPassword } from './password.ts';
import { type Client, deleteSession, insertSession, markSignedIn } from './sessions-sql.ts';
import { findUsersByEmail, type SignInUser } from './sql.ts';
import {
  type Attempt,
  countAddress,
  countAttempt,
  forgetAttempts,
  takeBack,
  takeBackAddress,
  triedTooOften,
} from './throttle.ts';
import { digestOfToken, newToken } from './token.ts';

interface Credentials {
  email: string;
  password: string;
  client: Client;
  /** The company that the person has chosen. */
  companyId: number | undefined;
  earlierToken: string | undefined;
  /** The user who has signed in with this browser before. */
  knownBrowser: KnownBrowser | undefined;
}

export type SignedIn =
  | { token: string; userId: number }
  /** The password is that of users of several companies: the person has to choose one. */
  | { companies: { id: number; name: string }[] };

export async function signIn(sql: Pool, given: Credentials): Promise<SignedIn> {
  const users = (await findUsersByEmail(sql, given.email)).filter(
    ({ companyId }) => given.companyId === undefined || companyId === given.companyId,
  );
  const found = await usersWithPassword(sql, users, given);
  const [user] = found;
  if (!user) throw failed();
  if (found.length > 1)
    return { companies: found.map(({ companyId, companyName }) => ({ id: companyId, name: companyName })) };
  const token = await sql.begin((tx) => beginSession(tx, user, given.client, given.earlierToken));
  return { token, userId: user.id };
}

/** Checks the password of each user, unless it has been tried too often. */
async function usersWithPassword(
  sql: Pool,
  users: readonly SignInUser[],
  { email, password, client, knownBrowser }: Credentials,
): Promise<SignInUser[]> {
  const isKnown = users.some(({ id }) => id === knownBrowser?.userId);
  if (!isKnown) await countAddress(sql, client.address);
  const attemptOn = ({ id }: SignInUser): Attempt =>
    knownBrowser?.userId === id
      ? { on: 'known-browser', browser: knownBrowser.browser }
      : { on: 'user', userId: id };
  const waits: number[] = [];
  const found: SignInUser[] = [];
  const others: SignInUser[] = [];
  for (const user of users) {
    const wait = await countAttempt(sql, attemptOn(user));
    if (wait !== undefined) waits.push(wait);
    else ((await verifyPassword(password, user.passwordHash)) ? found : others).push(user);
  }
  if (users.length === 0) {
    const wait = await countAttempt(sql, { on: 'unknown-email', email });
    if (wait !== undefined) waits.push(wait);
    else await verifyPassword(password, NOBODYS_HASH);
  }
  if (found.length === 0) {
    for (const user of others) await recordFailure(sql, user, client);
    if (waits.length > 0) throw triedTooOften(Math.max(...waits));
    return [];
  }
  for (const user of found) await forgetAttempts(sql, attemptOn(user));
  for (const user of others) await takeBack(sql, attemptOn(user));
  if (!isKnown) await takeBackAddress(sql, client.address);
  return found;
}

/** Ends the browser's earlier session (session fixation). */
export async function beginSession(
  tx: Transaction,
  user: Pick<SignInUser, 'id' | 'companyId' | 'passwordHash'>,
  client: Client,
  earlierToken?: string,
): Promise<string> {
  if (earlierToken !== undefined) await deleteSession(tx, digestOfToken(earlierToken));
  const token = newToken();
  if (!(await insertSession(tx, user, digestOfToken(token), client))) throw failed();
  await markSignedIn(tx, user.id);
  await recordChange(tx, user.companyId, {
    actor: { type: 'portal-user', id: user.id },
    action: 'signed-in',
    subject: { type: 'portal-user', id: user.id },
    details: { ...client },
  });
  return token;
}

/** Throttled attempts are not recorded, so the log grows by at most ten lines in a quarter of an hour per user. */
async function recordFailure(sql: Pool, user: SignInUser, client: Client): Promise<void> {
  await recordChange(sql, user.companyId, {
    actor: { type: 'system' },
    action: 'sign-in-failed',
    subject: { type: 'portal-user', id: user.id },
    details: { ...client },
  });
}

const failed = () => new AppError('sign-in-failed', 'The e-mail address or the password is wrong.');
