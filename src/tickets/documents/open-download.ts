import { Readable } from 'node:stream';
import type { Scope } from '../../domain/access/scope.ts';
import { type Client, ClientSlots } from '../../platform/client-slots.ts';
import type { ListReader, Lists, Pool } from '../../platform/db/types.ts';
import { clientGone, noSuch } from '../../platform/errors.ts';
import { SLOTS } from '../../platform/limits.ts';
import { refused } from '../../platform/refusals.ts';
import { Slots } from '../../platform/slots.ts';
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

export type OpenDownload = (
  asker: { reader: ListReader; client: Client },
  scope: Scope,
  documentId: number,
) => Promise<Download>;

/** Reads an uploaded file like a list, in turn with other companies: many downloads at once delay nobody else. */
export function createDownloads({ sql, lists }: { sql: Pool; lists: Lists }, makePdf: MakePdf): OpenDownload {
  const openUpload = createUploadReader(lists);
  return async ({ reader, client }, scope, documentId) => {
    const { companyId, signal } = reader;
    const source = await selectSource(sql, companyId, scope, documentId);
    if (!source) throw noSuch('document', documentId);
    if (!source.downloadable) throw refused('document-not-downloadable');
    const file = {
      employeeId: source.employeeId,
      fileName: withExtension(source.name, source.fileType),
      contentType: CONTENT_TYPES[source.fileType],
    };
    if (source.kind === 'upload') return { ...file, ...(await openUpload(reader, client, documentId)) };
    const bytes = await makePdf(companyId, source, signal);
    return { ...file, size: bytes.length, bytes: Readable.from([bytes]) };
  };
}

/** The slot of a download is free when the stream is closed: the client has taken the file, or has gone. */
function createUploadReader(lists: Lists) {
  const open = new ClientSlots(SLOTS.downloads);
  const pieces = new Slots(SLOTS.downloadPieces);
  return async (reader: ListReader, client: Client, documentId: number) => {
    const { companyId, signal } = reader;
    await open.take(client, signal).catch(rethrow(signal));
    try {
      const read = lists.batches(reader);
      const size = await read((sql) => selectSize(sql, companyId, documentId));
      const readPiece = (position: number) =>
        read((sql) => selectChunk(sql, companyId, documentId, position));
      const inTurn = (position: number) =>
        pieces.use(companyId, () => readPiece(position), signal).catch(rethrow(signal));
      const bytes = Readable.from(inPieces(size, inTurn));
      return { size, bytes: bytes.once('close', () => open.release(client)) };
    } catch (error) {
      open.release(client);
      throw error;
    }
  };
}

/** One short query per piece: a slow client holds neither a connection nor a cursor. */
async function* inPieces(
  size: number,
  readPiece: (position: number) => Promise<Buffer | undefined>,
): AsyncGenerator<Buffer> {
  for (let position = 0, sent = 0; sent < size; position++) {
    const bytes = await readPiece(position);
    if (!bytes) return;
    sent += bytes.length;
    yield bytes;
  }
}

/** A client that goes while it waits is no failure of the service. */
function rethrow(signal: AbortSignal): (error: unknown) => never {
  return (error) => {
    throw signal.aborted ? clientGone(error) : error;
  };
}

function withExtension(name: string, fileType: FileType): string {
  const hasOne = EXTENSIONS[fileType].some((extension) => name.toLowerCase().endsWith(extension));
  return hasOne ? name : `${name}.${fileType}`;
}
