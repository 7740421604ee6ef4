import { countDown, counterOf, countUp, forgetCounter } from '../platform/db/counters-sql.ts';
import type { Sql } from '../platform/db/types.ts';
import { AppError } from '../platform/errors.ts';
import { RATES } from '../platform/limits.ts';
import { networkOf } from '../platform/network-of.ts';

/**
 * The target of an attempt, and who makes it. Unknown browsers are counted per user, or per e-mail address without a user.
 * Passwords and passkeys are counted separately, so guessing passwords does not lock out the passkey. A browser in which the user
 * has signed in before, and a session that asks for the password again, are also counted separately, so strangers cannot lock
 * them out.
 */
export type Attempt =
  | { on: 'user'; userId: number }
  | { on: 'unknown-email'; email: string }
  | { on: 'passkey'; userId: number }
  | { on: 'known-browser'; browser: string }
  | { on: 'session'; userId: number };

/**
 * Counts before the password is checked, so that concurrent attempts all count. Unknown users are counted too, so that
 * a refusal reveals nothing. Returns the seconds to wait if the password must not be checked.
 */
export async function countAttempt(sql: Sql, attempt: Attempt): Promise<number | undefined> {
  return (await countUp(sql, await subjectOf(sql, attempt), RATES.signInsOfUser)).wait;
}

/** For the network address of a stranger. A blocked address counts for no user. */
export async function countAddress(sql: Sql, address: string): Promise<void> {
  const { wait } = await countUp(sql, addressSubject(address), RATES.signInsOfAddress);
  if (wait !== undefined) throw triedTooOften(wait);
}

/** For visitors who begin to sign in with a passkey. */
export async function countChallenge(sql: Sql, address: string): Promise<void> {
  const { wait } = await countUp(
    sql,
    counterOf(`challenge ${networkOf(address)}`),
    RATES.challengesOfAddress,
  );
  if (wait !== undefined) throw triedTooOften(wait);
}

export function triedTooOften(retryAfterSeconds: number): AppError {
  return new AppError('too-many-requests', 'This has been tried too often. Please try again later.', {
    retryAfterSeconds,
  });
}

/**
 * Resets the count after the correct password. The window stays: it ends together with that of another user of the same e-mail
 * address, so that its end does not reveal the other user.
 */
export async function forgetAttempts(sql: Sql, attempt: Attempt): Promise<void> {
  await forgetCounter(sql, await subjectOf(sql, attempt));
}

/** Takes one attempt back that was not compared. */
export async function takeBack(sql: Sql, attempt: Attempt): Promise<void> {
  await countDown(sql, await subjectOf(sql, attempt));
}

export async function takeBackAddress(sql: Sql, address: string): Promise<void> {
  await countDown(sql, addressSubject(address));
}

async function subjectOf(sql: Sql, attempt: Attempt): Promise<Buffer> {
  switch (attempt.on) {
    case 'unknown-email':
      return await emailSubject(sql, attempt.email);
    case 'known-browser':
      return counterOf(`browser ${attempt.browser}`);
    case 'user':
    case 'passkey':
    case 'session':
      return counterOf(`${attempt.on} ${attempt.userId}`);
  }
}

async function emailSubject(sql: Sql, email: string): Promise<Buffer> {
  const [row] = await sql<{ normal: string }[]>`select normal_email(${email}) as normal`;
  return counterOf(`email ${row?.normal}`);
}

function addressSubject(address: string): Buffer {
  return counterOf(`address ${networkOf(address)}`);
}
