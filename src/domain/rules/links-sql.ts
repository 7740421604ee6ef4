import type { Fragment } from '../../platform/db/fragments.ts';
import { hiddenFromPlanner } from '../../platform/db/planner.ts';
import type { Sql } from '../../platform/db/types.ts';

/**
 * Whether the link is present and an HR system keeps it, not a person. Usually the last applied roster lists the person. If it omits
 * them and that end is held, the link stays present until somebody decides. A termination does not end a link either.
 */
export function isPresentHrLink(sql: Sql, link = 'l'): Fragment {
  return sql.unsafe(`${link}.ended_at is null and ${link}.type = 'hr-integration'`);
}

/**
 * The link that the record of each person follows, as `link_id` with the `employee_id`: the oldest present one that an HR system
 * keeps. `which` selects the links `o` that count.
 */
export const followedLinks = (sql: Sql, companyId: number, which: Fragment): Fragment => sql`
  select o.employee_id, min(o.id) as link_id
  from hr_links o
  where o.company_id = ${hiddenFromPlanner(sql, companyId)} and ${isPresentHrLink(sql, 'o')} and ${which}
  group by o.employee_id`;

/** Whether the record follows this link once it is present. `followed` is the link of `followedLinks`, null if there is none. */
export const ownsRecord = (sql: Sql, followed: Fragment, link: Fragment): Fragment =>
  sql`coalesce(${followed} >= ${link}, ${followed} is null)`;

/** Whether the person of the row has a present link: one that an HR system keeps, or one by hand. */
export function isLinked(sql: Sql, row = 'e', employeeId = `${row}.id`): Fragment {
  return sql`exists (
    select from hr_links l where l.company_id = ${sql.unsafe(row)}.company_id and l.employee_id = ${sql.unsafe(employeeId)}
      and l.ended_at is null)`;
}
