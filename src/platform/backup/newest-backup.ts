import type { Sql } from '../db/types.ts';

/** A nightly backup is older than this if one was missed. deploy/alerts.yml has the same limit. */
export const MAX_BACKUP_AGE_SECONDS = 36 * 60 * 60;

/** Notes that the data as of this time is in a backup. */
export async function noteBackup(sql: Sql, takenAt: string): Promise<void> {
  await sql`update installation set backup_taken_at = greatest(backup_taken_at, ${takenAt}::timestamptz)`;
}

/** How long ago the newest backup was taken. Null: `transit backup` has made none. */
export async function selectBackupAge(sql: Sql): Promise<number | null> {
  const [found] = await sql<{ seconds: number | null }[]>`
    select extract(epoch from now() - backup_taken_at)::float8 as seconds from installation`;
  return found?.seconds ?? null;
}
