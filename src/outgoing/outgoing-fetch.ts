import { lookup as resolve } from 'node:dns';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Environment } from '../config.ts';
import { errorCode } from '../errors.ts';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

/** Why another server could not be asked. */
export type OutgoingProblem =
  | 'not-https'
  | 'address-not-allowed'
  | 'unknown-host'
  | 'certificate'
  | 'unreachable'
  | 'timed-out'
  | 'redirected'
  | 'too-large';

export class OutgoingError extends Error {
  readonly problem: OutgoingProblem;

  constructor(problem: OutgoingProblem, options: { cause?: unknown } = {}) {
    super(`another server could not be asked: ${problem}`, options);
    this.name = 'OutgoingError';
    this.problem = problem;
  }
}

interface Sending {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
}

/** Like `fetch`, for addresses that users have entered. */
export type OutgoingFetch = (address: string, sending: Sending) => Promise<Response>;

interface Limits {
  /** For the whole request, from the look-up of the name to the last byte. */
  seconds: number;
  /** Of the body of the answer. */
  bytes: number;
}

/**
 * A user may enter any address, and our server can reach more than the user can: the database, other machines of the
 * operator, the metadata service of a cloud. On production only public addresses are connected to. The check happens
 * in the look-up that the connection itself uses, so the name cannot resolve to another address in between. On
 * staging http is allowed to this machine only.
 */
export function createOutgoingFetch(environment: Environment, limits: Limits): OutgoingFetch {
  const isStaging = environment === 'staging';
  return async (address, sending) => {
    const url = new URL(address);
    const isPlain = url.protocol === 'http:';
    if (url.protocol !== 'https:' && !(isStaging && isPlain)) throw new OutgoingError('not-https');
    const check = (ip: string) => {
      if (isPlain && !isLoopbackAddress(ip)) throw new OutgoingError('not-https');
      if (!isStaging && !isPublicAddress(ip)) throw new OutgoingError('address-not-allowed');
    };
    // The name is not looked up if it is an address.
    const literal = url.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(literal)) check(literal);
    const timeout = AbortSignal.timeout(limits.seconds * 1000);
    const signal = sending.signal ? AbortSignal.any([timeout, sending.signal]) : timeout;
    const options: RequestOptions = {
      method: sending.method ?? 'GET',
      headers: sending.headers ?? {},
      // No connection is kept: another request must not reuse one that was made for another name.
      agent: false,
      lookup: checkedLookup(check),
      signal,
    };
    try {
      const answer = await ask(url, options, sending.body);
      return await read(answer, limits.bytes);
    } catch (error) {
      throw signal.aborted ? new OutgoingError('timed-out', { cause: error }) : explain(error);
    }
  };
}

function ask(url: URL, options: RequestOptions, body: unknown): Promise<IncomingMessage> {
  return new Promise((resolveAnswer, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send(url, options, resolveAnswer);
    request.on('error', reject);
    request.end(body instanceof Uint8Array ? body : body ? String(body) : undefined);
  });
}

async function read(answer: IncomingMessage, mostBytes: number): Promise<Response> {
  const status = answer.statusCode ?? 0;
  if (status >= 300 && status < 400) {
    answer.destroy();
    throw new OutgoingError('redirected');
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += chunk.length;
    if (bytes > mostBytes) {
      answer.destroy();
      throw new OutgoingError('too-large');
    }
    chunks.push(chunk);
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value));
  return new Response(status === 204 ? null : Buffer.concat(chunks), { status, headers });
}

/** Refuses a name if any of its addresses is refused. */
function checkedLookup(check: (ip: string) => void): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      try {
        for (const { address } of found) check(address);
      } catch (refusal) {
        return callback(refusal as Error, []);
      }
      const [first] = found;
      if (options.all || !first) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}

function explain(error: unknown): unknown {
  if (error instanceof OutgoingError) return error;
  const code = errorCode(error) ?? '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new OutgoingError('unknown-host', { cause: error });
  if (/CERT|^ERR_TLS|^ERR_SSL|^EPROTO$|SIGNATURE/.test(code))
    return new OutgoingError('certificate', { cause: error });
  if (/^E[A-Z]+$|^ERR_|^HPE_/.test(code)) return new OutgoingError('unreachable', { cause: error });
  return error;
}
