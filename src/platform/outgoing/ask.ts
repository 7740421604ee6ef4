import type { Agent, ClientRequest } from 'node:http';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type OnReadOpts, type Socket } from 'node:net';
import type { AddressRule } from './address-rules.ts';
import { checkedLookup } from './checked-lookup.ts';
import { AnswerReader, BODY_BUFFER_BYTES, type IncomingAnswer } from './incoming-answer.ts';
import { OutgoingError } from './outgoing-error.ts';
import type { ResolveHost } from './resolve-host.ts';

export interface Asking {
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
  signal: AbortSignal;
  /** Keeps a connection for further requests. Without it every request opens a new connection. */
  agent?: Agent;
}

/** Request line and headers of one answer. */
const MAX_HEADER_BYTES = 16 * 1024;
/** Honest servers send one or two: 100, or 103 with links. */
const MAX_INFORMATIONAL = 10;

/**
 * A user may enter any address, and our server can reach more than the user can: the database, other machines of the
 * operator, the metadata service of a cloud. The rule is checked in the look-up that the connection itself uses, so the
 * name cannot resolve to another address in between.
 */
export async function ask(
  url: URL,
  asking: Asking,
  rule: AddressRule,
  resolve: ResolveHost,
): Promise<IncomingAnswer> {
  const isPlain = url.protocol === 'http:';
  if (!isPlain && url.protocol !== 'https:') throw new OutgoingError('not-https');
  const lookup = checkedLookup(literalAddress(url) ?? url.hostname, isPlain, rule, resolve);
  const { method, headers, signal, agent = false, body } = asking;
  return await new Promise<IncomingAnswer>((resolveAnswer, reject) => {
    const send = isPlain ? httpRequest : httpsRequest;
    const options = {
      ...{ method, headers, signal, agent },
      ...lookup,
      ...(isPlain && { onread: inSmallPieces() }),
      maxHeaderSize: MAX_HEADER_BYTES,
      highWaterMark: BODY_BUFFER_BYTES,
    };
    const request: ClientRequest = send(url, options);
    const reader = new AnswerReader(request);
    request.on('response', (message) => resolveAnswer(reader.begin(message)));
    boundInformation(request);
    request.on('error', (error) => {
      const isLost = request.reusedSocket && !(error instanceof OutgoingError);
      reject(isLost ? new LostConnection(error) : error);
    });
    request.end(body);
  });
}

/** TLS hands over 16 KiB at most, a plain connection 64 KiB: thousands of answers that are read before the first one counts. */
const PIECE_BYTES = 1024;

function inSmallPieces(): OnReadOpts {
  return {
    buffer: Buffer.allocUnsafe(PIECE_BYTES),
    // Node calls it as a method of the socket.
    callback(this: Socket, length: number, buffer: Uint8Array) {
      return this.push(Buffer.from(buffer.subarray(0, length)));
    },
  };
}

/** A server may send any number of informational answers (1xx) before its answer, and each costs us time. */
function boundInformation(request: ClientRequest): void {
  let count = 0;
  request.on('information', () => {
    count += 1;
    if (count > MAX_INFORMATIONAL) request.destroy(new OutgoingError('too-large'));
  });
}

/** A kept connection was closed by the other side. The request may be sent once more on a new one. */
export class LostConnection extends Error {
  constructor(cause: unknown) {
    super('a kept connection was lost', { cause });
    this.name = 'LostConnection';
  }
}

/** The address in the URL, in the usual spelling, or nothing if it has a host name. */
export function literalAddress(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) ? host : undefined;
}
