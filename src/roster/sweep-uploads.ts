import type { Pool, Transaction } from '../db/types.ts';
import { deleteUpload, lockExpiredUpload, type UploadKey } from './sql.ts';

/** Deletes abandoned and finished uploads, each in its own transaction. Returns their number. */
export async function sweepUploads(sql: Pool, signal?: AbortSignal): Promise<number> {
  for (let swept = 0; ; swept++) {
    if (signal?.aborted) return swept;
    if (!(await sql.begin((tx) => sweepOne(tx)))) return swept;
  }
}

/** Deletes one finished upload. */
export async function sweepUpload(sql: Pool, upload: UploadKey): Promise<void> {
  await sql.begin((tx) => sweepOne(tx, upload));
}

async function sweepOne(tx: Transaction, only?: UploadKey): Promise<boolean> {
  const upload = await lockExpiredUpload(tx, only);
  if (upload) await deleteUpload(tx, upload);
  return upload !== undefined;
}
