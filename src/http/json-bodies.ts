import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest, preValidationHookHandler } from 'fastify';
import { AppError } from '../errors.ts';
import { readPatiently } from './patient-body.ts';

/** The limit of ordinary bodies. Routes that accept more declare their own limit. */
export const SMALL_BODY_BYTES = 16 * 1024;

const PATIENCE = { idleMs: 30_000, slowestPerSecond: 256, slowForMs: 30_000 };

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Accepts only JSON in UTF-8: no plain text, no guessing. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (request: FastifyRequest, body: Readable) =>
    parse(request, await readWhole(body, request.routeOptions.bodyLimit)),
  );
  // Without content type and length, Fastify would skip parsing and call the handler.
  const requireBody: preValidationHookHandler = (request, _reply, done) =>
    done(request.body === undefined ? emptyBody() : undefined);
  app.addHook('onRoute', (route) => {
    if (route.schema?.body) route.preValidation = [requireBody, route.preValidation ?? []].flat();
  });
}

async function readWhole(body: Readable, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of readPatiently(body, PATIENCE)) {
    bytes += chunk.length;
    if (bytes > most)
      throw new AppError(
        'payload-too-large',
        `The request body is larger than ${most} bytes, the maximum here.`,
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The parser's message quotes the input, so it is not passed on. */
function parse(request: FastifyRequest, body: Buffer): unknown {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity')
    throw new AppError('unsupported-media-type', 'This route does not accept a compressed body.');
  if (body.length === 0) throw emptyBody();
  let text: string;
  try {
    text = decoder.decode(body);
  } catch {
    throw new AppError('malformed-request', 'The body is not valid UTF-8.');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('malformed-request', 'The body is not valid JSON.');
  }
}

const emptyBody = () => new AppError('malformed-request', 'The request has no body. Send JSON.');
