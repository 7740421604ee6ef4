import { Readable } from 'node:stream';
import type { Pool } from '../db/types.ts';
import { notFound } from '../errors.ts';
import type { Scope } from '../integrations/scope.ts';
import { refused } from '../refusals.ts';
import type { MakePdf } from './make-pdf.ts';
import { selectChunk, selectSize, selectSource } from './sql.ts';
import { CONTENT_TYPES, EXTENSIONS, type FileType } from './vocabulary.ts';

interface Download {
  employeeId: number;
  fileName: string;
  contentType: string;
  size: number;
  bytes: Readable;
}

export async function openDownload(
  sql: Pool,
  companyId: number,
  scope: Scope,
  documentId: number,
  makePdf: MakePdf,
  signal?: AbortSignal,
): Promise<Download> {
  const source = await selectSource(sql, companyId, scope, documentId);
  if (!source) throw notFound();
  if (!source.downloadable) throw refused('document-not-downloadable');
  const file = {
    employeeId: source.employeeId,
    fileName: withExtension(source.name, source.fileType),
    contentType: CONTENT_TYPES[source.fileType],
  };
  if (source.kind === 'upload') {
    const size = await selectSize(sql, companyId, documentId);
    return { ...file, size, bytes: Readable.from(chunks(sql, companyId, documentId)) };
  }
  const bytes = await makePdf(companyId, source, signal);
  return { ...file, size: bytes.length, bytes: Readable.from([bytes]) };
}

/** One short query per piece: a slow client holds neither a connection nor a cursor. */
async function* chunks(sql: Pool, companyId: number, documentId: number): AsyncGenerator<Buffer> {
  for (let position = 0; ; position++) {
    const bytes = await selectChunk(sql, companyId, documentId, position);
    if (!bytes) return;
    yield bytes;
  }
}

function withExtension(name: string, fileType: FileType): string {
  const hasOne = EXTENSIONS[fileType].some((extension) => name.toLowerCase().endsWith(extension));
  return hasOne ? name : `${name}.${fileType}`;
}
