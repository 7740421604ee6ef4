import { setTimeout } from 'node:timers/promises';
import { makeZip } from 'client-zip';
import { WHOLE_COMPANY } from '../../domain/access/scope.ts';
import type { ListReader, Lists } from '../../platform/db/types.ts';
import { AppError } from '../../platform/errors.ts';
import { type Document, selectSource } from './documents-sql.ts';
import { type DocumentFilter, readDocuments } from './list-documents.ts';
import type { MakePdf } from './make-pdf.ts';

const WAIT_FOR_THREAD_MS = 500;

/** Receipts or accepted contracts in one file. Each PDF is made when the client has taken the one before. */
export function zipDocuments(
  { lists }: { lists: Lists },
  reader: ListReader,
  filter: DocumentFilter & { kinds: ('receipt' | 'contract')[] },
  makePdf: MakePdf,
): ReadableStream<Uint8Array> {
  return makeZip(files(lists, reader, { ...filter, downloadable: true }, makePdf));
}

async function* files(lists: Lists, reader: ListReader, filter: DocumentFilter, makePdf: MakePdf) {
  const { companyId, signal } = reader;
  const read = lists.batches(reader);
  for await (const documents of readDocuments(read, companyId, filter))
    for (const document of documents) {
      const source = await read((sql) => selectSource(sql, companyId, WHOLE_COMPANY, document.id));
      // Erased or withheld since the list was read.
      if (!source?.downloadable) continue;
      const input = await patiently(() => makePdf(companyId, source, signal), signal);
      yield { name: fileName(document), lastModified: document.createdAt, input };
    }
}

/** The answer has begun, so a busy moment must not end it. */
async function patiently<Result>(make: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (;;)
    try {
      return await make();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'busy') throw error;
      await setTimeout(WAIT_FOR_THREAD_MS, undefined, { signal });
    }
}

/** The number makes it unique. Windows forbids some characters in names of files. */
function fileName({ id, name, firstName, lastName }: Document): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: names come from HR systems and may contain them
  return `${`${lastName}, ${firstName} - ${name}`.replaceAll(/[\u0000-\u001f\\/:*?"<>|]+/g, ' ')} (${id}).pdf`;
}
