import type { Sql } from '../../platform/db/types.ts';
import { IS_EXPIRING } from './keys-sql.ts';

export interface ExpiringKey {
  id: number;
  name: string;
  expiresAt: Date;
}

/** Keys that are about to expire, and keys that have expired lately although a program still used them. */
export async function selectExpiring(sql: Sql, companyId: number): Promise<ExpiringKey[]> {
  return await sql<ExpiringKey[]>`
    select k.id, k.name, k.expires_at as "expiresAt" from api_keys k
    where k.company_id = ${companyId} and (${sql.unsafe(IS_EXPIRING)} or (
      k.revoked_at is null and k.expires_at between now() - interval '14 days' and now()
      and k.last_used_at > k.expires_at - interval '2 days'))
    order by k.expires_at, k.id`;
}

export async function selectCompaniesWithExpiring(sql: Sql): Promise<number[]> {
  const rows = await sql<{ companyId: number }[]>`
    select distinct k.company_id as "companyId" from api_keys k
    where k.expiry_told_at is null and ${sql.unsafe(IS_EXPIRING)} order by 1`;
  return rows.map(({ companyId }) => companyId);
}

/** Marks expiring keys that have not been announced yet. If several nodes try, each key is returned to one of them. */
export async function markExpiryAnnounced(sql: Sql, companyId: number): Promise<ExpiringKey[]> {
  return await sql<ExpiringKey[]>`
    update api_keys k set expiry_told_at = now()
    where k.company_id = ${companyId} and k.expiry_told_at is null and ${sql.unsafe(IS_EXPIRING)}
    returning k.id, k.name, k.expires_at as "expiresAt"`;
}
