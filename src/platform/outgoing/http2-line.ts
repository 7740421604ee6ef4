import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type SecureClientSessionOptions,
} from 'node:http2';
import type { AddressRule } from './address-rules.ts';
import { literalAddress } from './ask.ts';
import { checkedLookup } from './checked-lookup.ts';
import { explain, OutgoingError } from './outgoing-error.ts';
import type { ResolveHost } from './resolve-host.ts';

interface Http2Answer {
  status: number;
  retryAfter: string | undefined;
  /** The first bytes of the body. */
  firstBytes: Buffer;
}

/** One HTTP/2 connection to one server, on which requests run at the same time. It is opened when needed and again after it was lost. */
export interface Http2Line {
  /** Throws an `OutgoingError` if there is no answer. */
  post(path: string, headers: Record<string, string>, body: string): Promise<Http2Answer>;
  close(): void;
}

interface Options {
  /** `https://host[:port]`, or `http:` where the rule allows it. */
  address: string;
  rule: AddressRule;
  resolve: ResolveHost;
  /** The certificate that proves to the server who we are, and the authorities that we trust, if not the usual ones. */
  tls?: Pick<SecureClientSessionOptions, 'cert' | 'key' | 'ca'>;
  /** For a request, with the time to connect. */
  seconds: number;
  /** Of the body of an answer. The rest is ignored. */
  bytes: number;
}

/** Without requests for this long, the connection is closed. */
const IDLE_MS = 5 * 60_000;

export function openHttp2Line({ address, rule, resolve, tls = {}, seconds, bytes }: Options): Http2Line {
  const url = new URL(address);
  let current: ClientHttp2Session | undefined;

  function session(): ClientHttp2Session {
    if (current && !current.closed && !current.destroyed) return current;
    const lookup = checkedLookup(
      literalAddress(url) ?? url.hostname,
      url.protocol === 'http:',
      rule,
      resolve,
    );
    const opened = connect(url, { ...tls, ...lookup });
    // Requests that run get the error too. Others have to open a new connection.
    opened.on('error', () => forget(opened));
    opened.on('goaway', () => forget(opened));
    opened.on('close', () => forget(opened));
    opened.setTimeout(IDLE_MS, () => opened.close());
    current = opened;
    return opened;
  }

  function forget(lost: ClientHttp2Session): void {
    if (current === lost) current = undefined;
    // Running requests may end; new ones are refused by the closed session.
    lost.close();
  }

  return {
    async post(path, headers, body) {
      const used = open(session);
      const stream = used.request({ ':method': 'POST', ':path': path, ...headers });
      let isTimedOut = false;
      const timer = setTimeout(() => {
        isTimedOut = true;
        stream.close(constants.NGHTTP2_CANCEL);
        // Perhaps nobody is at the other end any more.
        used.destroy();
      }, seconds * 1000);
      try {
        stream.end(body);
        return await read(stream, bytes);
      } catch (error) {
        throw isTimedOut ? new OutgoingError('timed-out', { cause: error }) : named(error);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => current?.destroy(),
  };
}

function open(session: () => ClientHttp2Session): ClientHttp2Session {
  try {
    return session();
  } catch (error) {
    throw explain(error);
  }
}

/** A request that waits for a connection fails with another error, which names its cause. Some errors of lost connections have no code. */
function named(error: unknown): unknown {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const explained = explain(cause);
  return explained instanceof OutgoingError ? explained : new OutgoingError('unreachable', { cause: error });
}

async function read(stream: ClientHttp2Stream, max: number): Promise<Http2Answer> {
  const head = await new Promise<{ status: number; retryAfter: string | undefined }>((resolve, reject) => {
    stream.once('response', (headers) => {
      const retryAfter = headers['retry-after'];
      resolve({ status: headers[':status'] ?? 0, retryAfter: retryAfter?.toString() });
    });
    stream.once('error', reject);
    stream.once('close', () => reject(new Error('the stream was closed without an answer')));
  });
  const chunks: Buffer[] = [];
  let left = max;
  // The status is the answer: a body that breaks off changes nothing about it.
  stream.on('error', () => {});
  try {
    for await (const chunk of stream) {
      if (left > 0) chunks.push(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) stream.close(constants.NGHTTP2_CANCEL);
    }
  } catch {
    stream.destroy();
  }
  return { ...head, firstBytes: Buffer.concat(chunks) };
}
