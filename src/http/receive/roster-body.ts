import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RosterLimits } from '../../platform/config/roster-limits.ts';
import { AppError } from '../../platform/errors.ts';
import { ROSTER_SIZES } from '../../platform/limits.ts';
import { tooManyBytes } from '../../rosters/receive/incoming-roster.ts';
import { type ArrivingBody, patienceWith } from '../limits/bodies-in-flight.ts';
import { readPatiently } from '../limits/patient-body.ts';

/** In this scope, bodies are unread streams: the handler reads them after all other checks have passed. */
export function streamJsonBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', (request, payload, done) => {
    const charset = /;\s*charset="?([^";]+)"?/i.exec(request.headers['content-type'] ?? '')?.[1];
    if (charset !== undefined && !/^utf-?8$/i.test(charset))
      done(
        new AppError('unsupported-media-type', 'JSON is written in UTF-8; send it without another charset.'),
      );
    else done(null, payload);
  });
}

/** The length of the body, if it is sent uncompressed and announced. */
export function announcedBytes({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length'];
  return length === undefined || encodingOf(headers) !== 'identity' ? undefined : Number(length);
}

const encodingOf = (headers: FastifyRequest['headers']) =>
  (headers['content-encoding'] ?? 'identity').trim().toLowerCase();

/** The body, decompressed according to `Content-Encoding`. */
export function readRosterBody(
  request: Pick<FastifyRequest, 'body' | 'headers'>,
  limits: RosterLimits,
  arriving: Pick<ArrivingBody, 'bounded'>,
): AsyncIterable<Buffer> {
  if (!(request.body instanceof Readable)) throw emptyBody();
  const encoding = encodingOf(request.headers);
  if (!['identity', 'gzip', 'x-gzip'].includes(encoding))
    throw new AppError('unsupported-media-type', 'Of compressions only gzip is accepted.');
  // Refused before it arrives. A compressed body is hardly ever larger than its content.
  if (Number(request.headers['content-length']) > limits.bytes) throw tooManyBytes(limits);
  const chunks = readPatiently(request.body, patienceWith(limits.idleSeconds));
  return refuseEmpty(
    arriving.bounded(
      encoding === 'identity' ? refuseGzip(chunks) : gunzip(arriving.bounded(atMost(chunks, limits))),
    ),
  );
}

/** The first byte of a gzip. JSON does not begin with it. */
const GZIP_BEGINNING = 0x1f;

/** A compressed body without the header would only be called invalid JSON. */
async function* refuseGzip(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isBeginning = true;
  for await (const chunk of chunks) {
    if (isBeginning && chunk[0] === GZIP_BEGINNING)
      throw new AppError(
        'malformed-request',
        'The body is compressed with gzip, but the header `Content-Encoding: gzip` is missing.',
      );
    if (chunk.length > 0) isBeginning = false;
    yield chunk;
  }
}

async function* refuseEmpty(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isEmpty = true;
  for await (const chunk of chunks) {
    if (chunk.length > 0) isEmpty = false;
    yield chunk;
  }
  if (isEmpty) throw emptyBody();
}

const emptyBody = () => new AppError('malformed-request', 'The request has no body. Send JSON.');

const BROKEN_GZIP = /^(Z_|ERR_TRAILING_JUNK)/;

/** The reader limits the size after decompression. Compressed bytes can be endless, too: a gzip may be full of empty blocks. */
async function* atMost(chunks: AsyncIterable<Buffer>, limits: RosterLimits): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > limits.bytes) throw tooManyBytes(limits);
    yield chunk;
  }
}

const compressedTooMuch = () =>
  new AppError(
    'payload-too-large',
    `A compressed body may grow to ${ROSTER_SIZES.growth} times its size. Send this one uncompressed.`,
  );

/**
 * Compressed bytes are read ahead: only while the socket is read does the service notice that the client has gone, and a few
 * megabytes take seconds to decompress.
 */
const READ_AHEAD_BYTES = 8 * 1024 * 1024;

/** Only a few chunks are decompressed ahead. Small bodies may grow by any factor. */
async function* gunzip(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = Readable.from(chunks, { objectMode: false, highWaterMark: READ_AHEAD_BYTES });
  const decompressed = createGunzip({ rejectGarbageAfterEnd: true });
  source.on('error', (error) => decompressed.destroy(error));
  source.pipe(decompressed);
  try {
    let bytes = 0;
    for await (const chunk of decompressed) {
      bytes += chunk.length;
      if (bytes > ROSTER_SIZES.smallBytes && bytes > ROSTER_SIZES.growth * decompressed.bytesWritten)
        throw compressedTooMuch();
      yield chunk;
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof Error && 'code' in error && BROKEN_GZIP.test(String(error.code)))
      throw new AppError('malformed-request', 'The body is not valid gzip, or is cut off.');
    throw error;
  } finally {
    source.destroy();
    decompressed.destroy();
  }
}
