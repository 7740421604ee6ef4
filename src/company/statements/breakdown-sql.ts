import type { Fragment } from '../../platform/db/fragments.ts';
import { hiddenFromPlanner } from '../../platform/db/planner.ts';
import type { Sql } from '../../platform/db/types.ts';
import type { CompanyRecord } from '../companies/companies-sql.ts';
import { SUMS, type Sums } from './statements-sql.ts';

/** What charges have frozen and costs can be broken down by. */
export const BREAKDOWN_FIELDS = ['cost-centre', 'legal-entity', 'group'] as const;
export type BreakdownField = (typeof BREAKDOWN_FIELDS)[number];

/** The costs of the people with one value of a field. */
export interface PartSums extends Sums {
  /** Null: those without a value. */
  name: string | null;
}

/** A whole select of the parts of a month, without an order. People without a cost centre have that of the company, as in files. */
export function partsOf(
  sql: Sql,
  { id: companyId, costCentre }: CompanyRecord,
  { month, by }: { month: string; by: BreakdownField },
): Fragment {
  const names: Record<BreakdownField, Fragment> = {
    'cost-centre': sql`coalesce(c.cost_centre, ${costCentre}::text)`,
    'legal-entity': sql`c.legal_entity`,
    group: sql`c.group_name`,
  };
  return sql`
    select p.* from (
      select ${names[by]} as name, ${sql.unsafe(SUMS)} from charges c
      where c.company_id = ${hiddenFromPlanner(sql, companyId)} and c.booked_in = ${`${month}-01`}::date
      group by 1
    ) p`;
}

/** Those without a value come last. */
export const byPartName = (sql: Sql): Fragment =>
  sql`order by p.name collate people_order nulls last, p.name`;
