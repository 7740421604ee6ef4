import type postgres from 'postgres';
import type { Sql } from './types.ts';

/** A piece of SQL with its parameters, for use in a query. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** Joins conditions with `and`. */
export function allOf(sql: Sql, parts: readonly Fragment[]): Fragment {
  return parts.slice(1).reduce((all, part) => sql`${all} and ${part}`, parts[0] ?? sql`true`);
}
