import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';

/**
 * Whether an entry of `waiting_entries` waits and seems to mean the person: it has the e-mail address, birth date and first
 * name. Such a person counts as listed (docs/sync.md, "Restricted keys").
 */
export function isAwaited(sql: Sql, entry: string, person: string): Fragment {
  const [w, e] = [sql(entry), sql(person)];
  return sql`${w}.decision is null and ${w}.email_normal = ${e}.email_normal
    and (${w}.entry ->> 'date_of_birth')::date = ${e}.date_of_birth
    and lower(${w}.entry ->> 'first_name') = lower(${e}.first_name)`;
}
