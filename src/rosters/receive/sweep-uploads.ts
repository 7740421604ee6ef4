import type { Pool } from '../../platform/db/types.ts';
import { deleteUpload, lockExpiredUpload, selectExpiredUploads, type UploadKey } from './uploads-sql.ts';

/** The number of uploads that are looked for at a time. */
const BATCH = 1_000;

/** Deletes abandoned and finished uploads, each in its own transaction. Returns their number. */
export async function sweepUploads(sql: Pool, signal?: AbortSignal): Promise<number> {
  let swept = 0;
  for (;;) {
    const before = swept;
    const expired = await selectExpiredUploads(sql, BATCH);
    for (const upload of expired) {
      if (signal?.aborted) return swept;
      if (await sweepUpload(sql, upload)) swept++;
    }
    // Uploads that another node has locked are left to that node.
    if (expired.length < BATCH || swept === before) return swept;
  }
}

/** Deletes one finished upload. False if it is not expired, or if somebody else has locked it. */
export async function sweepUpload(sql: Pool, upload: UploadKey): Promise<boolean> {
  return await sql.begin(async (tx) => {
    const isMine = await lockExpiredUpload(tx, upload);
    if (isMine) await deleteUpload(tx, upload);
    return isMine;
  });
}
