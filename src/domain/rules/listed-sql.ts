import type { Fragment } from '../../platform/db/fragments.ts';
import { hiddenFromPlanner, sameCompany } from '../../platform/db/planner.ts';
import type { Sql } from '../../platform/db/types.ts';

/** Whether the link is present and kept by an HR system: the last roster of its integration lists the person. */
export function isListed(sql: Sql, link = 'l'): Fragment {
  return sql.unsafe(`${link}.ended_at is null and ${link}.type = 'hr-integration'`);
}

/**
 * The link that the record of each person follows, as `link_id` with the `employee_id`: the oldest one by which an HR system lists
 * the person. `which` selects the links `o` that count.
 */
export const followedLinks = (sql: Sql, companyId: number, which: Fragment): Fragment => sql`
  select o.employee_id, min(o.id) as link_id
  from hr_links o
  where o.company_id = ${hiddenFromPlanner(sql, companyId)} and ${isListed(sql, 'o')} and ${which}
  group by o.employee_id`;

/** Whether the record follows this link once it is listed. `followed` is the link of `followedLinks`, null if there is none. */
export const ownsRecord = (sql: Sql, followed: Fragment, link: Fragment): Fragment =>
  sql`coalesce(${followed} >= ${link}, ${followed} is null)`;

/** Whether the person of the row has a present link: an integration lists them, or somebody has linked them by hand. */
export function isLinked(sql: Sql, companyId: number, row = 'e', employeeId = `${row}.id`): Fragment {
  return sql`exists (
    select from hr_links l where ${sameCompany(sql, 'l', row, companyId)} and l.employee_id = ${sql.unsafe(employeeId)}
      and l.ended_at is null)`;
}
