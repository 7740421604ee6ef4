import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';
import { READING_VERSION } from '../receive/reading-version.ts';
import { entryHash } from '../runs/runs-sql.ts';
import type { RosterToApply } from './roster-to-apply.ts';

/** The entries of the roster. Those of a small one wait as one text. */
export function entriesOf(sql: Sql, { companyId, uploadId }: RosterToApply, isSmall: boolean): Fragment {
  return isSmall
    ? sql`(
      select u.company_id, e.* from roster_uploads u cross join lateral entries_of_lines(u.entries) e
      where u.company_id = ${companyId}::bigint and u.id = ${uploadId}::bigint)`
    : sql`(select * from roster_entries where company_id = ${companyId}::bigint and upload_id = ${uploadId}::bigint)`;
}

/** If more entries differ, all of them are compared. */
const FEW = 100;

export interface FewEntries {
  /** The positions and lines of the entries that the roster before did not have like this. */
  positions: number[];
  lines: string;
  /** The number of entries of the roster before. Each of them has a link. */
  entriesBefore: number;
}

/**
 * The entries of a small roster that differ from those of the roster before, by their hashes. Undefined if they are many, or if more
 * than the roster may have changed since: the conditions are those of the roster mark.
 */
export async function selectFewDiffering(
  sql: Sql,
  { companyId, integrationId, uploadId }: RosterToApply,
): Promise<FewEntries | undefined> {
  const [few] = await sql<FewEntries[]>`
    select cardinality(i.entry_hashes) as "entriesBefore", coalesce(differing.positions, '{}') as positions,
      coalesce(differing.lines, '') as lines
    from hr_integrations i
    join companies c on c.id = i.company_id
    join sync_runs r on r.company_id = i.company_id and r.id = i.last_applied_run_id
    join roster_uploads u on u.company_id = i.company_id and u.id = ${uploadId}
    cross join lateral (
      select array_agg(n::integer - 1) as positions, string_agg(line, e'\n') as lines
      from string_to_table(u.entries, e'\n') with ordinality as split (line, n)
      where not exists (select from unnest(i.entry_hashes) as known where known = ${entryHash(sql)})
    ) differing
    where i.company_id = ${companyId} and i.id = ${integrationId} and i.mark_facts = c.roster_facts
      and i.entry_hashes is not null and r.reading_version = ${READING_VERSION}`;
  return few && few.positions.length <= FEW ? few : undefined;
}
