import type { Description } from '../../domain/person/describes-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';

/** What the number of the link `l` last listed. Null if it equals the record. */
export const listedBy = (sql: Sql): Description => ({
  firstName: sql`l.listed_first_name`,
  email: sql`normal_email(l.listed_email)`,
  dateOfBirth: sql`l.listed_date_of_birth`,
});

/** Whether the two can hardly be the same person (docs/sync.md, "Who is who"). */
export function contradict(sql: Sql, one: Description, other: Description): Fragment {
  return sql`(${one.dateOfBirth} <> ${other.dateOfBirth} and ${nameOrEmailDiffers(sql, one, other)})`;
}

export function identityDiffers(sql: Sql, one: Description, other: Description): Fragment {
  return sql`(${one.dateOfBirth} <> ${other.dateOfBirth} or ${nameOrEmailDiffers(sql, one, other)})`;
}

function nameOrEmailDiffers(sql: Sql, one: Description, other: Description): Fragment {
  return sql`(lower(${one.firstName}) <> lower(${other.firstName}) or ${one.email} <> ${other.email})`;
}
