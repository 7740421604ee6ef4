import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { SIZES } from '../../platform/limits.ts';
import { lockForUpload } from './documents-sql.ts';
import { EXTENSIONS, FILE_TYPES, type FileType } from './file-types.ts';
import { storeUpload } from './store-upload.ts';

export const UPLOAD_BYTES_MAXIMUM = SIZES.documentBytes;
const NAME_LENGTH_MAXIMUM = 200;

/** The first bytes of each file type. */
const MAGIC: Record<FileType, Buffer> = {
  pdf: Buffer.from('%PDF-', 'latin1'),
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  jpeg: Buffer.from([0xff, 0xd8, 0xff]),
};

/**
 * Stores a file that an admin adds for an employee. The first bytes decide the file type; the file name does
 * not.
 */
export async function addUpload(
  tx: Transaction,
  companyId: number,
  actor: Actor,
  upload: {
    employeeId: number;
    name: string;
    bytes: Buffer;
    downloadable: boolean;
    /** The offer whose answer on paper the file shows. */
    offerId?: number;
  },
): Promise<number> {
  const { employeeId, bytes, downloadable, offerId } = upload;
  if (bytes.length > UPLOAD_BYTES_MAXIMUM)
    throw new AppError('payload-too-large', `A file may have ${UPLOAD_BYTES_MAXIMUM} bytes.`);
  const name = cleanName(upload.name);
  const fileType = typeOf(bytes, name);
  if (!(await lockForUpload(tx, companyId, employeeId))) throw notFound();
  const id = await storeUpload(tx, companyId, { employeeId, name, fileType, downloadable }, bytes);
  await recordChange(tx, companyId, {
    actor,
    action: 'document-uploaded',
    subject: { type: 'document', id },
    // The file name is not logged: it may contain a person's name.
    details: {
      employeeId,
      fileType,
      bytes: bytes.length,
      downloadable,
      ...(offerId !== undefined && { offerId }),
    },
  });
  return id;
}

/**
 * Removes control characters and the marks that reverse the writing direction, which can hide a file
 * extension, and cuts the name to the allowed length.
 */
function cleanName(name: string): string {
  const clean = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .trim();
  if (clean === '') throw invalid('name', 'missing', 'is empty');
  return [...clean].slice(0, NAME_LENGTH_MAXIMUM).join('').trim();
}

function typeOf(bytes: Buffer, name: string): FileType {
  const isOf = (type: FileType) => bytes.subarray(0, MAGIC[type].length).equals(MAGIC[type]);
  const found = FILE_TYPES.find(isOf);
  if (!found) throw invalid('file', 'not-allowed', 'must be a PDF, PNG or JPEG file');
  const claimed = FILE_TYPES.find((type) => EXTENSIONS[type].some((end) => name.toLowerCase().endsWith(end)));
  if (claimed && claimed !== found)
    throw invalid('file', 'malformed', `is a file of type ${found}, while its name says ${claimed}`);
  return found;
}

function invalid(field: string, code: string, message: string): AppError {
  return new AppError('invalid-values', `/${field} ${message}.`, {
    errors: [{ in: 'body', pointer: `/${field}`, code, message }],
  });
}
