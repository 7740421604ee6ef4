import type { Role } from '../domain/access/roles.ts';
import type { NoticeWish } from '../domain/mail-queue/notices.ts';
import type { Sql } from '../platform/db/types.ts';

/** A session ends after two idle hours, and after twelve hours in any case. */
const IDLE_SECONDS = 2 * 60 * 60;
const MAX_SECONDS = 12 * 60 * 60;
/** How long a confirmed password allows protected actions. */
const CONFIRMED_SECONDS = 5 * 60;
/** The last use is written at most once a minute, because a page makes many requests. */
const SEEN_EVERY_SECONDS = 60;

/** At most this many per user. Signing in once more ends the session that was used least recently. */
const MAX_SESSIONS = 20;

/** Where a user signs in. */
export interface Client {
  address: string;
  /** As the browser calls itself. */
  browser: string | null;
}

export interface PortalSession {
  userId: number;
  email: string;
  role: Role;
  /** Which mails the user wants while being an admin. */
  notices: NoticeWish;
  companyId: number;
  companyName: string;
  locale: string;
  timeZone: string;
  businessDate: string;
  expiresAt: Date;
  /** Null if the password was not confirmed recently. */
  confirmedUntil: Date | null;
  /** False if the user signs in through the identity provider or with a passkey only. */
  hasPassword: boolean;
  hasPasskey: boolean;
  /** Whether the company requires a passkey of this user. A sign-in through its provider counts as both factors. */
  requiresPasskey: boolean;
  /** Whether the session began through the company's identity provider. */
  throughProvider: boolean;
}

/** Returns nothing if the password or the user has changed since the hash was compared. */
export async function insertSession(
  sql: Sql,
  user: { id: number; passwordHash?: string },
  digest: Buffer,
  session: { client: Client; throughProvider: boolean; isConfirmed: boolean },
): Promise<boolean> {
  const { client, throughProvider, isConfirmed } = session;
  const { count } = await sql`
    insert into portal_sessions (token_digest, user_id, expires_at, confirmed_at, browser, address, through_provider)
    select ${digest}, id, now() + make_interval(secs => ${IDLE_SECONDS}), ${isConfirmed ? sql`now()` : null}, ${client.browser},
      ${client.address}, ${throughProvider}
    from portal_users
    where id = ${user.id} and removed_at is null
      ${user.passwordHash === undefined ? sql`` : sql`and password_hash = ${user.passwordHash}`}
    for share`;
  if (count === 0) return false;
  await sql`
    delete from portal_sessions
    where user_id = ${user.id} and token_digest <> ${digest} and token_digest not in (
      select token_digest from portal_sessions where user_id = ${user.id} and token_digest <> ${digest}
      order by last_seen_at desc, id desc limit ${MAX_SESSIONS - 1})`;
  return true;
}

export interface OwnSession extends Client {
  id: number;
  createdAt: Date;
  lastSeenAt: Date;
  /** Whether the request came with this session. */
  isCurrent: boolean;
}

export async function selectSessionsOf(sql: Sql, userId: number, digest: Buffer): Promise<OwnSession[]> {
  return await sql<OwnSession[]>`
    select id, coalesce(address, '') as address, browser, created_at as "createdAt", last_seen_at as "lastSeenAt",
      token_digest = ${digest} as "isCurrent"
    from portal_sessions where user_id = ${userId} and expires_at > now()
    order by last_seen_at desc, id desc`;
}

/** Ends one other session of the user, or all others. Returns their number. */
export async function deleteOtherSessions(
  sql: Sql,
  userId: number,
  digest: Buffer,
  id?: number,
): Promise<number> {
  const { count } = await sql`
    delete from portal_sessions
    where user_id = ${userId} and token_digest <> ${digest} ${id === undefined ? sql`` : sql`and id = ${id}`}`;
  return count;
}

export async function selectSession(
  sql: Sql,
  digest: Buffer,
): Promise<(PortalSession & { isStale: boolean }) | undefined> {
  const [session] = await sql<(PortalSession & { isStale: boolean })[]>`
    select u.id as "userId", u.email, u.role, u.notices, c.id as "companyId", c.name as "companyName", c.locale,
      c.time_zone as "timeZone", business_date(c.time_zone, c.clock_frozen_on) as "businessDate",
      s.expires_at as "expiresAt",
      case when s.confirmed_at > now() - make_interval(secs => ${CONFIRMED_SECONDS})
        then s.confirmed_at + make_interval(secs => ${CONFIRMED_SECONDS}) end as "confirmedUntil",
      exists (select from portal_passkeys where company_id = u.company_id and user_id = u.id) as "hasPasskey",
      u.password_hash is not null as "hasPassword",
      c.require_passkeys and not s.through_provider as "requiresPasskey", s.through_provider as "throughProvider",
      s.last_seen_at < now() - make_interval(secs => ${SEEN_EVERY_SECONDS}) as "isStale"
    from portal_sessions s
    join portal_users u on u.id = s.user_id and u.removed_at is null
    join companies c on c.id = u.company_id
    where s.token_digest = ${digest} and s.expires_at > now()`;
  return session;
}

export async function touchSession(sql: Sql, digest: Buffer): Promise<void> {
  await sql`
    update portal_sessions set last_seen_at = now(),
      expires_at = least(created_at + make_interval(secs => ${MAX_SECONDS}), now() + make_interval(secs => ${IDLE_SECONDS}))
    where token_digest = ${digest} and expires_at > now()`;
}

export async function markConfirmed(sql: Sql, digest: Buffer): Promise<void> {
  await sql`update portal_sessions set confirmed_at = now() where token_digest = ${digest}`;
}

export async function deleteSession(sql: Sql, digest: Buffer): Promise<boolean> {
  const { count } = await sql`delete from portal_sessions where token_digest = ${digest}`;
  return count === 1;
}

/** Ends the user's sessions, and sign-ins that wait for a passkey. */
export async function deleteSessionsOf(sql: Sql, companyId: number, userId: number): Promise<void> {
  await sql`delete from portal_sessions where user_id = ${userId}`;
  await sql`delete from portal_sign_ins where company_id = ${companyId} and user_id = ${userId}`;
}

export async function markSignedIn(sql: Sql, userId: number): Promise<void> {
  await sql`update portal_users set last_signed_in_at = now() where id = ${userId}`;
}
