import type { Fragment } from '../../platform/db/fragments.ts';
import { sameCompany } from '../../platform/db/planner.ts';
import type { Sql } from '../../platform/db/types.ts';

/** Whether the conflict `k` is about the link `l`: about its number, or about the one with which it seems to be exchanged. */
export function isConflictOf(sql: Sql): Fragment {
  return sql`k.company_id = l.company_id and l.id in (k.link_id, k.other_link_id)`;
}

/** Whether a conflict about the employee `e` is open. */
export function hasOpenConflict(sql: Sql, companyId: number): Fragment {
  return sql`exists (
    select from hr_links l join sync_conflicts k on ${isConflictOf(sql)}
    where ${sameCompany(sql, 'l', 'e', companyId)} and l.employee_id = e.id)`;
}
