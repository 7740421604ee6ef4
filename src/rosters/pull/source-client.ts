import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AddressRule } from '../../platform/outgoing/address-rules.ts';
import { ask, LostConnection } from '../../platform/outgoing/ask.ts';
import { connectTo } from '../../platform/outgoing/connect-to.ts';
import type { IncomingAnswer } from '../../platform/outgoing/incoming-answer.ts';
import { explain, OutgoingError } from '../../platform/outgoing/outgoing-error.ts';
import type { ResolveHost } from '../../platform/outgoing/resolve-host.ts';
import { parseAnswer } from './parse-answer.ts';
import { SourceError, unreadable } from './source-error.ts';
import { BrokenOff, type Later, refusedForNow, tryRepeatedly } from './source-retries.ts';

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
  /** Of the pull: aborted by its caller, or when its time is over. */
  readonly signal: AbortSignal;
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

/** A socket carries many questions and answers: it has the time of so many. */
const SOCKET_ANSWERS = 10;

/** A name that nobody can have. */
const NO_SERVER = 'https://none.invalid';

export function createSourceClient(options: Options): SourceClient {
  return new LimitedClient(options);
}

class LimitedClient implements SourceClient {
  readonly limits: SourceLimits;
  readonly #options: Options;
  readonly #base: URL;
  readonly #agent: HttpAgent;
  readonly #signal: AbortSignal;
  readonly #waitFor: NonNullable<Options['pause']>;
  #requests = 0;
  #bytes = 0;

  constructor(options: Options) {
    const { baseUrl, limits, pause = rest } = options;
    this.limits = limits;
    this.#options = options;
    this.#base = new URL(baseUrl ?? NO_SERVER);
    const Agent = this.#base.protocol === 'http:' ? HttpAgent : HttpsAgent;
    this.#agent = new Agent({ keepAlive: true, maxSockets: 1 });
    this.#signal = AbortSignal.any([options.signal, AbortSignal.timeout(limits.ms)]);
    this.#waitFor = pause;
  }

  get signal(): AbortSignal {
    return this.#signal;
  }

  async json(request: SourceRequest): Promise<unknown> {
    return await parseAnswer(await this.fetch(request));
  }

  async fetch(request: SourceRequest): Promise<SourceAnswer> {
    const answer = await this.tryFetch(request);
    const { status } = answer;
    if (status >= 200 && status < 300) return answer;
    const detail = `The system answered ${status}.`;
    if (status === 401 || status === 403) throw new SourceError('source-unauthorised', { detail, status });
    if (status >= 300 && status < 400) throw unreadable(`The system answered ${status}, a redirect.`);
    throw new SourceError('source-unreadable', { detail });
  }

  tryFetch(request: SourceRequest): Promise<SourceAnswer> {
    return this.#patiently(() => this.#send(request), refusedForNow);
  }

  withSocket<T>(host: string, port: number, work: SocketWork<T>): Promise<T> {
    return this.#patiently(() => this.#useSocket(host, port, work));
  }

  pause(ms: number): Promise<void> {
    return this.#waitFor(ms, this.#signal);
  }

  close(): void {
    this.#agent.destroy();
  }

  async #patiently<T>(work: () => Promise<T>, later?: (outcome: T) => Later | undefined): Promise<T> {
    return await tryRepeatedly(work, {
      ...(later && { later }),
      pause: async (ms) => {
        await this.pause(ms);
        this.#options.signal.throwIfAborted();
        if (this.#signal.aborted)
          throw new SourceError('source-unreachable', { detail: 'The system took too long.' });
      },
    });
  }

  async #send(request: SourceRequest): Promise<SourceAnswer> {
    const { requests, answerMs } = this.limits;
    this.#requests += 1;
    if (this.#requests > requests)
      throw unreadable(`The system has more pages than ${requests} requests can read.`);
    const timeout = AbortSignal.timeout(answerMs);
    const signal = AbortSignal.any([this.#signal, timeout]);
    try {
      const answer = await this.#ask(request, signal);
      return {
        status: answer.status,
        headers: headersOf(answer),
        body: await this.#read(answer, signal),
      };
    } catch (error) {
      this.#options.signal.throwIfAborted();
      throw timeout.aborted ? new OutgoingError('timed-out', { cause: error }) : explain(error);
    }
  }

  async #ask(request: SourceRequest, signal: AbortSignal): Promise<IncomingAnswer> {
    const { rule, resolve } = this.#options;
    const url = addressOf(this.#base, request.path);
    const asking = { ...messageOf(request), signal, agent: this.#agent };
    try {
      return await ask(url, asking, rule, resolve);
    } catch (error) {
      // The system closed the connection between two requests.
      if (!(error instanceof LostConnection)) throw error;
      return await ask(url, asking, rule, resolve);
    }
  }

  async #read(answer: IncomingAnswer, signal: AbortSignal): Promise<Buffer> {
    try {
      return await answer.read(this.limits.answerBytes, (bytes) => {
        this.#bytes += bytes;
        if (this.#bytes > this.limits.bytes) throw new OutgoingError('too-large');
      });
    } catch (error) {
      if (signal.aborted || error instanceof OutgoingError) throw error;
      throw new BrokenOff('The answer breaks off.', { cause: error });
    }
  }

  async #useSocket<T>(host: string, port: number, work: SocketWork<T>): Promise<T> {
    const { rule, resolve, signal: caller } = this.#options;
    const { answerMs } = this.limits;
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(SOCKET_ANSWERS * answerMs)]);
    let socket: Socket | undefined;
    try {
      socket = await connectTo({ host, port, rule, resolve, signal });
      socket.setTimeout(answerMs, () => socket?.destroy(new OutgoingError('timed-out')));
      return await work(socket, signal);
    } catch (error) {
      caller.throwIfAborted();
      throw signal.aborted ? new OutgoingError('timed-out', { cause: error }) : explain(error);
    } finally {
      socket?.destroy();
    }
  }
}

function addressOf(base: URL, path: string): URL {
  const prefix = base.pathname.replace(/\/$/, '');
  if (path.startsWith('/') && !path.startsWith('//')) return new URL(`${base.origin}${prefix}${path}`);
  const url = URL.canParse(path) ? new URL(path) : undefined;
  if (url?.origin !== base.origin) throw unreadable('The system links to another server.');
  return url;
}

function messageOf(request: SourceRequest) {
  const { body, type } = bodyOf(request);
  return {
    method: request.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      accept: 'application/json',
      'user-agent': 'transit-ticket-service',
      ...(type && { 'content-type': type, 'content-length': String(Buffer.byteLength(body ?? '')) }),
      ...request.headers,
    },
    body,
  };
}

function bodyOf({ json, form }: SourceRequest): { body: string | undefined; type?: string } {
  if (json !== undefined) return { body: JSON.stringify(json), type: 'application/json' };
  if (form) return { body: String(new URLSearchParams(form)), type: 'application/x-www-form-urlencoded' };
  return { body: undefined };
}

function headersOf(answer: IncomingAnswer): Record<string, string> {
  return Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
}

/** Waits, or less if the signal aborts. */
export async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
