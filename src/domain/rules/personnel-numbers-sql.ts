import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';

/**
 * The order of a person's links `l`: present ones first, the oldest first; then ended ones, the latest first. The first link
 * with a number has the personnel number and the other payroll fields (docs/costs.md, "Payroll fields").
 */
export function inOrderOfNumbers(sql: Sql): Fragment {
  return sql`order by l.ended_at desc nulls first, case when l.ended_at is null then l.id else -l.id end`;
}

/**
 * A select of the personnel number of the employee `e`: the one that the roster lists, or else the number in the HR system. Without
 * a present link it is that of the link that ended last, so that payroll can still name a person who has left; without any link
 * the number that was entered by hand.
 *
 * Not a function of the database: PostgreSQL does not inline functions with subqueries, and it would be called for
 * every receipt of a month.
 */
export function personnelNumber(sql: Sql): Fragment {
  return sql`select coalesce((${ofFirstLink(sql, numberOfLink(sql))}), e.payroll ->> 'personnelNumber')`;
}

/**
 * The facts about the employee `e` that rules and payroll may use: an object with the payroll fields that have a value, of the same
 * link as the personnel number. Another link never fills a gap: two employers may use the same cost centres for different things.
 */
export function payrollFacts(sql: Sql): Fragment {
  const listed = sql`jsonb_build_object('personnelNumber', l.hr_id) || coalesce(l.payroll, '{}')`;
  return sql`coalesce((${ofFirstLink(sql, listed)}), e.payroll, '{}')`;
}

/** The ids of the employee `e` in HR systems, as an array: of present links, or of the link that ended last, or the number by hand. */
export function hrIdsOf(sql: Sql): Fragment {
  const present = sql`
    select l.hr_id from hr_links l where ${hasNumber(sql)} and l.ended_at is null ${inOrderOfNumbers(sql)}`;
  const last = sql`coalesce((${ofFirstLink(sql, sql`l.hr_id`)}), e.payroll ->> 'personnelNumber')`;
  return sql`coalesce(nullif(array(${present}), '{}'), array_remove(array[${last}], null))`;
}

/** Whether the employee `e` has no such number: they were added by hand without one, or erased. */
export function lacksPersonnelNumber(sql: Sql): Fragment {
  return sql`(e.payroll ->> 'personnelNumber') is null
    and not exists (select from hr_links l where ${hasNumber(sql)})`;
}

const numberOfLink = (sql: Sql): Fragment => sql`coalesce(l.payroll ->> 'personnelNumber', l.hr_id)`;

const ofFirstLink = (sql: Sql, value: Fragment): Fragment =>
  sql`select ${value} from hr_links l where ${hasNumber(sql)} ${inOrderOfNumbers(sql)} limit 1`;

const hasNumber = (sql: Sql): Fragment =>
  sql`l.company_id = e.company_id and l.employee_id = e.id and l.hr_id is not null`;
