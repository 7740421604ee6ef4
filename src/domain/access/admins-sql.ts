import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';

/** Whether the portal user `u` is an admin now. */
export const isAdminNow = (sql: Sql): Fragment => sql`u.role = 'admin' and u.removed_at is null`;

export async function isAdmin(sql: Sql, companyId: number, userId: number): Promise<boolean> {
  const found = await sql`
    select from portal_users u where u.company_id = ${companyId} and u.id = ${userId} and ${isAdminNow(sql)}`;
  return found.length > 0;
}
