import { hasLeft } from '../../domain/rules/has-left-sql.ts';
import { hasOpenConflict } from '../../domain/rules/open-conflict-sql.ts';
import type { Sql } from '../../platform/db/types.ts';
import { refused } from '../../platform/refusals.ts';

interface Mailable {
  employeeId: number;
  isErased: boolean;
  hasLeft: boolean;
  hasConflict: boolean;
}

/** The facts that decide whether the link to a person's page may be mailed (docs/employee-page.md). */
export async function selectMailable(
  sql: Sql,
  companyId: number,
  ids: readonly number[],
): Promise<Mailable[]> {
  return await sql<Mailable[]>`
    select e.id as "employeeId", e.erased_at is not null as "isErased",
      ${hasLeft(sql, sql`business_date(c.time_zone, c.clock_frozen_on)`)} as "hasLeft",
      ${hasOpenConflict(sql)} as "hasConflict"
    from employees e
    join companies c on c.id = ${companyId}
    where e.company_id = ${companyId} and e.id = any(${ids}::bigint[]) order by e.id`;
}

export function checkMailable({ isErased, hasLeft: isGone, hasConflict }: Mailable): void {
  if (isErased) throw refused('erased');
  if (isGone) throw refused('not-listed');
  if (hasConflict) throw refused('conflict-open');
}
