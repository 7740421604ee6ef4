import { once } from 'node:events';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { AppError } from '../../platform/errors.ts';
import { UPLOADS, type UploadKey } from './uploads-sql.ts';

export const COPY_ENTRIES = `copy roster_entries (company_id, upload_id, position, hr_id, first_name, last_name, email, date_of_birth,
  profile_image, start_date, termination_date, auto_sync, absences, payroll) from stdin`;

/**
 * Stores a batch of entries and renews the upload's claim in one transaction, so nothing is stored for a
 * swept upload. The commit is asynchronous: the acceptance counts the entries, and its
 * commit flushes everything before it.
 */
export async function copyEntries(copies: pg.Pool, upload: UploadKey, lines: Buffer): Promise<number> {
  const client = await copies.connect();
  let broken = true;
  try {
    if (!(await beginBatch(client, upload))) throw uploadGone();
    const stream = client.query(copyFrom(COPY_ENTRIES));
    stream.end(lines);
    await once(stream, 'finish');
    await client.query('commit');
    broken = false;
    return stream.rowCount;
  } finally {
    // A connection is closed after an error, which also ends its transaction.
    client.release(broken);
  }
}

/** One round trip: this process is busy while entries arrive, and every answer waits for the event loop. */
async function beginBatch(client: pg.PoolClient, { companyId, uploadId }: UploadKey): Promise<boolean> {
  const results = (await client.query(`
    begin;
    set local synchronous_commit = off;
    update roster_uploads set lease_until = now() + interval '${UPLOADS.seconds} seconds'
    where company_id = ${Number(companyId)} and id = ${Number(uploadId)}`)) as unknown as pg.QueryResult[];
  return results.at(-1)?.rowCount === 1;
}

export const uploadGone = () =>
  new AppError('request-timeout', 'The upload took too long and was given up. Please send the roster again.');

/** A roster with missing entries is never accepted: it would offboard people. */
export function requireAll(stored: number, read: number): void {
  if (stored !== read) throw new Error(`${stored} entries were stored where ${read} were read`);
}
