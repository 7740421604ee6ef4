import { allCompanies } from '../../platform/db/cross-company.ts';
import type { Sql } from '../../platform/db/types.ts';

/** How large a company is, how much its rosters cost, and where its rows are. */
export interface Tenant {
  id: number;
  name: string;
  people: number;
  /**
   * Rosters of the last days, their entries, and the time that applying them took. A held roster that was discarded or followed by
   * another one has waited for most of its time, so it adds none.
   */
  rosters: number;
  entries: number;
  applyingSeconds: number;
  /** Null on a plain server: everything is in one place. */
  place: Shard | null;
}

export interface Shard {
  server: string;
  shardId: number;
  /** Whether the company has an isolated shard, which no other company can share. */
  isAlone: boolean;
}

export const TENANT_SORTS = ['people', 'load'] as const;

/**
 * All companies, the largest or busiest first. Each statement groups by company, so every shard of a cluster counts its own
 * companies.
 */
export async function listTenants(
  sql: Sql,
  { days, sort }: { days: number; sort: (typeof TENANT_SORTS)[number] },
): Promise<Tenant[]> {
  const all = allCompanies(sql, 'tenants');
  const companies = await sql<{ id: number; name: string }[]>`
    ${all} select id, name from companies`;
  const people = await sql<{ id: number; people: number }[]>`
    ${all} select company_id as id, count(*)::int as people from employees group by company_id`;
  const loads = await sql<({ id: number } & Pick<Tenant, 'rosters' | 'entries' | 'applyingSeconds'>)[]>`
    ${all} select company_id as id, count(*)::int as rosters, sum(entry_count)::bigint as entries,
      coalesce(extract(epoch from sum(finished_at - started_at) filter (where status in ('succeeded', 'failed'))), 0)::float
        as "applyingSeconds"
    from sync_runs where accepted_at > now() - make_interval(days => ${days}) group by company_id`;
  const places = await readPlaces(
    sql,
    companies.map(({ id }) => id),
  );
  const peopleOf = new Map(people.map((each) => [each.id, each.people]));
  const loadOf = new Map(loads.map(({ id, ...load }) => [id, load]));
  const tenants = companies.map(({ id, name }) => ({
    id,
    name,
    people: peopleOf.get(id) ?? 0,
    ...(loadOf.get(id) ?? { rosters: 0, entries: 0, applyingSeconds: 0 }),
    place: places.get(id) ?? null,
  }));
  const key = (tenant: Tenant) => (sort === 'people' ? tenant.people : tenant.applyingSeconds);
  return tenants.sort((one, other) => key(other) - key(one) || one.id - other.id);
}

/** Empty on a plain server. */
async function readPlaces(sql: Sql, ids: readonly number[]): Promise<Map<number, Shard>> {
  if (!sql.isDistributed) return new Map();
  const found = await sql<({ id: number } & Shard)[]>`
    select t.id, p.shardid as "shardId", n.nodename || ':' || n.nodeport as server,
      s.shardminvalue = s.shardmaxvalue as "isAlone"
    from (
      select id, get_shard_id_for_distribution_column('companies', id) as shard from unnest(${ids}::bigint[]) id
    ) t
    join pg_dist_shard s on s.shardid = t.shard
    join pg_dist_placement p on p.shardid = t.shard
    join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'`;
  return new Map(found.map(({ id, ...place }) => [id, place]));
}
