import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { AppError } from '../../platform/errors.ts';
import { TIMES } from '../../platform/limits.ts';
import { UPLOAD_BYTES_MAXIMUM } from '../../tickets/documents/add-upload.ts';
import type { App } from '../app.ts';
import { patienceWith } from '../limits/bodies-in-flight.ts';
import { readPatiently } from '../limits/patient-body.ts';
import { largerThan, readWhole } from '../limits/whole-body.ts';
import type { Needs } from '../services.ts';
import { companyOf } from './require-session.ts';

const FILE_TYPE = 'application/octet-stream';

/** The name is a header and not part of the address, because proxies log addresses. */
export const fileNameHeader = { 'x-file-name': Type.String({ description: 'Percent-encoded.' }) };

/** Unread. Null if the request has no body: the content type parser below runs only for requests with one. */
export const uploadedFile = Type.Unsafe<Readable | null>({ contentMediaType: FILE_TYPE });

/** Handlers of these routes read the file after all other checks have passed. */
export function acceptFiles(uploads: App): void {
  uploads.removeAllContentTypeParsers();
  uploads.addContentTypeParser(FILE_TYPE, (_request, payload, done) => done(null, payload));
}

/** Reads the whole file in its turn, then stores it. */
export async function receiveFile<Stored>(
  { documentBodies }: Needs<'documentBodies'>,
  request: FastifyRequest,
  store: (bytes: Buffer) => Promise<Stored>,
): Promise<Stored> {
  using arriving = documentBodies.begin(request.raw.socket, companyOf(request));
  const bytes = await readWhole(arriving.bounded(fileOf(request)), UPLOAD_BYTES_MAXIMUM);
  arriving.signal.throwIfAborted();
  return await store(bytes);
}

function fileOf({ body, headers }: FastifyRequest): AsyncIterable<Buffer> {
  if (!(body instanceof Readable))
    throw new AppError('unsupported-media-type', `Send the file itself, as ${FILE_TYPE}.`);
  // Refused before it arrives.
  if (Number(headers['content-length']) > UPLOAD_BYTES_MAXIMUM) throw largerThan(UPLOAD_BYTES_MAXIMUM);
  return readPatiently(body, patienceWith(TIMES.documentIdleSeconds));
}

export function fileNameIn(header: string): string {
  try {
    // Other bytes arrive as Latin-1, whatever they are.
    if (/^[ -~]*$/.test(header)) return decodeURIComponent(header);
  } catch {}
  throw new AppError('malformed-request', 'The header X-File-Name is not valid percent-encoded UTF-8.');
}
