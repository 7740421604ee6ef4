import { Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AddressRule } from '../../platform/outgoing/address-rules.ts';
import { ask, countedBytes, LostConnection } from '../../platform/outgoing/ask.ts';
import { connectTo } from '../../platform/outgoing/connect-to.ts';
import { explain, OutgoingError } from '../../platform/outgoing/outgoing-error.ts';
import type { ResolveHost } from '../../platform/outgoing/resolve-host.ts';
import { SourceError, unreadable } from './source-error.ts';

export interface SourceRequest {
  method?: 'GET' | 'POST';
  /** Below the base address, with its query; or an absolute address of the same origin, such as a link to the next page. */
  path: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as a form. */
  form?: Record<string, string>;
}

export interface SourceAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/** Asks one HR system, as often as one pull or one survey needs. */
export interface SourceClient {
  /** The answer of a request that succeeded, parsed. An answer that is no JSON is a `SourceError`, as every other status is. */
  json(request: SourceRequest): Promise<unknown>;
  /** The answer of a request that succeeded. */
  fetch(request: SourceRequest): Promise<SourceAnswer>;
  /** The answer, also of a request that was refused with 4xx other than 429. */
  tryFetch(request: SourceRequest): Promise<SourceAnswer>;
  /**
   * For systems that are not asked by HTTP. Opens a connection to an address that the rule allows, and closes it after the
   * work. If it fails or breaks (`OutgoingError`), the work is done again later.
   */
  withSocket<T>(host: string, port: number, work: SocketWork<T>): Promise<T>;
  /** Waits, or less if the pull is aborted. */
  pause(ms: number): Promise<void>;
  readonly limits: SourceLimits;
  close(): void;
}

type SocketWork<T> = (socket: Socket, signal: AbortSignal) => Promise<T>;

export interface SourceLimits {
  /** For one answer, from the look-up of the name to the last byte. */
  answerMs: number;
  answerBytes: number;
  /** For all requests of a pull together. */
  requests: number;
  bytes: number;
  /** For the whole pull, pauses included. */
  ms: number;
}

interface Options {
  /** Undefined: for systems that are not asked by HTTP. */
  baseUrl: string | undefined;
  rule: AddressRule;
  resolve: ResolveHost;
  limits: SourceLimits;
  signal: AbortSignal;
  /** Tests replace it: they do not wait. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const SECOND = 1000;
/** After these pauses, a request that failed is sent again; a system that asks for a longer one gets it. */
const PAUSES = [1, 4, 15, 60].map((seconds) => seconds * SECOND);
/** A system that asks to wait longer is asked again at the next pull. */
const MAX_PAUSE_MS = 15 * 60 * SECOND;

/** A socket carries many questions and answers: it has the time of so many. */
const SOCKET_ANSWERS = 10;

/** A name that nobody can have. */
const NO_SERVER = 'https://none.invalid';

export function createSourceClient(options: Options): SourceClient {
  const { baseUrl, rule, resolve, limits, pause = rest } = options;
  const base = new URL(baseUrl ?? NO_SERVER);
  const agent = new (base.protocol === 'http:' ? HttpAgent : HttpsAgent)({ keepAlive: true, maxSockets: 1 });
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(limits.ms)]);
  let requests = 0;
  let bytes = 0;

  async function send(request: SourceRequest): Promise<SourceAnswer> {
    requests += 1;
    if (requests > limits.requests)
      throw unreadable(`The system has more pages than ${limits.requests} requests can read.`);
    const timeout = AbortSignal.timeout(limits.answerMs);
    const { body, type } = bodyOf(request);
    const asking = {
      method: request.method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        accept: 'application/json',
        'user-agent': 'transit-ticket-service',
        ...(type && { 'content-type': type, 'content-length': String(Buffer.byteLength(body ?? '')) }),
        ...request.headers,
      },
      body,
      signal: AbortSignal.any([signal, timeout]),
      agent,
    };
    try {
      const answer = await askOnce(addressOf(base, request.path), asking);
      const chunks: Buffer[] = [];
      let ofAnswer = 0;
      for await (const chunk of whole(answer, asking.signal)) {
        ofAnswer += countedBytes(chunk);
        bytes += countedBytes(chunk);
        if (ofAnswer > limits.answerBytes || bytes > limits.bytes) throw new OutgoingError('too-large');
        chunks.push(chunk);
      }
      const headers = Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
      );
      return { status: answer.statusCode ?? 0, headers, body: Buffer.concat(chunks) };
    } catch (error) {
      options.signal.throwIfAborted();
      throw timeout.aborted ? new OutgoingError('timed-out', { cause: error }) : explain(error);
    }
  }

  async function askOnce(url: URL, asking: Parameters<typeof ask>[1]) {
    try {
      return await ask(url, asking, rule, resolve);
    } catch (error) {
      // The system closed the connection between two requests.
      if (!(error instanceof LostConnection)) throw error;
      return await ask(url, asking, rule, resolve);
    }
  }

  /** Does the work again if it may succeed later: after an error of the connection, or if `later` says so. */
  async function patiently<T>(
    work: () => Promise<T>,
    later: (outcome: T) => Later | undefined = () => undefined,
  ): Promise<T> {
    for (let tries = 0; ; tries++) {
      const outcome = await work().then(
        (value) => ({ value, later: later(value) }),
        (error) => {
          if (!isTransient(error)) throw asSourceError(error);
          return { later: { error: asSourceError(error), wanted: 0 } };
        },
      );
      if ('value' in outcome && !outcome.later) return outcome.value;
      const { wanted = 0, error } = outcome.later ?? {};
      const longer = PAUSES[tries];
      const wait = Math.max(wanted, longer ?? 0);
      if (longer === undefined || wait > MAX_PAUSE_MS) throw error;
      await pause(wait, signal);
      if (!signal.aborted) continue;
      options.signal.throwIfAborted();
      throw new SourceError('source-unreachable', { detail: 'The system took too long.' });
    }
  }

  /** Returns the last answer, whatever its status. */
  const sendPatiently = (request: SourceRequest) =>
    patiently(
      () => send(request),
      ({ status, headers }) =>
        isLater(status) ? { error: stillLater(status), wanted: retryAfter(headers) ?? 0 } : undefined,
    );

  async function useSocket<T>(host: string, port: number, work: SocketWork<T>): Promise<T> {
    const timeout = AbortSignal.timeout(SOCKET_ANSWERS * limits.answerMs);
    const ended = AbortSignal.any([signal, timeout]);
    let socket: Socket | undefined;
    try {
      socket = await connectTo({ host, port, rule, resolve, signal: ended });
      socket.setTimeout(limits.answerMs, () => socket?.destroy(new OutgoingError('timed-out')));
      return await work(socket, ended);
    } catch (error) {
      options.signal.throwIfAborted();
      throw ended.aborted ? new OutgoingError('timed-out', { cause: error }) : explain(error);
    } finally {
      socket?.destroy();
    }
  }

  async function fetchAll(request: SourceRequest): Promise<SourceAnswer> {
    const answer = await sendPatiently(request);
    const { status } = answer;
    if (status >= 200 && status < 300) return answer;
    const detail = `The system answered ${status}.`;
    if (status === 401 || status === 403) throw new SourceError('source-unauthorised', { detail, status });
    if (status >= 300 && status < 400) throw unreadable(`The system answered ${status}, a redirect.`);
    throw new SourceError('source-unreadable', { detail });
  }

  return {
    async json(request) {
      return parseJson(await fetchAll(request));
    },
    fetch: fetchAll,
    tryFetch: sendPatiently,
    withSocket: (host, port, work) => patiently(() => useSocket(host, port, work)),
    pause: (ms) => pause(ms, signal),
    limits,
    close: () => agent.destroy(),
  };
}

