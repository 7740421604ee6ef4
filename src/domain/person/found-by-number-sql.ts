import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';
import { andInScope, type Scope } from '../access/scope.ts';

/**
 * A select of the `employee_id` of people with a number in an HR system or a payroll field that contains the text. `pattern` is one
 * of LIKE. A key that is restricted to integrations finds nobody by what was entered by hand.
 */
export function foundByNumber(sql: Sql, companyId: number, scope: Scope, pattern: string): Fragment {
  const ofLinks = (text: string) => sql`
    select l.employee_id from hr_links l
    where l.company_id = ${companyId} and ${sql.unsafe(`l.${text}`)} like lower(${pattern}::text)
      ${andInScope(sql, scope, sql`l.integration_id`)}`;
  return sql`
    ${ofLinks('search_text')} union all ${ofLinks('payroll_text')}
    ${scope === null ? sql`union all ${byHand(sql, companyId, pattern)}` : sql``}`;
}

const byHand = (sql: Sql, companyId: number, pattern: string): Fragment => sql`
  select e.id from employees e
  where e.company_id = ${companyId} and e.payroll is not null and payroll_text(e.payroll) like lower(${pattern}::text)`;
