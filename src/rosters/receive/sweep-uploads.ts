import type { Pool } from '../../platform/db/types.ts';
import { claimExpiredUpload, deleteUpload, findCompaniesWithExpiredUploads } from './uploads-sql.ts';

/** Deletes abandoned and finished uploads, each in its own transaction. Returns their number. */
export async function sweepUploads(sql: Pool, signal?: AbortSignal): Promise<number> {
  let swept = 0;
  for (const companyId of await findCompaniesWithExpiredUploads(sql))
    while (!signal?.aborted && (await sweepUpload(sql, companyId))) swept++;
  return swept;
}

/**
 * Deletes an abandoned or finished upload of the company, this one or any. False if there is none, or if somebody else is deleting
 * it.
 */
export async function sweepUpload(sql: Pool, companyId: number, uploadId?: number): Promise<boolean> {
  return await sql.begin(async (tx) => {
    const upload = await claimExpiredUpload(tx, companyId, uploadId);
    if (upload) await deleteUpload(tx, upload);
    return upload !== undefined;
  });
}
