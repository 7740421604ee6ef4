import type { Sql } from '../../../../../src/platform/db/types.ts';

/** What a database has in the schema `public`. Definitions are as PostgreSQL prints them. */
export interface Catalog {
  tables: Table[];
  /** Functions, triggers and collations, by kind and name. */
  others: Other[];
  /** What `schema-text.ts` cannot write yet. */
  unknown: string[];
}

export interface Table {
  name: string;
  isUnlogged: boolean;
  columns: Column[];
  constraints: Constraint[];
  indexes: { name: string; definition: string }[];
}

export interface Column {
  name: string;
  type: string;
  collation: string | null;
  isRequired: boolean;
  identity: '' | 'a' | 'd';
  isGenerated: boolean;
  /** Of a generated column its value, otherwise its default. */
  expression: string | null;
}

export interface Constraint {
  kind: 'p' | 'u' | 'f' | 'c';
  /** Null: the name that PostgreSQL gives it. */
  name: string | null;
  columns: string[];
  definition: string;
  refersTo: string | null;
}

export interface Other {
  kind: string;
  name: string;
  definition: string;
  /** A function that not every role may execute. */
  isRestricted: boolean;
}

export async function readCatalog(sql: Sql): Promise<Catalog> {
  const [tables, others, unknown] = await Promise.all([
    selectTables(sql),
    selectOthers(sql),
    selectUnknown(sql),
  ]);
  return { tables, others, unknown };
}

/** Constraints and indexes in the order of their creation. Since version 18, PostgreSQL also lists `not null` as constraints. */
async function selectTables(sql: Sql): Promise<Table[]> {
  return await sql<Table[]>`
    select t.relname as name, t.relpersistence = 'u' as "isUnlogged", (
        select json_agg(json_build_object(
            'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'isRequired', a.attnotnull,
            'collation', case when a.attcollation <> y.typcollation then a.attcollation::regcollation::text end,
            'identity', a.attidentity, 'isGenerated', a.attgenerated <> '',
            'expression', pg_get_expr(d.adbin, d.adrelid, true)) order by a.attnum)
        from pg_attribute a
        join pg_type y on y.oid = a.atttypid
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      ) as columns, (
        select coalesce(json_agg(json_build_object(
            'kind', k.contype, 'refersTo', r.relname,
            'name', case when k.conname !~ ('^' || t.relname || '_([a-z0-9_]+_)?(pkey|key|fkey|check)[0-9]*$') then k.conname end,
            'columns', (
              select json_agg(a.attname order by place)
              from unnest(k.conkey) with ordinality as keys (number, place)
              join pg_attribute a on a.attrelid = t.oid and a.attnum = number),
            'definition', replace(pg_get_constraintdef(k.oid, true), ' NOT VALID', '')) order by k.oid), '[]')
        from pg_constraint k
        left join pg_class r on r.oid = nullif(k.confrelid, 0)
        where k.conrelid = t.oid and k.contype in ('p', 'u', 'f', 'c')
      ) as constraints, (
        select coalesce(json_agg(json_build_object(
            'name', c.relname, 'definition', pg_get_indexdef(c.oid, 0, true)) order by c.oid), '[]')
        from pg_index i
        join pg_class c on c.oid = i.indexrelid
        where i.indrelid = t.oid and not exists (
          select from pg_constraint k where k.conindid = i.indexrelid and k.conrelid = i.indrelid and k.contype in ('p', 'u'))
      ) as indexes
    from pg_class t
    where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
    order by t.relname`;
}

async function selectOthers(sql: Sql): Promise<Other[]> {
  return await sql<Other[]>`
    select 'function' as kind, proname as name, pg_get_functiondef(oid) as definition,
      not has_function_privilege('public', oid, 'execute') as "isRestricted"
    from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
    union all
    select 'trigger', tgname, pg_get_triggerdef(t.oid), false
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not tgisinternal
    union all
    select 'collation', collname, (to_jsonb(c) - array['oid', 'collnamespace', 'collowner'])::text, false
    from pg_collation c where collnamespace = 'public'::regnamespace
    order by 1, 2`;
}

/** Tables with options, relations that are neither tables nor belong to one, types, policies, and functions of other kinds. */
async function selectUnknown(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class c
    where relnamespace = 'public'::regnamespace and (
      relkind not in ('r', 'i', 'S') or reloptions is not null or relrowsecurity
      or relkind = 'S' and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'i'))
    union all
    select typname from pg_type where typnamespace = 'public'::regnamespace and typtype in ('d', 'e', 'r')
    union all
    select proname from pg_proc where pronamespace = 'public'::regnamespace and prokind <> 'f'
    union all
    select conname from pg_constraint where connamespace = 'public'::regnamespace and contype not in ('p', 'u', 'f', 'c', 'n')`;
  return rows.map(({ name }) => name);
}
