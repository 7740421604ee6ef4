import { Readable } from 'node:stream';
import type { Pool } from '../db/types.ts';
import { notFound } from '../errors.ts';
import { refused } from '../refusals.ts';
import { renderContract } from './contract-pdf.ts';
import { renderReceipt } from './receipt-pdf.ts';
import { type Source, selectChunk, selectSize, selectSource } from './sql.ts';
import { CONTENT_TYPES, EXTENSIONS, type FileType } from './vocabulary.ts';

interface Download {
  fileName: string;
  contentType: string;
  size: number;
  bytes: Readable;
}

/** `isSpecimen`: on staging, rendered documents say that they are not valid. */
export async function openDownload(
  sql: Pool,
  companyId: number,
  documentId: number,
  { isSpecimen }: { isSpecimen: boolean },
): Promise<Download> {
  const source = await selectSource(sql, companyId, documentId);
  if (!source) throw notFound();
  if (!source.downloadable) throw refused('document-not-downloadable');
  const file = {
    fileName: withExtension(source.name, source.fileType),
    contentType: CONTENT_TYPES[source.fileType],
  };
  if (source.kind === 'upload') {
    const size = await selectSize(sql, companyId, documentId);
    return { ...file, size, bytes: Readable.from(chunks(sql, companyId, documentId)) };
  }
  const bytes = await render(source, isSpecimen);
  return { ...file, size: bytes.length, bytes: Readable.from([bytes]) };
}

async function render({ receipt, offer, createdAt, timeZone }: Source, isSpecimen: boolean): Promise<Buffer> {
  if (receipt) return await renderReceipt(receipt, { createdAt, timeZone, isSpecimen });
  if (!offer) throw new Error('a contract that was not accepted is marked as downloadable');
  return await renderContract(
    {
      terms: offer.terms,
      textVersion: offer.textVersion,
      textDigest: Buffer.from(offer.textDigest, 'hex'),
      acceptedAt: new Date(offer.decidedAt),
    },
    { timeZone, isSpecimen },
  );
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
