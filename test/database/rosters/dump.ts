import type { Pool } from '../../../src/platform/db/types.ts';

/**
 * Rows as text with the id of the transaction that wrote them. Equal dumps mean that no row was written, not
 * even with the same values.
 */
export type Dump = Record<string, string[]>;

export async function dumpCompany(sql: Pool, companyId: number, tables: readonly string[]): Promise<Dump> {
  const dump: Dump = {};
  for (const table of tables) {
    const rows = await sql<{ row: string }[]>`
      select t.xmin || ' ' || t::text as row from ${sql(table)} t where company_id = ${companyId}
        order by row`;
    dump[table] = rows.map(({ row }) => row);
  }
  return dump;
}

/** The tables of a company that a sync may change. */
export const SYNCED_TABLES = [
  'employees',
  'past_terms',
  'hr_links',
  'tickets',
  'contract_offers',
  'documents',
  'sync_runs',
  'sync_changes',
  'sync_held_ends',
  'sync_conflicts',
  'roster_uploads',
  'roster_entries',
  'audit_log',
];

/** Tables that background work writes at any moment: the last use of a key. */
export const WRITTEN_IN_BACKGROUND = ['public.api_keys'];

/** Dumps all tables. */
export async function dumpEverything(sql: Pool, except: readonly string[] = []): Promise<Dump> {
  const tables = await sql<{ schema: string; name: string }[]>`
    select n.nspname as schema, c.relname as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' order by 1, 2`;
  const dump: Dump = {};
  for (const { schema, name } of tables) {
    if (except.includes(`${schema}.${name}`)) continue;
    const rows = await sql<{ row: string }[]>`
      select t.xmin || ' ' || t::text as row from ${sql(schema)}.${sql(name)} t order by row`;
    dump[`${schema}.${name}`] = rows.map(({ row }) => row);
  }
  return dump;
}
