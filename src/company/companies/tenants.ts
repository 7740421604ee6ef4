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
  const _places = await readPlaces(
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
  }));
  const key = (tenant: Tenant) => (sort === 'people' ? tenant.people : tenant.applyingSeconds);
  return tenants.sort((one, other) => key(other) - key(one) || one.id - other.id);
}
