import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';

/**
 * Whether a person has left (docs/lifecycle.md, "Has left"), as an aggregate over all links `l` of the person: an HR system has
 * listed them once, and no present link keeps them. A link by hand keeps them, and so does one whose last day is today or
 * later. A termination before the start date belongs to the employment before, if a term of the person has begun.
 */
export function haveLinksLeft(sql: Sql, today: string | Fragment, person = 'e'): Fragment {
  return haveLinksLeftBy(sql, sql`${today}::date`, hasBegun(sql, today, person));
}

/** The same on another day than today. `begun`: whether a term of the person has begun today. */
export function haveLinksLeftBy(sql: Sql, day: Fragment, begun: Fragment): Fragment {
  return sql`coalesce(
    bool_or(l.type = 'hr-integration') and not bool_or(l.ended_at is null and coalesce(
      l.termination_date >= ${day} or (l.start_date > l.termination_date and ${begun}), true)), false)`;
}

/** Whether a term of the person has begun. */
export function hasBegun(sql: Sql, today: string | Fragment, person = 'e'): Fragment {
  const employee = sql.unsafe(person);
  return sql`(${employee}.term_number > 1 or coalesce(${employee}.term_start <= ${today}::date, false))`;
}

/** The same for the employee `e`, as an expression. */
export function hasLeft(sql: Sql, today: string | Fragment): Fragment {
  return sql`(
    select ${haveLinksLeft(sql, today)} from hr_links l where l.company_id = e.company_id and l.employee_id = e.id)`;
}
