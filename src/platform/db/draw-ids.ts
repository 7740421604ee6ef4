import type { Sql } from './types.ts';

type Table = 'dropped_files' | 'employees' | 'roster_uploads';

/** Draws ids in ascending order for rows that are inserted later. Statements that name the rows need not wait for each other. */
export async function drawIds(sql: Sql, table: Table, count: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::int)`;
  return rows.map(({ id }) => id);
}

export async function drawId(sql: Sql, table: Table): Promise<number> {
  const [id] = await drawIds(sql, table, 1);
  if (id === undefined) throw new Error(`the sequence of ${table} returned nothing`);
  return id;
}
