import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';

/** The fields of a record that follow the oldest present link of the person, by their names in the API. */
export const RECORD_FIELDS = [
  ['firstName', 'first_name'],
  ['lastName', 'last_name'],
  ['email', 'email'],
  ['dateOfBirth', 'date_of_birth'],
  ['profileImage', 'profile_image'],
] as const;

const COLUMNS = RECORD_FIELDS.map(([, column]) => column);

/** The columns in which a link, or the plan for it, has what its number last listed, if that is not what the record says. */
export const LISTED = COLUMNS.map((column) => `listed_${column}`);

/** Assigns to the link what the row `source` says: the number listed that. */
export const listsLike = (sql: Sql, source: 'e' | 'r'): Fragment =>
  sql.unsafe(COLUMNS.map((column) => `listed_${column} = ${source}.${column}`).join(', '));

/** Assigns to the link that its number lists what the record says. */
export const listsTheRecord = (sql: Sql): Fragment =>
  sql.unsafe(LISTED.map((column) => `${column} = null`).join(', '));

/** The fields of the record in the row with this alias, to be compared as a whole. */
export const recordFieldsOf = (sql: Sql, alias: string): Fragment =>
  sql.unsafe(`(${COLUMNS.map((column) => `${alias}.${column}`).join(', ')})`);

export const listedFieldsOf = (sql: Sql, alias: string): Fragment =>
  sql.unsafe(`(${LISTED.map((column) => `${alias}.${column}`).join(', ')})`);

/** Builds `{"lastName": {"from": …, "to": …}}` for the fields that differ between two rows. */
export function changedFields(
  sql: Sql,
  names: readonly (readonly [string, string])[],
  { from, to }: { from: string; to: string },
): Fragment {
  const parts = names.map(
    ([name, column]) =>
      `case when ${to}.${column} is distinct from ${from}.${column} then jsonb_build_object('${name}', ` +
      `jsonb_build_object('from', ${from}.${column}, 'to', ${to}.${column})) else '{}' end`,
  );
  return sql.unsafe(parts.join(' || '));
}

/** Whether the ticket of person `one` would show something else for `other`. */
export const ticketDiffers = (sql: Sql, one: string, other: string): Fragment =>
  sql.unsafe(`(lower(${one}.first_name) <> lower(${other}.first_name) or lower(${one}.last_name) <> lower(${other}.last_name)
    or ${one}.date_of_birth <> ${other}.date_of_birth)`);
