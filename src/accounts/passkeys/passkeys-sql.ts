import type { Sql, Transaction } from '../../platform/db/types.ts';
import type { FirstFactor } from '../sign-ins-sql.ts';

export interface Passkey {
  id: number;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

export async function selectPasskeys(sql: Sql, companyId: number, userId: number): Promise<Passkey[]> {
  return await sql<Passkey[]>`
    select id, name, created_at as "createdAt", last_used_at as "lastUsedAt"
    from portal_passkeys where company_id = ${companyId} and user_id = ${userId} order by id`;
}

/** The data with which a browser finds the passkey. */
export interface Credential {
  credentialId: Buffer;
  transports: string[];
}

export async function selectCredentials(sql: Sql, companyId: number, userId: number): Promise<Credential[]> {
  return await sql<Credential[]>`
    select credential_id as "credentialId", transports from portal_passkeys
    where company_id = ${companyId} and user_id = ${userId} order by id`;
}

/** A passkey with what its answers are checked against. */
export interface StoredPasskey {
  id: number;
  companyId: number;
  userId: number;
  handle: Buffer;
  credentialId: Buffer;
  publicKey: Buffer;
}

export async function findPasskey(sql: Sql, credentialId: Buffer): Promise<StoredPasskey | undefined> {
  const [passkey] = await sql<StoredPasskey[]>`
    select p.id, p.company_id as "companyId", p.user_id as "userId", u.passkey_handle as handle,
      p.credential_id as "credentialId", p.public_key as "publicKey"
    from portal_passkeys p
    join portal_users u on u.company_id = p.company_id and u.id = p.user_id
    where p.credential_id = ${credentialId} and u.removed_at is null`;
  return passkey;
}

/** Returns nothing if the credential is known already, to this company or another. */
export async function insertPasskey(
  sql: Sql,
  companyId: number,
  userId: number,
  passkey: { credentialId: Buffer; publicKey: Buffer; counter: number; transports: string[]; name: string },
): Promise<number | undefined> {
  const [row] = await sql<{ id: number }[]>`
    insert into portal_passkeys (company_id, user_id, credential_id, public_key, counter, transports, name)
    values (${companyId}, ${userId}, ${passkey.credentialId}, ${passkey.publicKey}, ${passkey.counter},
      ${passkey.transports}, ${passkey.name})
    on conflict (credential_id) do nothing
    returning id`;
  return row?.id;
}

/** Locks the passkey and returns the last counter, or nothing if the passkey has been removed. */
export async function lockCounter(
  tx: Transaction,
  { companyId, id }: { companyId: number; id: number },
): Promise<number | undefined> {
  const [passkey] = await tx<{ counter: number }[]>`
    select counter from portal_passkeys where company_id = ${companyId} and id = ${id} for update`;
  return passkey?.counter;
}

export async function markUsed(
  tx: Transaction,
  { companyId, id }: { companyId: number; id: number },
  counter: number,
): Promise<void> {
  await tx`
    update portal_passkeys set counter = ${counter}, last_used_at = now()
    where company_id = ${companyId} and id = ${id}`;
}

export async function updateName(
  sql: Sql,
  companyId: number,
  userId: number,
  { id, name }: { id: number; name: string },
): Promise<boolean> {
  const { count } = await sql`
    update portal_passkeys set name = ${name}
    where company_id = ${companyId} and user_id = ${userId} and id = ${id}`;
  return count === 1;
}

export async function deletePasskey(
  sql: Sql,
  companyId: number,
  userId: number,
  id: number,
): Promise<boolean> {
  const { count } = await sql`
    delete from portal_passkeys where company_id = ${companyId} and user_id = ${userId} and id = ${id}`;
  return count === 1;
}

export async function deletePasskeysOf(sql: Sql, companyId: number, userId: number): Promise<number> {
  const { count } = await sql`
    delete from portal_passkeys where company_id = ${companyId} and user_id = ${userId}`;
  return count;
}

/** Serialises changes of the passkeys of a user. */
export async function lockUser(
  sql: Sql,
  companyId: number,
  userId: number,
): Promise<{ handle: Buffer; requiresPasskey: boolean } | undefined> {
  const [user] = await sql<{ handle: Buffer; requiresPasskey: boolean }[]>`
    select u.passkey_handle as handle, c.require_passkeys as "requiresPasskey"
    from portal_users u
    join companies c on c.id = u.company_id
    where u.company_id = ${companyId} and u.id = ${userId} and u.removed_at is null
    for no key update of u`;
  return user;
}

/** Whether a passkey follows the first factor. A sign-in through an identity provider counts as both factors. */
export async function asksForPasskey(
  sql: Sql,
  companyId: number,
  userId: number,
  firstFactor: FirstFactor,
): Promise<boolean> {
  if (firstFactor === 'identity-provider') return false;
  const found = await sql`
    select from portal_passkeys where company_id = ${companyId} and user_id = ${userId} limit 1`;
  return found.length > 0;
}

export interface SignInSettings {
  requirePasskeys: boolean;
  users: number;
  usersWithPasskey: number;
}

export async function selectSignInSettings(sql: Sql, companyId: number): Promise<SignInSettings | undefined> {
  const [settings] = await sql<SignInSettings[]>`
    select c.require_passkeys as "requirePasskeys", count(u.id)::int as users,
      count(u.id) filter (where exists (
        select from portal_passkeys where company_id = u.company_id and user_id = u.id))::int as "usersWithPasskey"
    from companies c
    left join portal_users u on u.company_id = c.id and u.removed_at is null
    where c.id = ${companyId}
    group by c.id`;
  return settings;
}

export async function updateRequirePasskeys(
  sql: Sql,
  companyId: number,
  required: boolean,
): Promise<boolean> {
  const { count } = await sql`
    update companies set require_passkeys = ${required}, updated_at = now() where id = ${companyId}`;
  return count === 1;
}
