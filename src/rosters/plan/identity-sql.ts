import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';

/** Where a statement finds the data that identify a person. */
export interface Identity {
  firstName: Fragment;
  email: Fragment;
  dateOfBirth: Fragment;
}

/** The columns of an entry or a record with this alias. */
export const identityOf = (sql: Sql, alias: string): Identity => ({
  firstName: sql`${sql(alias)}.first_name`,
  email: sql`${sql(alias)}.email`,
  dateOfBirth: sql`${sql(alias)}.date_of_birth`,
});

/** The identity that the number of the link `l` last listed. Null if it equals the record. */
export const listedBy = (sql: Sql): Identity => ({
  firstName: sql`l.listed_first_name`,
  email: sql`l.listed_email`,
  dateOfBirth: sql`l.listed_date_of_birth`,
});

/** Whether the two can hardly be the same person (docs/sync.md, "Who is who"). */
export function contradict(sql: Sql, one: Identity, other: Identity): Fragment {
  return sql`(${one.dateOfBirth} <> ${other.dateOfBirth} and ${nameOrEmailDiffers(sql, one, other)})`;
}

export function identityDiffers(sql: Sql, one: Identity, other: Identity): Fragment {
  return sql`(${one.dateOfBirth} <> ${other.dateOfBirth} or ${nameOrEmailDiffers(sql, one, other)})`;
}

function nameOrEmailDiffers(sql: Sql, one: Identity, other: Identity): Fragment {
  return sql`(lower(${one.firstName}) <> lower(${other.firstName})
    or normal_email(${one.email}) <> normal_email(${other.email}))`;
}
