import type { JSONValue } from 'postgres';
import type { Fragment } from '../db/fragments.ts';
import type { Sql } from '../db/types.ts';

/** An entry of a roster that waits for a decision, as JSON. */
export type StoredEntry = Readonly<Record<string, JSONValue>>;

/** The entry in the columns of this alias. */
export function entryAsJson(sql: Sql, alias: string): Fragment {
  const e = sql(alias);
  return sql`jsonb_build_object(
    'hr_id', ${e}.hr_id, 'first_name', ${e}.first_name, 'last_name', ${e}.last_name, 'email', ${e}.email,
    'date_of_birth', ${e}.date_of_birth, 'profile_image', ${e}.profile_image, 'start_date', ${e}.start_date,
    'termination_date', ${e}.termination_date, 'auto_sync', ${e}.auto_sync, 'absences', ${e}.absences)`;
}

/** A stored entry as the row `r`. */
export function rowOfEntry(sql: Sql, entry: StoredEntry): Fragment {
  return sql`jsonb_to_record(${sql.json(entry)}) as r (hr_id text, first_name text, last_name text, email text,
    date_of_birth date, profile_image text, start_date date, termination_date date, auto_sync boolean, absences jsonb)`;
}
