import type { Pool } from '../platform/db/types.ts';
import { networkOf } from '../platform/network-of.ts';
import { NOBODYS_HASH, verifyPassword } from '../platform/password.ts';
import { signInFailed } from './begin-session.ts';
import { continueSignIn, type NextStep } from './continue-sign-in.ts';
import type { KnownBrowser } from './known-browser.ts';
import { recordFailure } from './record-failure.ts';
import type { Client } from './sessions-sql.ts';
import {
  type Attempt,
  countAddress,
  countAttempt,
  forgetAttempts,
  takeBack,
  takeBackAddress,
  triedTooOften,
} from './throttle.ts';
import { findUsersByEmail, type SignInUser } from './users-sql.ts';

interface Credentials {
  email: string;
  password: string;
  client: Client;
  /** The company that the person has chosen. */
  companyId: number | undefined;
  earlierToken: string | undefined;
  /** The user who has signed in with this browser before. */
  knownBrowser: KnownBrowser | undefined;
  /** Aborts when the client has disconnected, so that no hashes are computed in vain. */
  signal: AbortSignal;
}

/** The password is that of users of several companies: the person has to choose one. */
export interface CompanyToChoose {
  step: 'company';
  companies: { id: number; name: string }[];
}

export async function signIn(sql: Pool, given: Credentials): Promise<NextStep | CompanyToChoose> {
  const users = await findUsersByEmail(sql, given.email);
  // Chosen after the password was compared with all: otherwise the counted attempts would reveal where the address is used.
  const found = (await usersWithPassword(sql, users, given)).filter(
    ({ companyId }) => given.companyId === undefined || companyId === given.companyId,
  );
  const [user] = found;
  if (!user) throw signInFailed();
  if (found.length > 1)
    return {
      step: 'company',
      companies: found.map(({ companyId, companyName }) => ({ id: companyId, name: companyName })),
    };
  return await sql.begin((tx) => continueSignIn(tx, user, 'password', given));
}

type UserWithPassword = SignInUser & { passwordHash: string };

/**
 * An admin can create a user with anybody's e-mail address. If sign-in took one hash for that user, and two if another company has
 * a user with the address too, the time would reveal the other company.
 */
const MIN_HASHES = 2;

/**
 * Checks the password of each user, unless it has been tried too often. A password that is right for one user and wrong
 * for another is a failed attempt on the other: an admin could otherwise guess, as a user of the own company with the
 * same address, without being counted or seen.
 */
async function usersWithPassword(
  sql: Pool,
  users: readonly SignInUser[],
  { email, password, client, knownBrowser, signal }: Credentials,
): Promise<UserWithPassword[]> {
  const isKnown = users.some(({ id }) => id === knownBrowser?.userId);
  if (!isKnown) await countAddress(sql, client.address);
  const attemptOn = ({ id }: SignInUser): Attempt =>
    knownBrowser?.userId === id
      ? { on: 'known-browser', browser: knownBrowser.browser }
      : { on: 'user', userId: id };
  const waits: number[] = [];
  const found: UserWithPassword[] = [];
  let hashes = 0;
  const hash = async (passwordHash: string): Promise<boolean> => {
    hashes++;
    return await verifyPassword(password, passwordHash, networkOf(client.address), signal);
  };
  /** Undefined if it has been tried too often. */
  const compare = async (attempt: Attempt, passwordHash: string): Promise<boolean | undefined> => {
    const wait = await countAttempt(sql, attempt);
    if (wait !== undefined) {
      waits.push(wait);
      return undefined;
    }
    try {
      return await hash(passwordHash);
    } catch (error) {
      // The server is busy, or the client has gone: nothing was compared, so nothing counts.
      await takeBack(sql, attempt);
      if (!isKnown) await takeBackAddress(sql, client.address);
      throw error;
    }
  };
  for (const user of users) {
    const { passwordHash } = user;
    const isRight = await compare(attemptOn(user), passwordHash ?? NOBODYS_HASH);
    if (isRight && passwordHash !== null) found.push({ ...user, passwordHash });
    else if (isRight !== undefined) await recordFailure(sql, user, 'password', client);
  }
  if (users.length === 0) await compare({ on: 'unknown-email', email }, NOBODYS_HASH);
  while (hashes > 0 && hashes < MIN_HASHES) await hash(users[0]?.passwordHash ?? NOBODYS_HASH);
  // Only if no password was compared: otherwise the refusal would reveal that another company has the address, too.
  if (hashes === 0) throw triedTooOften(Math.max(...waits));
  if (found.length === 0) return [];
  for (const user of found) await forgetAttempts(sql, attemptOn(user));
  if (!isKnown) await takeBackAddress(sql, client.address);
  return found;
}
