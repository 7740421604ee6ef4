import type { Sql } from '../../../platform/db/types.ts';

/** The sealed private key. Null: there is none yet, or the schema is older. */
export async function selectHostKey(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ key: string | null }[]>`
    select to_jsonb(installation) ->> 'drop_host_key' as key from installation`;
  return row?.key ?? null;
}

/** Does nothing if another node was faster. */
export async function insertHostKey(sql: Sql, key: string): Promise<void> {
  await sql`update installation set drop_host_key = ${key} where drop_host_key is null`;
}

/** Does nothing if another node has replaced it since it was read. */
export async function replaceHostKey(sql: Sql, before: string, after: string | null): Promise<void> {
  await sql`update installation set drop_host_key = ${after} where drop_host_key = ${before}`;
}
