import type { Environment } from '../../platform/config/config.ts';
import type { Sql } from '../../platform/db/types.ts';
import type { Permission } from './permissions.ts';

export interface StoredKey {
  id: number;
  companyId: number;
  permissions: Permission[];
  expiresAt: Date | null;
  isRevoked: boolean;
  integrationIds: number[] | null;
  allowFrom: string[] | null;
  secrets: { digest: string; expiresAt: string | null }[];
}

/** The integrations that key `k` is restricted to. Empty if their rows are missing: that allows none, not all. */
const INTEGRATIONS = `case when k.is_scoped then array(
  select i.integration_id from api_key_integrations i
  where i.company_id = k.company_id and i.api_key_id = k.id order by 1) end`;

/** Single addresses without the length of their prefix. */
const ALLOW_FROM = `case when k.allow_from is not null then array(
  select case when masklen(n) = masklen(set_masklen(n::inet, -1)) then host(n) else n::text end
  from unnest(k.allow_from) n) end`;

/** Selects a key with its secrets, also if it has expired or was revoked. Keys of the other environment are not found. */
export async function findKey(
  sql: Sql,
  environment: Environment,
  username: string,
): Promise<StoredKey | undefined> {
  const [key] = await sql<StoredKey[]>`
    select k.id, k.company_id as "companyId", k.permissions, k.expires_at as "expiresAt",
      k.revoked_at is not null as "isRevoked",
      ${sql.unsafe(INTEGRATIONS)} as "integrationIds", ${sql.unsafe(ALLOW_FROM)} as "allowFrom",
      json_agg(json_build_object('digest', encode(s.digest, 'hex'), 'expiresAt', s.expires_at)) as secrets
    from api_keys k
    join api_key_secrets s on s.api_key_id = k.id
    where k.username = ${username} and k.environment = ${environment}
    group by k.id`;
  return key;
}

/** Whether a key is still usable, for requests that take long. */
export async function isKeyUsable(sql: Sql, keyId: number): Promise<boolean> {
  const found = await sql`
    select from api_keys where id = ${keyId} and revoked_at is null and (expires_at is null or expires_at > now())`;
  return found.length > 0;
}

/**
 * Whether key `k` is about to expire: in 14 days at the latest. Of a key that was made for less than four weeks, half of
 * its time must be over.
 */
export const IS_EXPIRING = `(k.revoked_at is null and k.expires_at > now()
  and k.expires_at - least(interval '14 days', (k.expires_at - k.created_at) / 2) <= now())`;

export interface KeyRecord {
  id: number;
  companyId: number;
  username: string;
  name: string;
  permissions: Permission[];
  /** The integrations that the key is restricted to; null: all of the company. */
  integrationIds: number[] | null;
  /** The networks that the key may be used from; null: everywhere. */
  allowFrom: string[] | null;
  createdAt: Date;
  expiresAt: Date | null;
  isExpiring: boolean;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  /** The latest recorded use from another address. */
  refusedAt: Date | null;
  refusedFrom: string | null;
}

const RECORD = `k.id, k.company_id as "companyId", k.username, k.name, k.permissions,
  ${INTEGRATIONS} as "integrationIds", ${ALLOW_FROM} as "allowFrom", k.created_at as "createdAt",
  k.expires_at as "expiresAt", coalesce(${IS_EXPIRING}, false) as "isExpiring", k.revoked_at as "revokedAt", k.last_used_at as "lastUsedAt",
  k.refused_at as "refusedAt", host(k.refused_from) as "refusedFrom"`;

export async function insertKey(
  sql: Sql,
  companyId: number,
  key: {
    environment: Environment;
    username: string;
    name: string;
    permissions: readonly Permission[];
    expiresAt: Date | null;
    integrationIds: readonly number[] | null;
    allowFrom: readonly string[] | null;
  },
): Promise<number> {
  const allowFrom = key.allowFrom && [...key.allowFrom];
  // `network` removes the bits behind the prefix: an address with its prefix is accepted for its network.
  const [row] = await sql<{ id: number }[]>`
    insert into api_keys (company_id, environment, username, name, permissions, expires_at, is_scoped, allow_from)
    values (${companyId}, ${key.environment}, ${key.username}, ${key.name}, ${[...key.permissions]}, ${key.expiresAt},
      ${key.integrationIds !== null},
      (select array_agg(distinct network(given::inet)) from unnest(${allowFrom}::text[]) given))
    returning id`;
  if (!row) throw new Error('insert into api_keys returned nothing');
  if (key.integrationIds)
    await sql`
      insert into api_key_integrations (company_id, api_key_id, integration_id)
      select ${companyId}, ${row.id}, unnest(${[...key.integrationIds]}::bigint[])`;
  return row.id;
}

export async function selectKeys(sql: Sql, companyId: number): Promise<KeyRecord[]> {
  return await sql<KeyRecord[]>`
    select ${sql.unsafe(RECORD)} from api_keys k where k.company_id = ${companyId} order by k.id`;
}

/** Locks the key, so that concurrent rotations run one after the other. Rosters of the key are accepted meanwhile. */
export async function lockKey(sql: Sql, companyId: number, keyId: number): Promise<KeyRecord | undefined> {
  const [record] = await sql<KeyRecord[]>`
    select ${sql.unsafe(RECORD)} from api_keys k where k.company_id = ${companyId} and k.id = ${keyId} for no key update`;
  return record;
}

export async function selectCompanyOfKey(sql: Sql, keyId: number): Promise<number | undefined> {
  const [row] = await sql<{ companyId: number }[]>`
    select company_id as "companyId" from api_keys where id = ${keyId}`;
  return row?.companyId;
}

export async function markRevoked(sql: Sql, keyId: number): Promise<void> {
  await sql`update api_keys set revoked_at = coalesce(revoked_at, now()) where id = ${keyId}`;
}

/** Replaces the older secret by a new one; the newer one expires after the overlap. Returns when. */
export async function putSecret(
  sql: Sql,
  keyId: number,
  digest: Buffer,
  overlapSeconds: number,
): Promise<Date> {
  const expiring = await sql<{ expiresAt: Date }[]>`
    update api_key_secrets
    set expires_at = least(expires_at, now() + make_interval(secs => ${overlapSeconds}))
    where api_key_id = ${keyId}
    returning expires_at as "expiresAt"`;
  await sql`
    insert into api_key_secrets (api_key_id, slot, digest)
    select ${keyId}, coalesce(
      (select slot from (values (1), (2)) as free(slot)
       where not exists (select from api_key_secrets s where s.api_key_id = ${keyId} and s.slot = free.slot) limit 1),
      (select slot from api_key_secrets where api_key_id = ${keyId} order by created_at, slot limit 1)), ${digest}
    on conflict (api_key_id, slot) do update
    set digest = excluded.digest, created_at = clock_timestamp(), expires_at = null`;
  return new Date(Math.max(...expiring.map(({ expiresAt }) => expiresAt.getTime())));
}

/** Writes at most once a minute per key, over all nodes. */
export async function markUsed(sql: Sql, keyId: number): Promise<void> {
  await sql`
    update api_keys set last_used_at = now()
    where id = ${keyId} and (last_used_at is null or last_used_at < now() - interval '1 minute')`;
}

/** Notes a use from an address that is not allowed, unless one was noted in the last ten minutes on any node. */
export async function markRefused(sql: Sql, keyId: number, address: string | null): Promise<boolean> {
  const marked = await sql`
    update api_keys set refused_at = now(), refused_from = ${address}::inet
    where id = ${keyId} and (refused_at is null or refused_at < now() - interval '10 minutes')
    returning id`;
  return marked.length > 0;
}
