import { isAdminNow } from '../domain/access/rights-sql.ts';
import type { Role } from '../domain/access/roles.ts';
import type { NoticeWish } from '../domain/mail-queue/notices.ts';
import type { Fragment } from '../platform/db/fragments.ts';
import type { Sql } from '../platform/db/types.ts';

export interface UserRecord {
  id: number;
  email: string;
  role: Role;
}

/**
 * Returns nothing if the company has a user with this e-mail address. A removed user who comes back keeps the same
 * id.
 */
export async function insertUser(
  sql: Sql,
  companyId: number,
  user: { email: string; role: Role; passwordHash: string | null },
): Promise<UserRecord | undefined> {
  const [record] = await sql<UserRecord[]>`
    insert into portal_users (company_id, email, role, password_hash)
    values (${companyId}, ${user.email}, ${user.role}, ${user.passwordHash})
    on conflict (company_id, email_normal) do update
    set email = excluded.email, role = excluded.role, password_hash = excluded.password_hash, removed_at = null, notices = default, last_signed_in_at = null, updated_at = now()
    where portal_users.removed_at is not null
    returning id, email, role`;
  return record;
}

export interface User extends UserRecord {
  createdAt: Date;
  lastSignedInAt: Date | null;
  /** The number of passkeys. */
  passkeys: number;
  /** Working API keys of which the user made the latest password. They outlive the user. */
  keys: number;
  /** Webhooks whose address the user entered. They outlive the user. */
  webhooks: number;
  /** HR systems that the user connected, or for whose files the user made the password. They outlive the user. */
  sources: number;
  /** Whether the user entered the present identity provider. Those who run it can sign in as other users. */
  enteredProvider: boolean;
}

export async function selectUsers(sql: Sql, companyId: number): Promise<User[]> {
  const keyMakers = await selectKeyMakers(sql, companyId);
  const webhookMakers = await selectWebhookMakers(sql, companyId);
  const sourceMakers = await selectSourceMakers(sql, companyId);
  const providerMakers = await selectProviderMakers(sql, companyId);
  const users = await sql<Omit<User, 'keys' | 'webhooks' | 'sources' | 'enteredProvider'>[]>`
    select id, email, role, created_at as "createdAt", last_signed_in_at as "lastSignedInAt",
      (select count(*)::int from portal_passkeys p where p.company_id = u.company_id and p.user_id = u.id) as passkeys
    from portal_users u where company_id = ${companyId} and removed_at is null order by id`;
  return users.map((user) => ({
    ...user,
    keys: keyMakers.filter((id) => id === user.id).length,
    webhooks: webhookMakers.filter((id) => id === user.id).length,
    sources: sourceMakers.filter((id) => id === user.id).length,
    enteredProvider: providerMakers.includes(user.id),
  }));
}

interface Maker {
  type: string;
  actorId: number;
}

const usersAmong = (makers: readonly Maker[]): number[] =>
  makers.filter(({ type }) => type === 'portal-user').map(({ actorId }) => actorId);

/** For each working key, the portal user who made its latest password; no row if it was somebody else. */
async function selectKeyMakers(sql: Sql, companyId: number): Promise<number[]> {
  const rows = await sql<Maker[]>`
    select distinct on (a.subject_id) a.actor_type as type, a.actor_id as "actorId"
    from audit_log a
    join api_keys k on k.company_id = ${companyId} and k.id = a.subject_id
      and k.revoked_at is null and coalesce(k.expires_at > now(), true)
    where a.company_id = ${companyId} and a.subject_type = 'api-key'
      and a.action in ('api-key-created', 'api-key-rotated')
    order by a.subject_id, a.id desc`;
  return usersAmong(rows);
}

/** For each webhook, the portal user who entered its address. */
async function selectWebhookMakers(sql: Sql, companyId: number): Promise<number[]> {
  const rows = await sql<Maker[]>`
    select distinct on (a.subject_id) a.actor_type as type, a.actor_id as "actorId"
    from audit_log a
    join webhook_endpoints w on w.company_id = ${companyId} and w.id = a.subject_id
    where a.company_id = ${companyId} and a.subject_type = 'webhook'
      and (a.action = 'webhook-created' or a.action = 'webhook-changed' and a.details ? 'host')
    order by a.subject_id, a.id desc`;
  return usersAmong(rows);
}

