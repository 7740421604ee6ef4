import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { AuthenticationContext } from 'ssh2';
import { networkOf } from '../../../accounts/throttle.ts';
import { type SlotLimits, Slots } from '../../../platform/slots.ts';
import type { DropUser } from '../sftp-drop/drop-user.ts';
import type { DropStore } from './drop-store.ts';
import { type SessionLimits, serveSession } from './serve-session.ts';

interface DropLimits extends SessionLimits {
  /** Credentials that a connection may try: a client that has several keys sends each. */
  tries: number;
  signInMs: number;
  /** Without any request. */
  idleMs: number;
}

interface Options {
  store: DropStore;
  /** The server's private key in the format of OpenSSH. */
  hostKey: string;
  port: number;
  host: string;
  limits: DropLimits;
  /** Connections at the same time, and those of one network address. */
  places: SlotLimits;
  onError(error: unknown): void;
}

export interface DropServer {
  port: number;
  /** Open connections end at once: a file that has not been closed was not promised to anybody. */
  close(): Promise<void>;
}

/** Serves SFTP for HR systems that drop their files. */
export async function startDropServer(options: Options): Promise<DropServer> {
  const { store, hostKey, port, host, limits, places, onError } = options;
  const { default: ssh2 } = await import('ssh2');
  const open = new Set<Socket>();
  const slots = new Slots<string>(places);

  const ssh = new ssh2.Server({ hostKeys: [hostKey], ident: 'transit' }, (connection, { ip }) => {
    // Such as a port scan.
    connection.on('error', () => {});
    let timer = setTimeout(() => connection.end(), limits.signInMs);
    const postpone = () => {
      clearTimeout(timer);
      timer = setTimeout(() => connection.end(), limits.idleMs);
    };
    connection.on('close', () => clearTimeout(timer));
    let user: DropUser | undefined;
    let tries = 0;
    connection.on('authentication', (context) => {
      if (context.method === 'none') return context.reject(METHODS);
      tries += 1;
      if (tries > limits.tries) return connection.end();
      return void authenticate(context, ip).then(
        (found) => {
          if (!found) return context.reject(METHODS);
          user = found;
          return context.accept();
        },
        (error) => {
          onError(error);
          context.reject(METHODS);
        },
      );
    });
    connection.on('session', (accept) => {
      postpone();
      accept().on('sftp', (acceptSftp) => {
        if (!user) return connection.end();
        const hangUp = () => connection.end();
        return serveSession({
          sftp: acceptSftp(),
          user,
          store,
          limits,
          hangUp,
          onRequest: postpone,
          onError,
        });
      });
    });
  });
  const server = createServer((socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    socket.on('error', () => {});
    if (!slots.tryTake(network)) return void socket.destroy();
    open.add(socket);
    socket.on('close', () => {
      open.delete(socket);
      slots.release(network);
    });
    return ssh.injectSocket(socket);
  });
  await once(server.listen({ port, host }), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };

  async function authenticate(context: AuthenticationContext, ip: string): Promise<DropUser | undefined> {
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

const METHODS = ['publickey', 'password'];
