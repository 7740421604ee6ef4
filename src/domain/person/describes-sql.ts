import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';

/** Where a statement finds what an entry or a record says about a person. */
export interface Description {
  /** As `normal_email` writes it. */
  email: Fragment;
  dateOfBirth: Fragment;
  firstName: Fragment;
}

/** The row of a person, or of an entry whose address is stored as `normal_email` writes it, so that an index on it is used. */
export const recordOf = (sql: Sql, alias: string): Description => ({
  email: sql`${sql(alias)}.email_normal`,
  dateOfBirth: sql`${sql(alias)}.date_of_birth`,
  firstName: sql`${sql(alias)}.first_name`,
});

/** The row of an entry of a roster, or of a person if no index is needed. */
export const entryOf = (sql: Sql, alias: string): Description => ({
  ...recordOf(sql, alias),
  email: sql`normal_email(${sql(alias)}.email)`,
});

/** An entry that is stored as JSON. */
export const entryInJson = (sql: Sql, entry: Fragment): Description => ({
  email: sql`normal_email((${entry}) ->> 'email')`,
  dateOfBirth: sql`((${entry}) ->> 'date_of_birth')::date`,
  firstName: sql`((${entry}) ->> 'first_name')`,
});

/** The row of `waiting_entries`. */
export const waitingEntryOf = (sql: Sql, alias: string): Description => ({
  ...entryInJson(sql, sql`${sql(alias)}.entry`),
  email: sql`${sql(alias)}.email_normal`,
});

/** Whether an entry describes a person: with the e-mail address, the birth date and the first name (docs/sync.md, "Who is who"). */
export const describes = (sql: Sql, entry: Description, person: Description): Fragment =>
  sql`(${entry.email} = ${person.email} and ${fitsOtherwise(sql, entry, person)})`;

/** As `describes`, without the e-mail address. */
export const fitsOtherwise = (sql: Sql, entry: Description, person: Description): Fragment =>
  sql`(${entry.dateOfBirth} = ${person.dateOfBirth} and lower(${entry.firstName}) = lower(${person.firstName}))`;
