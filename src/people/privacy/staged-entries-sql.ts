import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';

/** The entries of the company's rosters that arrive or wait: a row each, or, of a small roster, one text. */
export function stagedEntries(sql: Sql, companyId: number): Fragment {
  const columns =
    sql.unsafe(`position, hr_id, first_name, last_name, email, date_of_birth, profile_image, start_date,
    termination_date, auto_sync, absences, payroll`);
  return sql`(
    select company_id, upload_id, ${columns} from roster_entries where company_id = ${companyId}
    union all
    select u.company_id, u.id, ${columns} from roster_uploads u cross join lateral entries_of_lines(u.entries)
    where u.company_id = ${companyId})`;
}
