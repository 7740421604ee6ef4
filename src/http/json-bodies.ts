import type { FastifyInstance, FastifyRequest, preValidationHookHandler } from 'fastify';
import { AppError } from '../errors.ts';

/** For bodies that hold a few values. What takes more declares its own limit. */
export const SMALL_BODY_BYTES = 16 * 1024;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** JSON in UTF-8 is what bodies are written in, and all that is accepted: no plain text, nothing guessed. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => parse(request, body),
  );
  // Without a content type and a length there is nothing to parse, and Fastify goes on as if there need not be.
  const requireBody: preValidationHookHandler = (request, _reply, done) =>
    done(request.body === undefined ? emptyBody() : undefined);
  app.addHook('onRoute', (route) => {
    if (route.schema?.body) route.preValidation = [requireBody, route.preValidation ?? []].flat();
  });
}

/** The parser's own message quotes what it was given, and is not passed on. */
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
