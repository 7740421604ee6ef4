import { PAYROLL_FIELDS, type Payroll, type PayrollField } from '../../domain/person/payroll-fields.ts';
import { groupName } from '../../domain/rules/groups-sql.ts';
import { payrollFacts } from '../../domain/rules/personnel-numbers-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import { hiddenFromPlanner } from '../../platform/db/planner.ts';
import type { Sql } from '../../platform/db/types.ts';

/** The fields that people share with others, so that lists can be filtered by them. */
const SHARED_FIELDS = ['costCentre', 'department', 'location', 'legalEntity'] as const;
type SharedField = (typeof SHARED_FIELDS)[number];

/** What payroll knows a person by, and the group that their amounts come from. */
export interface PayrollRecord {
  facts: Payroll;
  group: string | null;
  isGroupByHand: boolean;
}

/** By employee. */
export async function selectPayroll(
  sql: Sql,
  companyId: number,
  ids: readonly number[],
): Promise<Map<number, PayrollRecord>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<({ id: number } & PayrollRecord)[]>`
    select e.id, ${payrollFacts(sql)} as facts, ${groupName(sql)} as "group",
      e.group_by_hand as "isGroupByHand"
    from employees e
    where e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.id = any(${ids}::bigint[])`;
  return new Map(rows.map(({ id, ...record }) => [id, record]));
}

/** The fields of a person as the value of a column. Fields without a value are left out. */
export function payrollAsJson(
  sql: Sql,
  person: Readonly<Partial<Record<PayrollField, string | null>>>,
): Fragment {
  const given = PAYROLL_FIELDS.filter((field) => person[field]).map((field) => [field, person[field]]);
  return given.length === 0 ? sql`null::jsonb` : sql`${sql.json(Object.fromEntries(given))}::jsonb`;
}

/** The fields of `payroll`, each with its name. */
export const payrollColumns = (sql: Sql): Fragment =>
  sql.unsafe(PAYROLL_FIELDS.map((field) => `payroll ->> '${field}' as "${field}"`).join(', '));

/** By field: the values to look for. */
export type PayrollFilter = { readonly [Field in PayrollField]?: readonly string[] };

/**
 * Whether the field of the employee `e` has one of the values. The first half is only quicker: it finds the few links that list them,
 * so that the facts of everybody else need not be looked up.
 */
export function hasPayroll(
  sql: Sql,
  companyId: number,
  field: PayrollField,
  values: readonly string[],
): Fragment {
  const isOne = (payroll: Fragment) => sql`(${payroll} ->> ${field}::text) = any(${[...values]}::text[])`;
  return sql`e.id in (
      select l.employee_id from hr_links l
      where l.company_id = ${companyId} and l.payroll_text is not null and ${isOne(sql`l.payroll`)}
      union all
      select h.id from employees h where h.company_id = ${companyId} and h.payroll is not null and ${isOne(sql`h.payroll`)}
    ) and ${isOne(payrollFacts(sql))}`;
}

const MAX_VALUES = 200;

/** The values that present people have, the most frequent ones of each field, in order. */
export async function selectPayrollValues(
  sql: Sql,
  companyId: number,
): Promise<Record<SharedField, string[]>> {
  const rows = await sql<{ field: SharedField; values: string[] }[]>`
    select field, array_agg(value order by value collate people_order) as values
    from (
      select field, value, row_number() over (partition by field order by count(*) desc, value) as place
      from (
        select l.payroll from hr_links l
        where l.company_id = ${companyId} and l.payroll_text is not null and l.ended_at is null
        union all
        select e.payroll from employees e where e.company_id = ${companyId} and e.payroll is not null
      ) listed
      cross join lateral jsonb_each_text(payroll) as fields (field, value)
      where field = any(${[...SHARED_FIELDS]}::text[])
      group by field, value
    ) counted where place <= ${MAX_VALUES} group by field`;
  const found = new Map(rows.map(({ field, values }) => [field, values]));
  return Object.fromEntries(SHARED_FIELDS.map((field) => [field, found.get(field) ?? []])) as Record<
    SharedField,
    string[]
  >;
}
