import type { JSONValue } from 'postgres';
import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';

/** An entry of a roster that waits for a decision, as JSON. */
export type StoredEntry = Readonly<Record<string, JSONValue>>;

/** The entry in the columns of this alias. */
export function entryAsJson(sql: Sql, alias: string): Fragment {
  const e = sql(alias);
  return sql`jsonb_build_object(
    'hr_id', ${e}.hr_id, 'first_name', ${e}.first_name, 'last_name', ${e}.last_name, 'email', ${e}.email,
    'date_of_birth', ${e}.date_of_birth, 'profile_image', ${e}.profile_image, 'start_date', ${e}.start_date,
    'termination_date', ${e}.termination_date, 'auto_sync', ${e}.auto_sync, 'absences', ${e}.absences)
    || ${payrollOf(sql, alias)}`;
}

/** Without a key if there is none: entries that were stored before the fields existed have none either, and are compared. */
const payrollOf = (sql: Sql, alias: string): Fragment => sql`
  case when ${sql(alias)}.payroll is null then '{}' else jsonb_build_object('payroll', ${sql(alias)}.payroll) end`;

/** What the number of a link lists, as `listingOf`; null without a link. */
export function listingOfLink(sql: Sql, link: string, record: string): Fragment {
  return sql`case when ${sql(link)}.id is not null then ${listingOf(sql, link, record)} end`;
}

/**
 * What the number of a link lists, as a stored entry. `record` is the alias of the person's record. A link that does not remember
 * its names lists those of the record.
 */
export function listingOf(sql: Sql, link: string, record: string): Fragment {
  const [l, e] = [sql(link), sql(record)];
  const listed = (column: string) =>
    sql`case when ${l}.listed_date_of_birth is null then ${e}.${sql(column)} else ${l}.${sql(`listed_${column}`)} end`;
  return sql`
    jsonb_build_object(
      'hr_id', ${l}.hr_id, 'first_name', ${listed('first_name')},
      'last_name', coalesce(${l}.listed_last_name, ${e}.last_name), 'email', ${listed('email')},
      'date_of_birth', ${listed('date_of_birth')}, 'profile_image', ${listed('profile_image')}, 'start_date', ${l}.start_date,
      'termination_date', ${l}.termination_date, 'auto_sync', ${l}.auto_sync, 'absences', ${l}.absences)
    || ${payrollOf(sql, link)}`;
}

/** A stored entry as the row `r`. */
export const rowOfEntry = (sql: Sql, entry: StoredEntry): Fragment => sql`
  jsonb_to_record(${sql.json({ ...entry } as never)}) as r (hr_id text, first_name text, last_name text, email text,
    date_of_birth date, profile_image text, start_date date, termination_date date, auto_sync boolean, absences jsonb,
    payroll jsonb)`;
