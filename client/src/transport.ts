import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type Agent, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { connectionFailure } from './connection-failure.ts';
import { TransitProblem } from './problem.ts';

export interface Sending {
  url: URL;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  /** A text, or pieces of one that are compressed and sent while they are made. */
  body?: string | AsyncIterable<string>;
  /** The request fails when the connection has been idle for this long. */
  idleMs: number;
  agent?: Agent | undefined;
  signal?: AbortSignal | undefined;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** Not every proxy passes `100 Continue` on. After this time the body is sent without it. */
const CONTINUE_WITHIN_MS = 2_000;

/** Sends one request. Throws `TransitProblem` unless the answer is a success, `TransitUnreachable` without an answer. */
export async function send(sending: Sending): Promise<Answer> {
  const source = typeof sending.body === 'object' ? watched(sending.body) : undefined;
  const headers = { ...sending.headers };
  if (source) {
    headers['content-encoding'] = 'gzip';
    // The server refuses a wrong key or integration before the roster is sent.
    headers['expect'] = '100-continue';
  }
  const { agent, signal } = sending;
  const asked = (sending.url.protocol === 'https:' ? requestHttps : requestHttp)(sending.url, {
    method: sending.method,
    headers,
    ...(agent && { agent }),
    ...(signal && { signal }),
  });
  asked.setTimeout(sending.idleMs, () =>
    asked.destroy(
      Object.assign(new Error(`nothing happened for ${sending.idleMs} ms`), { code: 'ETIMEDOUT' }),
    ),
  );
  try {
    const response = await responseTo(asked, source?.pieces ?? (sending.body as string | undefined));
    const bytes = await readAll(response);
    const status = response.statusCode ?? 0;
    if (status >= 200 && status < 300) return { status, headers: response.headers, bytes };
    throw new TransitProblem(status, response.headers, bytes.toString());
  } catch (error) {
    if (error instanceof TransitProblem) throw error;
    // The caller's own mistakes are not failures of the connection.
    if (source?.failure) throw source.failure.error;
    signal?.throwIfAborted();
    throw connectionFailure(sending.url, error);
  } finally {
    // Stops a body that is still being sent after a refusal.
    if (!asked.writableFinished) asked.destroy();
  }
}

function responseTo(
  asked: ClientRequest,
  body: string | AsyncIterable<string> | undefined,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    asked.on('response', resolve);
    // Also after the answer: a server that has refused a body closes the connection while it is being sent.
    asked.on('error', reject);
    asked.on('close', () => reject(new Error('the connection was closed')));
    if (typeof body !== 'object') {
      asked.end(body);
      return;
    }
    let hasBegun = false;
    const begin = () => {
      if (hasBegun || asked.destroyed) return;
      hasBegun = true;
      pipeline(body, createGzip({ level: constants.Z_BEST_SPEED }), asked).catch(reject);
    };
    const waiting = setTimeout(begin, CONTINUE_WITHIN_MS);
    asked.on('continue', begin);
    asked.on('response', () => {
      hasBegun = true;
    });
    asked.on('close', () => clearTimeout(waiting));
    asked.flushHeaders();
  });
}

async function readAll(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Keeps the error that the caller's own code throws while it makes the body. */
function watched(source: AsyncIterable<string>) {
  const state: { pieces: AsyncIterable<string>; failure?: { error: unknown } } = { pieces: pieces() };
  async function* pieces() {
    try {
      yield* source;
    } catch (error) {
      state.failure = { error };
      throw error;
    }
  }
  return state;
}
