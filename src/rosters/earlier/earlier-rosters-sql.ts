import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';
import { listingOfLink, type StoredEntry } from '../plan/entry-json.ts';
import { isNamed, type RunName } from '../runs/runs-sql.ts';

/** A run whose roster may be put together again. */
export interface EarlierRun {
  id: number;
  integrationId: number;
  syncId: string;
  acceptSeq: number;
  acceptedAt: Date;
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
  return await selectOne(sql, companyId, integrationId, isNamed(sql, name));
}

/** The latest applied run before this one. */
export async function selectRunBefore(
  sql: Sql,
  companyId: number,
  { integrationId, acceptSeq }: Pick<EarlierRun, 'integrationId' | 'acceptSeq'>,
): Promise<EarlierRun | undefined> {
  return await selectOne(
    sql,
    companyId,
    integrationId,
    sql`counts ? 'entries' and accept_seq < ${acceptSeq} order by accept_seq desc limit 1`,
  );
}

export async function selectLatestRun(
  sql: Sql,
  companyId: number,
  integrationId: number,
): Promise<EarlierRun | undefined> {
  return await selectOne(
    sql,
    companyId,
    integrationId,
    sql`counts ? 'entries' order by accept_seq desc limit 1`,
  );
}

async function selectOne(
  sql: Sql,
  companyId: number,
  integrationId: number,
  which: Fragment,
): Promise<EarlierRun | undefined> {
  const [run] = await sql<EarlierRun[]>`
    select r.id, r.integration_id as "integrationId", r.sync_id as "syncId", r.accept_seq as "acceptSeq",
      r.accepted_at as "acceptedAt", coalesce(r.same_as_run_id, r.id) as "readRunId", r.entry_count as "entryCount",
      coalesce((r.counts ->> 'invalid')::int, 0) as invalid,
      r.counts ? 'entries' and i.disconnected_at is null and not exists (
        select from sync_runs later
        where later.company_id = ${companyId} and later.integration_id = ${integrationId}
          and later.accept_seq >= r.accept_seq and later.counts ? 'entries' and not later.keeps_listings) as "isKept"
    from (
      select * from sync_runs where company_id = ${companyId} and integration_id = ${integrationId} and ${which}
    ) r
    join hr_integrations i on i.company_id = ${companyId} and i.id = ${integrationId}`;
  return run;
}

/** The numbers after the first and up to the second one. Null: without this bound. */
export type Range = readonly [after: string | null, upTo: string | null];

export const EVERYBODY: Range = [null, null];

/** Divides the numbers of an integration into ranges of about this many. */
export async function selectRanges(
  sql: Sql,
  companyId: number,
  integrationId: number,
  size: number,
): Promise<Range[]> {
  const bounds = await sql<{ hrId: string }[]>`
    select hr_id as "hrId" from (
      select hr_id, row_number() over (order by hr_id) as place
      from (
        select distinct hr_id from hr_links
        where company_id = ${companyId} and integration_id = ${integrationId} and type = 'hr-integration'
      ) numbers
    ) numbered where place % ${size} = 0 order by hr_id`;
  const ends = [...bounds.map(({ hrId }) => hrId), null];
  return ends.map((end, index) => [ends[index - 1] ?? null, end]);
}

/**
 * The roster of a run as rows of `hr_id` and `entry` (docs/decisions/0034-earlier-rosters-from-changes.md). For each number: what the run itself did
 * not apply; else what the first later change says was listed before; else what the link lists now.
 */
