import { Readable } from 'node:stream';
import type { Pool } from '../db/connect.ts';
import { AppError, notFound } from '../errors.ts';
import { selectChunk, selectDocuments, selectSize } from './sql.ts';
import { CONTENT_TYPES } from './vocabulary.ts';

interface Download {
  fileName: string;
  contentType: string;
  size: number;
  bytes: Readable;
}

export async function openDownload(sql: Pool, companyId: number, documentId: number): Promise<Download> {
  const [document] = await selectDocuments(sql, companyId, [documentId]);
  if (!document) throw notFound();
  if (!document.downloadable)
    throw new AppError(
      'document-not-downloadable',
      'This document cannot be downloaded: its `downloadable` is false.',
    );
  return {
    fileName: withExtension(document.name, document.fileType),
    contentType: CONTENT_TYPES[document.fileType],
    size: await selectSize(sql, companyId, documentId),
    bytes: Readable.from(chunks(sql, companyId, documentId)),
  };
}

/** One short query a piece: a slow client holds neither a connection nor a cursor. */
async function* chunks(sql: Pool, companyId: number, documentId: number): AsyncGenerator<Buffer> {
  for (let position = 0; ; position++) {
    const bytes = await selectChunk(sql, companyId, documentId, position);
    if (!bytes) return;
    yield bytes;
  }
}

function withExtension(name: string, fileType: string): string {
  return name.toLowerCase().endsWith(`.${fileType}`) ? name : `${name}.${fileType}`;
}
