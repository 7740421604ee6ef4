import type { Fragment } from '../db/fragments.ts';
import type { Sql } from '../db/types.ts';

/**
 * Whether key `k` is about to expire: in 14 days at the latest. Of a key that was made for less than four weeks, half of
 * its time must be over.
 */
const isExpiring = (sql: Sql): Fragment => sql`(
  k.revoked_at is null and k.expires_at > now()
  and k.expires_at - least(interval '14 days', (k.expires_at - k.created_at) / 2) <= now()
)`;

export interface ExpiringKey {
  id: number;
  name: string;
  expiresAt: Date;
}

export async function selectExpiring(sql: Sql, companyId: number): Promise<ExpiringKey[]> {
  return await sql<ExpiringKey[]>`
    select k.id, k.name, k.expires_at as "expiresAt" from api_keys k
    where k.company_id = ${companyId} and ${isExpiring(sql)} order by k.expires_at, k.id`;
}

export async function selectCompaniesWithExpiring(sql: Sql): Promise<number[]> {
  const rows = await sql<{ companyId: number }[]>`
    select distinct k.company_id as "companyId" from api_keys k
    where k.expiry_told_at is null and ${isExpiring(sql)} order by 1`;
  return rows.map(({ companyId }) => companyId);
}

/** Marks the keys whose end has not been told yet. Of several nodes, one gets each of them. */
export async function markExpiryTold(sql: Sql, companyId: number): Promise<ExpiringKey[]> {
  return await sql<ExpiringKey[]>`
    update api_keys k set expiry_told_at = now()
    where k.company_id = ${companyId} and k.expiry_told_at is null and ${isExpiring(sql)}
    returning k.id, k.name, k.expires_at as "expiresAt"`;
}
