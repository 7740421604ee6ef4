import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { AuthenticationContext } from 'ssh2';
import { networkOf } from '../../../platform/network-of.ts';
import { type SlotLimits, Slots } from '../../../platform/slots.ts';
import type { SignedInUser } from '../sftp-drop/drop-user.ts';
import type { DropStore } from './drop-store.ts';
import { type ConnectionLimits, SIGNED_IN, serveConnection } from './serve-connection.ts';
import { Visitors } from './visitors.ts';

interface DropLimits extends ConnectionLimits {
  /** Connections on which nobody has signed in. */
  visitors: number;
  signInMs: number;
}

interface Options {
  store: DropStore;
  /** The server's private key in the format of OpenSSH. */
  hostKey: string;
  port: number;
  host: string;
  limits: DropLimits;
  /** Connections of signed-in users at the same time, and those of one company. */
  slots: SlotLimits;
  /** Requests of users that are answered at the same time. */
  work: SlotLimits;
  onError(error: unknown): void;
}

export interface DropServer {
  port: number;
  /** Open connections end at once: a file that has not been closed was not promised to anybody. */
  close(): Promise<void>;
}

/** Serves SFTP for HR systems that drop their files. */
export async function startDropServer(options: Options): Promise<DropServer> {
  const { store, hostKey, port, host, limits, slots, onError } = options;
  const { default: ssh2 } = await import('ssh2');
  const open = new Map<string, Socket>();
  const visitors = new Visitors(limits.visitors);
  const shared = {
    ...{ store, limits, visitors, authenticate, onError },
    slots: new Slots(slots),
    work: new Slots(options.work),
  };

  const ssh = new ssh2.Server({ hostKeys: [hostKey], ident: 'transit' }, (connection, { ip, port }) => {
    const socket = open.get(addressOf(ip, port));
    if (socket) serveConnection(connection, socket, ip, shared);
    else connection.end();
  });
  const server = createServer((socket) => {
    const address = addressOf(socket.remoteAddress ?? '', socket.remotePort ?? 0);
    socket.on('error', () => {});
    // From here on: a client that says nothing never becomes a connection of the library.
    const signIn = setTimeout(() => socket.destroy(), limits.signInMs);
    socket.once(SIGNED_IN, () => clearTimeout(signIn));
    open.set(address, socket);
    socket.on('close', () => {
      clearTimeout(signIn);
      open.delete(address);
      visitors.delete(socket);
    });
    visitors.add(socket, networkOf(socket.remoteAddress ?? ''));
    ssh.injectSocket(socket);
  });
  await once(server.listen({ port, host }), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open.values()) socket.destroy();
      await closed;
    },
  };

  async function authenticate(context: AuthenticationContext, ip: string): Promise<SignedInUser | undefined> {
    const { method, username, password, key, signature, blob, hashAlgo } = context;
    if (method === 'password') return await store.findByPassword(username, password ?? '', ip);
    if (method !== 'publickey' || !key) return undefined;
    for (const { user, key: known } of await store.publicKeysOf(username)) {
      const parsed = ssh2.utils.parseKey(known);
      if (parsed instanceof Error || !parsed.getPublicSSH().equals(key.data)) continue;
      // Without a signature the client only asks whether the key would do.
      const isProven = signature && blob ? parsed.verify(blob, signature, hashAlgo) === true : true;
      return isProven ? user : undefined;
    }
    return undefined;
  }
}

const addressOf = (ip: string, port: number) => `${ip} ${port}`;
