import type { Pool } from '../db/types.ts';
import { deleteUpload, lockExpiredUpload, selectExpiredUploads, type UploadKey } from './sql.ts';

/** Deletes abandoned and finished uploads, each in its own transaction. Returns their number. */
export async function sweepUploads(sql: Pool, signal?: AbortSignal): Promise<number> {
  let swept = 0;
  for (const upload of await selectExpiredUploads(sql)) {
    if (signal?.aborted) break;
    if (await sweepUpload(sql, upload)) swept += 1;
  }
  return swept;
}

/** Deletes one finished upload. False if it is not finished, or locked. */
export async function sweepUpload(sql: Pool, upload: UploadKey): Promise<boolean> {
  return await sql.begin(async (tx) => {
    if (!(await lockExpiredUpload(tx, upload))) return false;
    await deleteUpload(tx, upload);
    return true;
  });
}
