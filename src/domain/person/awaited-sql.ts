import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';
import { describes, recordOf, waitingEntryOf } from './describes-sql.ts';

/**
 * Whether an entry of `waiting_entries` waits and describes the person. Such a person counts as listed (docs/sync.md, "Restricted keys").
 */
export function isAwaited(sql: Sql, entry: string, person: string): Fragment {
  return sql`${sql(entry)}.decision is null
    and ${describes(sql, waitingEntryOf(sql, entry), recordOf(sql, person))}`;
}
