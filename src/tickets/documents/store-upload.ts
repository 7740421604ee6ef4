import type { Transaction } from '../../platform/db/types.ts';
import { SIZES } from '../../platform/limits.ts';
import { insertChunk, insertUpload } from './documents-sql.ts';
import type { FileType } from './file-types.ts';

const { documentPieceBytes: PIECE_BYTES } = SIZES;

export async function storeUpload(
  tx: Transaction,
  companyId: number,
  upload: { employeeId: number; name: string; fileType: FileType; downloadable: boolean },
  bytes: Buffer,
): Promise<number> {
  const id = await insertUpload(tx, companyId, upload);
  for (let position = 0; position * PIECE_BYTES < bytes.length; position++)
    await insertChunk(
      tx,
      companyId,
      id,
      position,
      bytes.subarray(position * PIECE_BYTES, (position + 1) * PIECE_BYTES),
    );
  return id;
}
