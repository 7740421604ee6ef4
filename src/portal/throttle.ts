import { hash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Sql } from '../db/types.ts';
import { AppError } from '../errors.ts';

const WINDOW_SECONDS = 15 * 60;
/** Attempts per user: about a thousand a day, against passwords of at least twelve characters. */
const MOST_PER_USER = 10;
/** Attempts per IP address. A whole company may share one address. */
const MOST_PER_ADDRESS = 50;
/** Challenges for sign-ins without a password, per IP address. Each is a row for some minutes. */
const MOST_CHALLENGES = 300;

/**
 * Whose password or passkey is tried, and by whom. Strangers are counted by the user, apart for passwords and passkeys:
 * guesses at the password do not lock out the passkey; or by the e-mail address that no user has. A
 * browser in which the user has signed in before, and a session that asks for the password again, are counted apart:
 * strangers cannot lock them out.
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
  return await count(sql, await subjectOf(sql, attempt), MOST_PER_USER);
}

/** For the network address of a stranger. A blocked address counts for no user. */
export async function countAddress(sql: Sql, address: string): Promise<void> {
  const wait = await count(sql, addressSubject(address), MOST_PER_ADDRESS);
  if (wait !== undefined) throw triedTooOften(wait);
}

/** For visitors who begin to sign in with a passkey. */
export async function countChallenge(sql: Sql, address: string): Promise<void> {
  const subject = hash('sha256', `challenge ${networkOf(address)}`, 'buffer');
  const wait = await count(sql, subject, MOST_CHALLENGES);
  if (wait !== undefined) throw triedTooOften(wait);
}

export function triedTooOften(retryAfterSeconds: number): AppError {
  return new AppError('too-many-requests', 'This has been tried too often. Please try again later.', {
    retryAfterSeconds,
  });
}

/**
 * After the correct password. The window stays: it ends together with that of another user of the same e-mail address,
 * so that the end tells nobody of the other.
 */
export async function forgetAttempts(sql: Sql, attempt: Attempt): Promise<void> {
  await sql`update portal_attempts set attempts = 0 where subject = ${await subjectOf(sql, attempt)}`;
}

/** Takes one attempt back that was not compared. */
export async function takeBack(sql: Sql, attempt: Attempt): Promise<void> {
  await uncount(sql, await subjectOf(sql, attempt));
}

export async function takeBackAddress(sql: Sql, address: string): Promise<void> {
  await uncount(sql, addressSubject(address));
}

/** A refused attempt is not counted. */
async function count(sql: Sql, subject: Buffer, most: number): Promise<number | undefined> {
  const [row] = await sql<{ attempts: number; seconds: number }[]>`
    insert into portal_attempts as a (subject, attempts, window_ends_at)
    values (${subject}, 1, now() + make_interval(secs => ${WINDOW_SECONDS}))
    on conflict (subject) do update set
      attempts = case when a.window_ends_at <= now() then 1 else least(a.attempts, ${most}) + 1 end,
      window_ends_at = case when a.window_ends_at <= now() then excluded.window_ends_at else a.window_ends_at end
    returning attempts, ceil(extract(epoch from window_ends_at - now()))::int as seconds`;
  return row && row.attempts > most ? Math.max(1, row.seconds) : undefined;
}

async function uncount(sql: Sql, subject: Buffer): Promise<void> {
  await sql`
    update portal_attempts set attempts = attempts - 1 where subject = ${subject} and attempts > 0`;
}

async function subjectOf(sql: Sql, attempt: Attempt): Promise<Buffer> {
  switch (attempt.on) {
    case 'unknown-email':
      return await emailSubject(sql, attempt.email);
    case 'known-browser':
      return hash('sha256', `browser ${attempt.browser}`, 'buffer');
    case 'user':
    case 'passkey':
    case 'session':
      return hash('sha256', `${attempt.on} ${attempt.userId}`, 'buffer');
  }
}

async function emailSubject(sql: Sql, email: string): Promise<Buffer> {
  const [row] = await sql<{ normal: string }[]>`select normal_email(${email}) as normal`;
  return hash('sha256', `email ${row?.normal}`, 'buffer');
}

function addressSubject(address: string): Buffer {
  return hash('sha256', `address ${networkOf(address)}`, 'buffer');
}

/** IPv6 addresses count by their first 64 bits; a visitor can choose the rest. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? 0 : tail.split(':').length;
  const zeros = tail === undefined ? 0 : 8 - groups.length - after;
  const all = [...groups, ...Array.from({ length: zeros }, () => '0'), ...(tail ? tail.split(':') : [])];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
