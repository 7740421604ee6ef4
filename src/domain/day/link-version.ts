import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';
import type { OpenDay } from './company-day.ts';

/**
 * The assignments that give employee `e` the e-mail address `email`. Another address ends the links to the person's page
 * that were made before, because they went to the old address, and notes who changed it: a contract that is signed
 * by a mailed link names both (docs/employee-page.md). Another spelling of the same address ends and notes nothing.
 */
export function changedEmail(
  sql: Sql,
  email: Fragment,
  by: { type: string; id?: number | undefined },
): Fragment {
  const isOther = sql`normal_email(${email}) <> e.email_normal`;
  return sql`email = ${email}, link_version = e.link_version + (${isOther})::int,
    email_changed_at = case when ${isOther} then now() else e.email_changed_at end,
    email_changed_by_type = case when ${isOther} then ${by.type}::text else e.email_changed_by_type end,
    email_changed_by_id = case when ${isOther} then ${by.id ?? null}::bigint else e.email_changed_by_id end`;
}

/**
 * Ends all links to the person's page that were made before, and the person's wallet pass, which somebody else may have got by
 * them. Returns false for an unknown or erased person.
 */
export async function raiseLinkVersion(
  sql: Sql,
  { companyId }: OpenDay,
  employeeId: number,
): Promise<boolean> {
  const { count } = await sql`
    update employees set link_version = link_version + 1, pass_version = pass_version + 1
    where company_id = ${companyId} and id = ${employeeId} and erased_at is null`;
  return count === 1;
}
