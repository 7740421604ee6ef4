import type pg from 'pg';
import type { Manifest, Sequence, TableHead } from './manifest.ts';

/** The tables of the service, with their size for the progress. The queue has its own schema and is made anew. */
export async function selectTables(client: pg.Client): Promise<(TableHead & { bytes: number })[]> {
  const { rows } = await client.query(`
    select c.relname as table, pg_table_size(c.oid)::float8 as bytes,
      array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.oid order by c.relname`);
  return rows;
}

export async function selectSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    select c.relname as table, a.attname as column,
      pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attidentity <> ''
    order by c.relname, a.attname`);
  const sequences: Sequence[] = [];
  for (const { table, column, sequence } of rows) {
    const { rows: found } = await client.query(
      `select last_value::text as value, is_called as "isCalled" from ${sequence}`,
    );
    sequences.push({ table, column, ...found[0] });
  }
  return sequences;
}

export async function setSequence(client: pg.Client, sequence: Sequence): Promise<void> {
  const { table, column, value, isCalled } = sequence;
  await client.query('select setval(pg_get_serial_sequence(quote_ident($1), $2), $3::bigint, $4)', [
    table,
    column,
    value,
    isCalled,
  ]);
}

export async function selectServer(client: pg.Client): Promise<Pick<Manifest, 'postgres' | 'migrations'>> {
  const { rows: migrations } = await client.query(
    'select version, name, checksum from schema_migrations order by version',
  );
  const { rows } = await client.query(`select current_setting('server_version') as version`);
  return { postgres: rows[0].version, migrations };
}

/** Tables in the schema that a restore fills. */
export async function countTables(client: pg.Client): Promise<number> {
  const { rows } = await client.query(`
    select count(*)::int as count from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`);
  return rows[0].count;
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Tables refer to each other in circles, so no order of loading would satisfy them. */
export async function dropForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select quote_ident(c.relname) as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace order by c.relname, k.conname`);
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return rows;
}

/** Checks every row. */
export async function addForeignKeys(client: pg.Client, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
}

/** Migrations fill some tables, such as the prices. */
export async function deleteRows(client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query(`select exists (select from ${quoted(table)}) as "hasRows"`);
  if (rows[0].hasRows) await client.query(`delete from ${quoted(table)}`);
}

export async function countRows(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query(`select count(*)::float8 as count from ${quoted(table)}`);
  return rows[0].count;
}

export function copyStatement({ table, columns }: TableHead, direction: 'from stdin' | 'to stdout'): string {
  return `copy ${quoted(table)} (${columns.map(quoted).join(', ')}) ${direction}`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
