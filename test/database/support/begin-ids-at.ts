import type { Sql } from '../../../src/platform/db/types.ts';

/** Lets the ids of new records begin far from 1, those of each table at another number, and the numbers of events too. */
export async function beginIdsAt(sql: Sql, first: number): Promise<void> {
  await sql`
    select setval(pg_get_serial_sequence(quote_ident(c.relname), a.attname), ${first}::bigint + 1000003 * row_number() over (order by c.relname), false)
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and a.attidentity <> ''`;
}
