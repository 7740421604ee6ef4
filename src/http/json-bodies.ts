import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest, preValidationHookHandler } from 'fastify';
import { AppError } from '../platform/errors.ts';
import { type Patience, readPatiently } from './limits/patient-body.ts';
import { readWhole } from './limits/whole-body.ts';

/** For bodies of some kilobytes. */
export const SHORT_PATIENCE: Patience = {
  idleMs: 30_000,
  periodMs: 30_000,
  slowest: [{ fromMs: 0, perSecond: 256 }],
};

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Accepts only JSON in UTF-8: no plain text, no guessing. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (request: FastifyRequest, body: Readable) =>
    parse(request, await readWhole(readPatiently(body, SHORT_PATIENCE), request.routeOptions.bodyLimit)),
  );
  // Without content type and length, Fastify would skip parsing and call the handler.
  const requireBody: preValidationHookHandler = (request, _reply, done) =>
    done(request.body === undefined ? emptyBody() : undefined);
  app.addHook('onRoute', (route) => {
    if (route.schema?.body) route.preValidation = [requireBody, route.preValidation ?? []].flat();
  });
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
