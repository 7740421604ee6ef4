import { isAdminNow } from '../domain/access/rights-sql.ts';
import type { Sql } from '../platform/db/types.ts';

/**
 * Whether the company's users sign in through its identity provider and in no other way. Locks the settings, so that no
 * session begins in another way while they change.
 */
export async function usesProviderOnly(sql: Sql, companyId: number): Promise<boolean> {
  const found = await sql`
    select from identity_providers where company_id = ${companyId} and only_way_in for share`;
  return found.length > 0;
}

/** Whether an admin can sign in without the identity provider. */
export async function hasOtherWayIn(sql: Sql, companyId: number): Promise<boolean> {
  const found = await sql`
    select from portal_users u
    where company_id = ${companyId} and ${isAdminNow(sql)}
      and (password_hash is not null or exists (
        select from portal_passkeys p where p.company_id = u.company_id and p.user_id = u.id))
    limit 1`;
  return found.length > 0;
}
