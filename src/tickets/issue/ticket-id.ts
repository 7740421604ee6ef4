import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';

/** The public id of a ticket. */
export function ticketIdOf(id: number): string {
  return `TKT-${String(id).padStart(8, '0')}`;
}

/** The same in SQL. */
export function ticketIdInSql(sql: Sql, id: Fragment): Fragment {
  return sql`'TKT-' || lpad(${id}::text, greatest(8, length(${id}::text)), '0')`;
}
