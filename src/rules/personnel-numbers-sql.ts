import type { Fragment } from '../db/fragments.ts';
import { sameCompany } from '../db/planner.ts';
import type { Sql } from '../db/types.ts';

/**
 * The numbers of the employee `e` in HR systems, as an array: those of the present links in the order of the
 * integrations. Without a present link it is the number of the link that ended last, so that payroll can still name a
 * person who has left. The first one is the personnel number.
 *
 * Not a function of the database: PostgreSQL does not inline functions with subqueries, and it would be called for
 * every receipt of a month.
 */
export function personnelNumbers(sql: Sql, companyId: number): Fragment {
  const same = sameCompany(sql, 'l', 'e', companyId);
  return sql`coalesce(
    (select array_agg(l.hr_id order by l.integration_id) from hr_links l
     where ${same} and l.employee_id = e.id and l.hr_id is not null and l.ended_at is null),
    (select array[l.hr_id] from hr_links l
     where ${same} and l.employee_id = e.id and l.hr_id is not null
     order by l.ended_at desc, l.id desc limit 1),
    '{}')`;
}

/** Whether the employee `e` has no such number: they were added by hand, or erased. */
export function lacksPersonnelNumber(sql: Sql, companyId: number): Fragment {
  return sql`not exists (
    select from hr_links l where ${sameCompany(sql, 'l', 'e', companyId)} and l.employee_id = e.id and l.hr_id is not null)`;
}
