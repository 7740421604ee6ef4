import type { Pool } from '../../../../src/platform/db/types.ts';

/** All rows of all tables of the service as text, sorted, and the next value of every sequence. */
export async function allRows(sql: Pool): Promise<{ [table: string]: string[] }> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`;
  const rows: { [table: string]: string[] } = {};
  for (const { name } of tables) {
    const found = await sql<{ row: string }[]>`select t::text as row from ${sql(name)} t`;
    rows[name] = found.map(({ row }) => row).sort();
  }
  const sequences = await sql<{ name: string; last: number | null }[]>`
    select sequencename as name, last_value as last from pg_sequences where schemaname = 'public' order by 1`;
  rows['(sequences)'] = sequences.map(({ name, last }) => `${name} ${last}`);
  return rows;
}
