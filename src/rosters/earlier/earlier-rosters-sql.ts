import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';
import { listingOfLink, type StoredEntry } from '../plan/entry-json.ts';
import { isNamed, type RunName } from '../runs/runs-sql.ts';

/** A run whose roster can be put together again. */
export interface EarlierRun {
  id: number;
  integrationId: number;
  syncId: string;
  acceptSeq: number;
  /** The run that was read; another one if this roster was accepted as unchanged. */
  readRunId: number;
  entryCount: number;
  /** Invalid entries are not stored. Their people come back with the values that were kept. */
  invalid: number;
  /** Whether it was applied, and this and every later run keep what was listed before. */
  isKept: boolean;
}

export async function selectEarlierRun(
  sql: Sql,
  companyId: number,
  integrationId: number,
  name: RunName,
): Promise<EarlierRun | undefined> {
  const [run] = await sql<EarlierRun[]>`
    select r.id, r.integration_id as "integrationId", r.sync_id as "syncId", r.accept_seq as "acceptSeq",
      coalesce(r.same_as_run_id, r.id) as "readRunId", r.entry_count as "entryCount",
      coalesce((r.counts ->> 'invalid')::int, 0) as invalid,
      r.counts ? 'entries' and i.disconnected_at is null and not exists (
        select from sync_runs later
        where later.company_id = r.company_id and later.integration_id = r.integration_id
          and later.accept_seq >= r.accept_seq and later.counts ? 'entries' and not later.keeps_listings) as "isKept"
    from (
      select * from sync_runs
      where company_id = ${companyId} and integration_id = ${integrationId} and ${isNamed(sql, name)}
    ) r
    join hr_integrations i on i.company_id = r.company_id and i.id = r.integration_id`;
  return run;
}

/**
 * The roster of a run as rows of `hr_id` and `entry` (docs/sync.md, "Earlier rosters"). For each number: what the run itself did
 * not apply; else what the first later change says was listed before; else what the link lists now.
 */
function earlierRoster(
  sql: Sql,
  companyId: number,
  { integrationId, acceptSeq, readRunId }: EarlierRun,
): Fragment {
  return sql`
    select hr_id, entry from (
      with own as materialized (
        select hr_id, entry from sync_changes
        where company_id = ${companyId} and run_id = ${readRunId} and hr_id is not null
          and (entry is not null or position is null)
      ), later as materialized (
        select distinct on (c.hr_id) c.hr_id, c.listed_before
        from sync_runs r
        join sync_changes c on c.company_id = r.company_id and c.run_id = r.id and c.hr_id is not null
        where r.company_id = ${companyId} and r.integration_id = ${integrationId} and r.accept_seq > ${acceptSeq}
          and r.counts ? 'entries'
        order by c.hr_id, r.accept_seq, c.id
      ), present as materialized (
        select distinct on (l.hr_id) l.hr_id, ${listingOfLink(sql, 'l', 'e')} as entry
        from hr_links l
        join employees e on e.company_id = l.company_id and e.id = l.employee_id and e.erased_at is null
        left join sync_runs last on last.company_id = l.company_id and last.id = l.last_run_id
        where l.company_id = ${companyId} and l.integration_id = ${integrationId} and l.type = 'hr-integration'
          and ((l.ended_at is null and l.last_run_id is null) or last.accept_seq >= ${acceptSeq})
        order by l.hr_id, l.id desc
      )
      select hr_id, case
          when own.hr_id is not null then own.entry
          when later.hr_id is not null then later.listed_before
          else present.entry
        end as entry
      from present full join later using (hr_id) full join own using (hr_id)
    ) listed where entry is not null`;
}

/** In the order of the numbers. */
export const selectEarlierRoster = (sql: Sql, companyId: number, run: EarlierRun) =>
  sql<{ entry: StoredEntry }[]>`${earlierRoster(sql, companyId, run)} order by hr_id collate "C"`;
