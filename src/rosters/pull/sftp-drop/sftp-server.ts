import type { AddressInfo } from 'node:net';
import type { AuthenticationContext, ServerConnection } from 'ssh2';
import type { DropStore, DropUser } from './drop-store.ts';
import { type SessionLimits, serveSession } from './serve-session.ts';

interface DropLimits extends SessionLimits {
  connections: number;
  connectionsOfAddress: number;
  /** Wrong credentials from one address within ten minutes. */
  failures: number;
  signInMs: number;
  /** Without any request. */
  idleMs: number;
}

interface Options {
  store: DropStore;
  /** The server's private key in the format of OpenSSH. */
  hostKey: string;
  port: number;
  host?: string;
  limits: DropLimits;
  onError(error: unknown): void;
}

export interface DropServer {
  port: number;
  close(): Promise<void>;
}

const FAILURES_MS = 10 * 60 * 1000;
/** Of one connection: a client that tries several keys sends each. */
const MAX_TRIES = 6;

/** Serves SFTP for HR systems that drop their files. */
export async function startDropServer(options: Options): Promise<DropServer> {
  const { store, hostKey, port, host, limits, onError } = options;
  const { default: ssh2 } = await import('ssh2');
  const open = new Map<ServerConnection, string>();
  const failures = countFailures();

  const server = new ssh2.Server({ hostKeys: [hostKey], ident: 'transit' }, (connection, { ip }) => {
    // Such as a port scan.
    connection.on('error', () => {});
    const ofAddress = [...open.values()].filter((address) => address === ip).length;
    const isTooMany = open.size >= limits.connections || ofAddress >= limits.connectionsOfAddress;
    if (isTooMany || failures.of(ip) >= limits.failures) {
      connection.end();
      return;
    }
    open.set(connection, ip);
    let timer = setTimeout(() => connection.end(), limits.signInMs);
    const postpone = () => {
      clearTimeout(timer);
      timer = setTimeout(() => connection.end(), limits.idleMs);
    };
    connection.on('close', () => {
      clearTimeout(timer);
      open.delete(connection);
    });
    let user: DropUser | undefined;
    let tries = 0;
    connection.on('authentication', (context) => {
      if (context.method === 'none') return context.reject(METHODS);
      tries += 1;
      if (tries > MAX_TRIES || failures.of(ip) >= limits.failures) return connection.end();
      return void authenticate(context, store).then(
        (found) => {
          if (!found) {
            failures.add(ip);
            return context.reject(METHODS);
          }
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
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(resolve));
      for (const connection of open.keys()) connection.end();
      await closed;
    },
  };

  async function authenticate(
    context: AuthenticationContext,
    from: DropStore,
  ): Promise<DropUser | undefined> {
    const { method, username, password, key, signature, blob, hashAlgo } = context;
    if (method === 'password') return await from.findByPassword(username, password ?? '');
    if (method !== 'publickey' || !key) return undefined;
    for (const { user, key: known } of await from.publicKeysOf(username)) {
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

/** Counts wrong credentials by address, for ten minutes. */
function countFailures() {
  const counts = new Map<string, { count: number; until: number }>();
  const present = (ip: string) => {
    const found = counts.get(ip);
    if (found && found.until > Date.now()) return found;
    counts.delete(ip);
    return undefined;
  };
  return {
    of: (ip: string) => present(ip)?.count ?? 0,
    add(ip: string) {
      // The oldest goes first, so that many addresses cannot fill the memory.
      const [oldest] = counts.keys();
      if (counts.size >= MAX_ADDRESSES && oldest !== undefined) counts.delete(oldest);
      const known = present(ip);
      counts.set(ip, { count: (known?.count ?? 0) + 1, until: known?.until ?? Date.now() + FAILURES_MS });
    },
  };
}

const MAX_ADDRESSES = 10_000;
