import { lookup } from 'node:dns';
import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { AddressRule } from './address-rules.ts';
import { OutgoingError } from './outgoing-error.ts';

/** Resolves a host name to all of its addresses, as `dns.lookup` does. Tests have their own. */
export type Resolve = (
  hostname: string,
  options: { all: true },
  callback: (error: Error | null, found: { address: string; family: number }[]) => void,
) => void;

export interface Asking {
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
  signal: AbortSignal;
  /** Keeps a connection for further requests. Without it every request has a connection of its own. */
  agent?: Agent;
}

/**
 * A user may enter any address, and our server can reach more than the user can: the database, other machines of the
 * operator, the metadata service of a cloud. The rule is checked in the look-up that the connection itself uses, so the
 * name cannot resolve to another address in between.
 */
export async function ask(
  url: URL,
  asking: Asking,
  rule: AddressRule,
  resolve: Resolve = lookup,
): Promise<IncomingMessage> {
  const isPlain = url.protocol === 'http:';
  if (!isPlain && url.protocol !== 'https:') throw new OutgoingError('not-https');
  const check = (address: string) => {
    const problem = rule(address, isPlain);
    if (problem) throw new OutgoingError(problem);
  };
  // The name is not looked up if it is an address.
  const literal = literalAddress(url);
  if (literal) check(literal);
  const { method, headers, signal, agent = false, body } = asking;
  return await new Promise<IncomingMessage>((resolveAnswer, reject) => {
    const send = isPlain ? httpRequest : httpsRequest;
    const options = { method, headers, signal, agent, lookup: checkedLookup(check, resolve) };
    const request: ClientRequest = send(url, options, resolveAnswer);
    request.on('error', (error) => reject(request.reusedSocket ? new LostConnection(error) : error));
    request.end(body);
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

/** Refuses a name if any of its addresses is refused. */
function checkedLookup(check: (address: string) => void, resolve: Resolve): LookupFunction {
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
