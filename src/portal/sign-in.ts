import type { Pool } from '../db/types.ts';
import { signInFailed } from './begin-session.ts';
import { continueSignIn, type NextStep } from './continue-sign-in.ts';
import type { KnownBrowser } from './known-browser.ts';
import { NOBODYS_HASH, verifyPassword } from './password.ts';
import { recordFailure } from './record-failure.ts';
import type { Client } from './sessions-sql.ts';
import { findUsersByEmail, type SignInUser } from './sql.ts';
import {
  type Attempt,
  countAddress,
  countAttempt,
  forgetAttempts,
  networkOf,
  takeBack,
  takeBackAddress,
  triedTooOften,
} from './throttle.ts';

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

/** The password is that of users of several companies: the person has to choose one. */
export interface CompanyToChoose {
  step: 'company';
  companies: { id: number; name: string }[];
}

export async function signIn(sql: Pool, given: Credentials): Promise<NextStep | CompanyToChoose> {
  const users = (await findUsersByEmail(sql, given.email)).filter(
    ({ companyId }) => given.companyId === undefined || companyId === given.companyId,
  );
  const found = await usersWithPassword(sql, users, given);
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

/** Checks the password of each user, unless it has been tried too often. */
async function usersWithPassword(
  sql: Pool,
  users: readonly SignInUser[],
  { email, password, client, knownBrowser }: Credentials,
): Promise<UserWithPassword[]> {
  const isKnown = users.some(({ id }) => id === knownBrowser?.userId);
  if (!isKnown) await countAddress(sql, client.address);
  const attemptOn = ({ id }: SignInUser): Attempt =>
    knownBrowser?.userId === id
      ? { on: 'known-browser', browser: knownBrowser.browser }
      : { on: 'user', userId: id };
  const waits: number[] = [];
  const found: UserWithPassword[] = [];
  const others: SignInUser[] = [];
  /** Undefined if it has been tried too often. */
  const compare = async (attempt: Attempt, passwordHash: string): Promise<boolean | undefined> => {
    const wait = await countAttempt(sql, attempt);
    if (wait !== undefined) {
      waits.push(wait);
      return undefined;
    }
    try {
      return await verifyPassword(password, passwordHash, networkOf(client.address));
    } catch (error) {
      // The server is busy: nothing was compared, so nothing counts.
      await takeBack(sql, attempt);
      if (!isKnown) await takeBackAddress(sql, client.address);
      throw error;
    }
  };
  for (const user of users) {
    const { passwordHash } = user;
    const isRight = await compare(attemptOn(user), passwordHash ?? NOBODYS_HASH);
    if (isRight && passwordHash !== null) found.push({ ...user, passwordHash });
    else if (isRight !== undefined) others.push(user);
  }
  if (users.length === 0) await compare({ on: 'unknown-email', email }, NOBODYS_HASH);
  if (found.length === 0) {
    for (const user of others) await recordFailure(sql, user, 'password', client);
    if (waits.length > 0) throw triedTooOften(Math.max(...waits));
    return [];
  }
  for (const user of found) await forgetAttempts(sql, attemptOn(user));
  for (const user of others) await takeBack(sql, attemptOn(user));
  if (!isKnown) await takeBackAddress(sql, client.address);
  return found;
}
