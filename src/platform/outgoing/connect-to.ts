import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { AddressRule } from './address-rules.ts';
import { checkedLookup } from './checked-lookup.ts';
import { explain } from './outgoing-error.ts';
import type { ResolveHost } from './resolve-host.ts';

interface Options {
  host: string;
  port: number;
  rule: AddressRule;
  resolve: ResolveHost;
  signal: AbortSignal;
}

/**
 * Opens a connection for a protocol with its own encryption, under the same rule as requests. Throws an `OutgoingError`. If the
 * signal is aborted later, the socket is destroyed.
 */
export async function connectTo({ host, port, rule, resolve, signal }: Options): Promise<Socket> {
  const socket = connect({ host, port, signal, ...checkedLookup(host, false, rule, resolve) });
  try {
    await once(socket, 'connect', { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    throw explain(error);
  }
}