function earlierRoster(
  sql: Sql,
  companyId: number,
  { integrationId, acceptSeq, readRunId }: EarlierRun,
  [after, upTo]: Range,
): Fragment {
  const within = (hrId: Fragment) =>
    sql`${after === null ? sql`true` : sql`${hrId} > ${after}`} and ${upTo === null ? sql`true` : sql`${hrId} <= ${upTo}`}`;
  return sql`
    select hr_id, entry from (
      with own as materialized (
        select hr_id, entry from sync_changes
        where company_id = ${companyId} and run_id = ${readRunId} and hr_id is not null
          and (entry is not null or position is null) and ${within(sql`hr_id`)}
      ), later as materialized (
        select distinct on (c.hr_id) c.hr_id, c.listed_before
        from sync_runs r
        join sync_changes c on c.company_id = r.company_id and c.run_id = r.id and c.hr_id is not null
        where r.company_id = ${companyId} and r.integration_id = ${integrationId} and r.accept_seq > ${acceptSeq}
          and r.counts ? 'entries' and ${within(sql`c.hr_id`)}
        order by c.hr_id, r.accept_seq, c.id
      ), present as materialized (
        select distinct on (l.hr_id) l.hr_id, ${listingOfLink(sql, 'l', 'e')} as entry
        from hr_links l
        join employees e on e.company_id = l.company_id and e.id = l.employee_id and e.erased_at is null
        left join sync_runs last on last.company_id = l.company_id and last.id = l.last_run_id
        where l.company_id = ${companyId} and l.integration_id = ${integrationId} and l.type = 'hr-integration'
          and ((l.ended_at is null and l.last_run_id is null) or last.accept_seq >= ${acceptSeq})
          and ${within(sql`l.hr_id`)}
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
export const selectEarlierRoster = (sql: Sql, companyId: number, run: EarlierRun, range: Range) =>
  sql<{ entry: StoredEntry }[]>`${earlierRoster(sql, companyId, run, range)} order by hr_id`;

export const DIFFERENCES = ['came', 'left', 'changed'] as const;

/** A number whose entries differ between two rosters. Null: the roster does not list it. */
export interface DifferentEntries {
  difference: (typeof DIFFERENCES)[number];
  hrId: string;
  before: StoredEntry | null;
  after: StoredEntry | null;
}

function differentEntries(
  sql: Sql,
  companyId: number,
  { before, after }: { before: EarlierRun; after: EarlierRun },
  range: Range,
): Fragment {
  return sql`
    select hr_id, a.entry as before, b.entry as after, case
        when a.entry is null then 'came' when b.entry is null then 'left' else 'changed' end as difference
    from (${earlierRoster(sql, companyId, before, range)}) a
    full join (${earlierRoster(sql, companyId, after, range)}) b using (hr_id)
    where a.entry is distinct from b.entry and ${withoutKinds(sql, 'a')} is distinct from ${withoutKinds(sql, 'b')}`;
}

/** The kind of an absence is not sent: it follows from the type by the rules of the day. */
function withoutKinds(sql: Sql, alias: string): Fragment {
  const entry = sql`${sql(alias)}.entry`;
  return sql`jsonb_set(${entry}, '{absences}', (
    select coalesce(jsonb_agg(absence - 'kind' order by place), '[]')
    from jsonb_array_elements(${entry} -> 'absences') with ordinality as listed (absence, place)))`;
}

/** In the order of the numbers. */
export const selectDifferences = (
  sql: Sql,
  companyId: number,
  pair: { before: EarlierRun; after: EarlierRun },
  range: Range,
) =>
  sql<DifferentEntries[]>`
    select hr_id as "hrId", before, after, difference
    from (${differentEntries(sql, companyId, pair, range)}) d order by hr_id`;

/** The first ones of each kind, and how many of its kind there are. */
export const selectFirstDifferences = (
  sql: Sql,
  companyId: number,
  pair: { before: EarlierRun; after: EarlierRun },
  max: number,
) =>
  sql<(DifferentEntries & { total: number })[]>`
    select hr_id as "hrId", before, after, difference, total from (
      select d.*, count(*) over (partition by difference) as total,
        row_number() over (partition by difference order by hr_id) as place
      from (${differentEntries(sql, companyId, pair, EVERYBODY)}) d
    ) numbered where place <= ${max} order by hr_id`;
