import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';
import { type Right, rolesWith } from './roles.ts';

/** Whether the portal user `u` has the right now. */
export const hasRight = (sql: Sql, right: Right): Fragment =>
  sql`u.role = any(${rolesWith(right)}::text[]) and u.removed_at is null`;

/** Whether the portal user `u` is an admin now. */
export const isAdminNow = (sql: Sql): Fragment => hasRight(sql, 'administer');

export async function mayNow(sql: Sql, companyId: number, userId: number, right: Right): Promise<boolean> {
  const found = await sql`
    select from portal_users u where u.company_id = ${companyId} and u.id = ${userId} and ${hasRight(sql, right)}`;
  return found.length > 0;
}