/** For each HR system that is connected, the portal user who entered it last. */
async function selectSourceMakers(sql: Sql, companyId: number): Promise<number[]> {
  const rows = await sql<Maker[]>`
    select distinct on (a.subject_id) a.actor_type as type, a.actor_id as "actorId"
    from audit_log a
    join hr_sources s on s.company_id = ${companyId} and s.integration_id = a.subject_id and s.state = 'active'
    where a.company_id = ${companyId} and a.subject_type = 'hr-integration'
      and a.action in ('hr-source-connected', 'hr-source-changed') and a.details ? 'system'
    order by a.subject_id, a.id desc`;
  return usersAmong(rows);
}

/** The portal users who saved settings with the present issuer. */
async function selectProviderMakers(sql: Sql, companyId: number): Promise<number[]> {
  const rows = await sql<Maker[]>`
    select distinct a.actor_type as type, a.actor_id as "actorId"
    from audit_log a
    join identity_providers p on p.company_id = ${companyId} and p.issuer = a.details ->> 'issuer'
    where a.company_id = ${companyId} and a.subject_type = 'company' and a.subject_id = ${companyId}
      and a.action = 'identity-provider-changed'`;
  return usersAmong(rows);
}

/** Locks all admins, so that two of them cannot demote each other at the same moment. */
export async function lockUsers(sql: Sql, companyId: number): Promise<UserRecord[]> {
  return await sql<UserRecord[]>`
    select id, email, role from portal_users
    where company_id = ${companyId} and removed_at is null order by id for no key update`;
}

export async function updateRole(sql: Sql, companyId: number, userId: number, role: Role): Promise<void> {
  await sql`
    update portal_users set role = ${role}, updated_at = now()
    where company_id = ${companyId} and id = ${userId}`;
}

export async function updateNotices(
  sql: Sql,
  companyId: number,
  userId: number,
  notices: NoticeWish,
): Promise<boolean> {
  const { count } = await sql`
    update portal_users set notices = ${notices}, updated_at = now()
    where company_id = ${companyId} and id = ${userId} and notices <> ${notices}`;
  return count === 1;
}

export async function markRemoved(sql: Sql, companyId: number, userId: number): Promise<void> {
  await sql`
    update portal_users set removed_at = now(), updated_at = now()
    where company_id = ${companyId} and id = ${userId}`;
}

/** A removed user comes back only by an invitation, not by signing in as the person known before. */
export async function deleteIdentitiesOf(sql: Sql, companyId: number, userId: number): Promise<void> {
  await sql`delete from portal_identities where company_id = ${companyId} and user_id = ${userId}`;
}

export async function updatePassword(
  sql: Sql,
  companyId: number,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await sql`
    update portal_users set password_hash = ${passwordHash}, updated_at = now()
    where company_id = ${companyId} and id = ${userId}`;
}

export interface SignInUser extends UserRecord {
  companyId: number;
  companyName: string;
  /** Null: the user was created by signing in through the company's identity provider. */
  passwordHash: string | null;
}

/** One person may be a user of several companies, with a password for each. */
export async function findUsersByEmail(sql: Sql, email: string): Promise<SignInUser[]> {
  return await sql<SignInUser[]>`
    ${signInUsers(sql)} where u.email_normal = normal_email(${email}) and u.removed_at is null order by u.id`;
}

export async function findUser(sql: Sql, companyId: number, id: number): Promise<SignInUser | undefined> {
  const [user] = await sql<SignInUser[]>`
    ${signInUsers(sql)} where u.company_id = ${companyId} and u.id = ${id} and u.removed_at is null`;
  return user;
}

function signInUsers(sql: Sql): Fragment {
  return sql`
    select u.id, u.company_id as "companyId", c.name as "companyName", u.email, u.role,
      u.password_hash as "passwordHash"
    from portal_users u
    join companies c on c.id = u.company_id`;
}

/** Selects the companies that have an admin. */
export async function selectCompaniesWithAdmin(sql: Sql): Promise<Set<number>> {
  const rows = await sql<{ companyId: number }[]>`
    select distinct company_id as "companyId" from portal_users u where ${isAdminNow(sql)}`;
  return new Set(rows.map(({ companyId }) => companyId));
}
