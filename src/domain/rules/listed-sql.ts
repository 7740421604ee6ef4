import type { Fragment } from '../../platform/db/fragments.ts';
import { sameCompany } from '../../platform/db/planner.ts';
import type { Sql } from '../../platform/db/types.ts';

/** Whether the link is present and kept by an HR system: the last roster of its integration lists the person. */
export function isListed(sql: Sql, link = 'l'): Fragment {
  return sql.unsafe(`${link}.ended_at is null and ${link}.type = 'hr-integration'`);
}

/** Whether the person of the row has a present link: an integration lists them, or somebody has linked them by hand. */
export function isLinked(sql: Sql, companyId: number, row = 'e', employeeId = `${row}.id`): Fragment {
  return sql`exists (
    select from hr_links l where ${sameCompany(sql, 'l', row, companyId)} and l.employee_id = ${sql.unsafe(employeeId)}
      and l.ended_at is null)`;
}
