import { Readable } from 'node:stream';
import type { Scope } from '../../domain/access/scope.ts';
import type { ListReader, Lists, Pool, ReadBatch } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';
import { selectChunk, selectSize, selectSource } from './documents-sql.ts';
import { CONTENT_TYPES, EXTENSIONS, type FileType } from './file-types.ts';
import type { MakePdf } from './make-pdf.ts';

export interface Download {
  employeeId: number;
  fileName: string;
  contentType: string;
  size: number;
  bytes: Readable;
}

/** Reads an uploaded file like a list, in turn with other companies: many downloads at once delay nobody else. */
export async function openDownload(
  { sql, lists }: { sql: Pool; lists: Lists },
  reader: ListReader,
  scope: Scope,
  documentId: number,
  makePdf: MakePdf,
): Promise<Download> {
  const { companyId, signal } = reader;
  const source = await selectSource(sql, companyId, scope, documentId);
  if (!source) throw notFound();
  if (!source.downloadable) throw refused('document-not-downloadable');
  const file = {
    employeeId: source.employeeId,
    fileName: withExtension(source.name, source.fileType),
    contentType: CONTENT_TYPES[source.fileType],
  };
  if (source.kind === 'upload') {
    const read = lists.batches(reader);
    const size = await read((list) => selectSize(list, companyId, documentId));
    return { ...file, size, bytes: Readable.from(chunks(read, companyId, documentId)) };
  }
  const bytes = await makePdf(companyId, source, signal);
  return { ...file, size: bytes.length, bytes: Readable.from([bytes]) };
}

/** One short query per piece: a slow client holds neither a connection nor a cursor. */
async function* chunks(read: ReadBatch, companyId: number, documentId: number): AsyncGenerator<Buffer> {
  for (let position = 0; ; position++) {
    const bytes = await read((sql) => selectChunk(sql, companyId, documentId, position));
    if (!bytes) return;
    yield bytes;
  }
}

function withExtension(name: string, fileType: FileType): string {
  const hasOne = EXTENSIONS[fileType].some((extension) => name.toLowerCase().endsWith(extension));
  return hasOne ? name : `${name}.${fileType}`;
}
