import { type Actor, recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/types.ts';
import { AppError, notFound } from '../errors.ts';
import { lockForUpload } from './sql.ts';
import { storeUpload } from './store-upload.ts';
import { EXTENSIONS, FILE_TYPES, type FileType } from './vocabulary.ts';

export const UPLOAD_BYTES_MAXIMUM = 10 * 1024 * 1024;
const NAME_LENGTH_MAXIMUM = 200;

/** What files of each type begin with. */
const MAGIC: Record<FileType, Buffer> = {
  pdf: Buffer.from('%PDF-', 'latin1'),
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  jpeg: Buffer.from([0xff, 0xd8, 0xff]),
};

/** A file that an admin adds for an employee. What it is, is told by its bytes: a name can say anything. */
export async function addUpload(
  tx: Transaction,
  companyId: number,
  actor: Actor,
  upload: { employeeId: number; name: string; bytes: Buffer; downloadable: boolean },
): Promise<number> {
  const { employeeId, bytes, downloadable } = upload;
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
    // Not the name, which may hold that of a person.
    details: { employeeId, fileType, bytes: bytes.length, downloadable },
  });
  return id;
}

/**
 * Without control characters, nor the marks that turn the direction of writing and so can hide what a name ends with,
 * and cut to what there is room for.
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