/** The body, or `BrokenOff` if the server closes the connection before its end. */
async function* whole(answer: IncomingMessage, signal: AbortSignal): AsyncGenerator<Buffer> {
  try {
    yield* answer as AsyncIterable<Buffer>;
  } catch (error) {
    throw signal.aborted ? error : new BrokenOff('The answer breaks off.', { cause: error });
  }
}

export function parseJson({ body, headers }: SourceAnswer): unknown {
  if (body.length === 0) throw unreadable('The answer is empty.');
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw unreadable(`The answer is no JSON; its type is ${headers['content-type'] ?? 'not given'}.`);
  }
}

function addressOf(base: URL, path: string): URL {
  const prefix = base.pathname.replace(/\/$/, '');
  if (path.startsWith('/') && !path.startsWith('//')) return new URL(`${base.origin}${prefix}${path}`);
  const url = URL.canParse(path) ? new URL(path) : undefined;
  if (url?.origin !== base.origin) throw unreadable('The system links to another server.');
  return url;
}

function bodyOf({ json, form }: SourceRequest): { body: string | undefined; type?: string } {
  if (json !== undefined) return { body: JSON.stringify(json), type: 'application/json' };
  if (form) return { body: String(new URLSearchParams(form)), type: 'application/x-www-form-urlencoded' };
  return { body: undefined };
}

/** 429 and 5xx: the same request may succeed later. */
const isLater = (status: number) => status === 429 || status >= 500;

/** Why the outcome is not final, and how long the system asks to wait, in milliseconds. */
interface Later {
  error: unknown;
  wanted: number;
}

const isTransient = (error: unknown) =>
  error instanceof BrokenOff ||
  (error instanceof OutgoingError && (error.problem === 'unreachable' || error.problem === 'timed-out'));

/** The connection was lost within an answer. */
class BrokenOff extends Error {}

/** In milliseconds. The header has seconds or a date. */
function retryAfter(headers: Readonly<Record<string, string>>, now = Date.now()): number | undefined {
  const text = headers['retry-after']?.trim();
  if (!text) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

const stillLater = (status: number) =>
  status === 429
    ? new SourceError('source-throttled', { detail: 'The system answered 429: too many requests.' })
    : new SourceError('source-unreachable', { detail: `The system answered ${status}, several times.` });

function asSourceError(error: unknown): unknown {
  if (error instanceof BrokenOff) return unreadable(error.message);
  if (!(error instanceof OutgoingError)) return error;
  const { problem } = error;
  if (problem === 'too-large') return unreadable('The answer is too large.');
  const detail = `No answer: ${problem}.`;
  return new SourceError('source-unreachable', { detail, problem, cause: error });
}

/** Waits, or less if the signal aborts. */
export async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
