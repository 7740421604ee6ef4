import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';

/**
 * A select of the group that fits payroll fields: the first one by its position (docs/costs.md, "Groups"). `facts` is the
 * column with the fields.
 */
export function fittingGroup(sql: Sql, companyId: number, facts: string): Fragment {
  return sql`
    select g.id, g.name, g.subsidy_cents, g.default_plan_type from groups g
    where g.company_id = ${companyId} and group_fits(g.compared_rule, ${sql.unsafe(facts)})
    order by g.position, g.id limit 1`;
}

/** The name of the group of the employee `e`, or null. */
export function groupName(sql: Sql): Fragment {
  return sql`
    case when e.group_id is not null then (
      select g.name from groups g where g.company_id = e.company_id and g.id = e.group_id
    ) end`;
}
