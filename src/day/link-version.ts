import type { Fragment } from '../db/fragments.ts';
import type { Sql } from '../db/types.ts';
import type { OpenDay } from './company-day.ts';

/**
 * The `link_version` of employee `e` whose e-mail address becomes `email`. Another address ends the links to the person's
 * page that were made before, because they went to the old address (docs/employee-page.md). Another spelling of the
 * same address ends nothing.
 */
export function linkVersionFor(sql: Sql, email: Fragment): Fragment {
  return sql`e.link_version + (normal_email(${email}) <> e.email_normal)::int`;
}

/** Ends all links to the person's page that were made before. Returns false for an unknown or erased person. */
export async function raiseLinkVersion(
  sql: Sql,
  { companyId }: OpenDay,
  employeeId: number,
): Promise<boolean> {
  const { count } = await sql`
    update employees set link_version = link_version + 1
    where company_id = ${companyId} and id = ${employeeId} and erased_at is null`;
  return count === 1;
}
