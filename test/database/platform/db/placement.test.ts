import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { companyColumn, PLACEMENT, type Placement } from '../../../../src/platform/db/placement.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql } = await createTestDatabase();
const placementOf = (table: string) => (PLACEMENT as Record<string, Placement>)[table];

interface Constraint {
  name: string;
  table: string;
  columns: string[];
  toTable: string | null;
  toColumns: string[] | null;
}

async function selectForeignKeys(): Promise<Constraint[]> {
  return await sql<Constraint[]>`
    select k.conname as name, k.conrelid::regclass::text as table, k.confrelid::regclass::text as "toTable",
      (select array_agg(attname::text order by ord) from unnest(k.conkey) with ordinality as c (num, ord)
       join pg_attribute on attrelid = k.conrelid and attnum = c.num) as columns,
      (select array_agg(attname::text order by ord) from unnest(k.confkey) with ordinality as c (num, ord)
       join pg_attribute on attrelid = k.confrelid and attnum = c.num) as "toColumns"
    from pg_constraint k
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace`;
}

describe('the placement of tables on a cluster', () => {
  it('names every table of the schema', async () => {
    const tables = await sql<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname collate "C"`;
    assert.deepEqual(
      tables.map(({ name }) => name),
      Object.keys(PLACEMENT),
    );
  });

  it('lets each company’s row be found and kept unique on one shard', async () => {
    const keys = await sql<{ name: string; table: string; columns: string[] }[]>`
      select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as table,
        array(select a.attname::text from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any(i.indkey)) as columns
      from pg_index i join pg_class c on c.oid = i.indrelid
      where i.indisunique and c.relnamespace = 'public'::regnamespace`;
    const elsewhere = keys.filter(
      ({ table, columns }) => placementOf(table) === 'company' && !columns.includes(companyColumn(table)),
    );
    assert.deepEqual(elsewhere, []);
  });

  it('has no foreign key between a table of companies and one of the coordinator', async () => {
    const between = (await selectForeignKeys()).filter(
      ({ table, toTable }) => placementOf(table) !== placementOf(toTable ?? ''),
    );
    assert.deepEqual(between, []);
  });

  it('keeps foreign keys between tables of companies within a company', async () => {
    const foreignKeys = (await selectForeignKeys()).filter(({ table }) => placementOf(table) === 'company');
    assert(foreignKeys.length > 40, 'the foreign keys between tables of companies are there');
    const across = foreignKeys.filter(({ table, columns, toTable, toColumns }) => {
      const at = columns.indexOf(companyColumn(table));
      return at < 0 || toColumns?.[at] !== companyColumn(toTable ?? '');
    });
    assert.deepEqual(across, []);
  });

  it('reads no table of the coordinator in a default of a company’s table', async () => {
    const defaults = await sql<{ column: string }[]>`
      select d.adrelid::regclass || '.' || a.attname as column
      from pg_attrdef d
      join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
      join pg_depend uses on uses.classid = 'pg_attrdef'::regclass and uses.objid = d.oid
        and uses.refclassid = 'pg_proc'::regclass
      join pg_depend reads on reads.classid = 'pg_proc'::regclass and reads.objid = uses.refobjid
        and reads.refclassid = 'pg_class'::regclass`;
    assert.deepEqual([...defaults], []);
  });
});
