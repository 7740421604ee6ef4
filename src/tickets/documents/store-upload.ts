import type { Transaction } from '../../platform/db/types.ts';
import { insertChunk, insertUpload } from './documents-sql.ts';
import type { FileType } from './file-types.ts';

const CHUNK_BYTES = 256 * 1024;

export async function storeUpload(
  tx: Transaction,
  companyId: number,
  upload: { employeeId: number; name: string; fileType: FileType; downloadable: boolean; createdAt?: Date },
  bytes: Buffer,
): Promise<number> {
  const id = await insertUpload(tx, companyId, upload);
  for (let position = 0; position * CHUNK_BYTES < bytes.length; position++)
    await insertChunk(
      tx,
      companyId,
      id,
      position,
      bytes.subarray(position * CHUNK_BYTES, (position + 1) * CHUNK_BYTES),
    );
  return id;
}
