import type { Fragment } from '../../platform/db/fragments.ts';
import { sameCompany } from '../../platform/db/planner.ts';
import type { Sql } from '../../platform/db/types.ts';

/**
 * The order of a person's links `l`: present ones first, the oldest first; then ended ones, the latest first. The first link
 * with a number has the personnel number (docs/costs.md, "Lines").
 */
export function inOrderOfNumbers(sql: Sql): Fragment {
  return sql`order by l.ended_at desc nulls first, case when l.ended_at is null then l.id else -l.id end`;
}

/**
 * A select of the personnel number of the employee `e`. Without a present link it is that of the link that ended last, so that
 * payroll can still name a person who has left; without any link the number that was entered by hand.
 *
 * Not a function of the database: PostgreSQL does not inline functions with subqueries, and it would be called for
 * every receipt of a month.
 */
export function personnelNumber(sql: Sql, companyId: number): Fragment {
  return sql`select coalesce((${numberOfLinks(sql, companyId)}), e.personnel_number)`;
}

/** All numbers of the employee `e` that count now, as an array. The first one is the personnel number. */
export function personnelNumbers(sql: Sql, companyId: number): Fragment {
  const present = sql`
    select l.hr_id from hr_links l where ${hasNumber(sql, companyId)} and l.ended_at is null ${inOrderOfNumbers(sql)}`;
  return sql`coalesce(nullif(array(${present}), '{}'), array_remove(array(${personnelNumber(sql, companyId)}), null))`;
}

/** Whether the employee `e` has no such number: they were added by hand without one, or erased. */
export function lacksPersonnelNumber(sql: Sql, companyId: number): Fragment {
  return sql`e.personnel_number is null and not exists (select from hr_links l where ${hasNumber(sql, companyId)})`;
}

const numberOfLinks = (sql: Sql, companyId: number): Fragment =>
  sql`select l.hr_id from hr_links l where ${hasNumber(sql, companyId)} ${inOrderOfNumbers(sql)} limit 1`;

const hasNumber = (sql: Sql, companyId: number): Fragment =>
  sql`${sameCompany(sql, 'l', 'e', companyId)} and l.employee_id = e.id and l.hr_id is not null`;
