import type { Sql } from '../../platform/db/types.ts';

/** The fingerprint of the key that signs. Null: none is recorded, or the schema is older than the record. */
export async function selectFingerprint(sql: Sql): Promise<string | null> {
  const [table] = await sql<{ isThere: boolean }[]>`
    select to_regclass('installation') is not null as "isThere"`;
  if (!table?.isThere) return null;
  const [row] = await sql<{ fingerprint: string | null }[]>`
    select to_jsonb(installation) ->> 'key_fingerprint' as fingerprint from installation`;
  return row?.fingerprint ?? null;
}

/** Does nothing if another node was faster. */
export async function insertFingerprint(sql: Sql, fingerprint: string): Promise<void> {
  await sql`update installation set key_fingerprint = ${fingerprint} where key_fingerprint is null`;
}

/** Does nothing if another node has replaced it since it was read. */
export async function updateFingerprint(sql: Sql, before: string, after: string): Promise<void> {
  await sql`update installation set key_fingerprint = ${after} where key_fingerprint = ${before}`;
}

/** Whatever was recorded. */
export async function overwriteFingerprint(sql: Sql, fingerprint: string): Promise<void> {
  await sql`update installation set key_fingerprint = ${fingerprint}`;
}
