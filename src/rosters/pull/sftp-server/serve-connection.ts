import type { Socket } from 'node:net';
import type { AuthenticationContext, ServerConnection, ServerSession } from 'ssh2';
import type { Slots } from '../../../platform/slots.ts';
import type { SignedInUser } from '../sftp-drop/drop-user.ts';
import type { DropStore } from './drop-store.ts';
import type { SessionLimits } from './requests.ts';
import { serveSession } from './serve-session.ts';
import type { Visitors } from './visitors.ts';

export interface ConnectionLimits extends SessionLimits {
  /** Credentials that a connection may try: a client that has several keys sends each. */
  tries: number;
  /** Without any request. */
  idleMs: number;
  /** For how long a client can stay. */
  sessionMs: number;
  /** After the end, until a client that does not close its connection is cut off. */
  endMs: number;
}

/** What the connections of a server share. */
export interface Connected {
  store: DropStore;
  limits: ConnectionLimits;
  visitors: Visitors;
  /** Connections of signed-in users. */
  slots: Slots;
  /** Requests of users. */
  work: Slots;
  authenticate(context: AuthenticationContext, ip: string): Promise<SignedInUser | undefined>;
  onError(error: unknown): void;
}

/** Emitted by the socket of a connection on which somebody has signed in. */
export const SIGNED_IN = 'signed-in';
const METHODS = ['publickey', 'password'];

/** Serves a connection: signing in, then sessions, one at a time. */
export function serveConnection(
  connection: ServerConnection,
  socket: Socket,
  ip: string,
  shared: Connected,
): void {
  // Such as a port scan.
  connection.on('error', () => {});
  const client = new Client(connection, socket, ip, shared);
  connection.on('authentication', (context) => client.signIn(context));
  connection.on('ready', () => client.begin());
  connection.on('session', (accept, reject) => client.openSession(accept, reject));
}

class Client {
  readonly #connection: ServerConnection;
  readonly #socket: Socket;
  readonly #ip: string;
  readonly #shared: Connected;
  #user: SignedInUser | undefined;
  #tries = 0;
  #idle: NodeJS.Timeout | undefined;
  #isServing = false;
  #hasFailed = false;

  constructor(connection: ServerConnection, socket: Socket, ip: string, shared: Connected) {
    this.#connection = connection;
    this.#socket = socket;
    this.#ip = ip;
    this.#shared = shared;
  }

  async signIn(context: AuthenticationContext): Promise<void> {
    if (context.method === 'none') {
      context.reject(METHODS);
      return;
    }
    this.#tries += 1;
    if (this.#tries > this.#shared.limits.tries) {
      this.#hangUp();
      return;
    }
    const user = await this.#authenticate(context);
    if (user) {
      this.#user = user;
      context.accept();
    } else context.reject(METHODS);
  }

  /** Somebody has signed in. */
  begin(): void {
    const { store, limits, visitors, slots, onError } = this.#shared;
    const user = this.#user;
    const socket = this.#socket;
    if (!user || socket.destroyed || !slots.tryTake(user.companyId)) {
      socket.destroy();
      return;
    }
    visitors.delete(socket);
    socket.emit(SIGNED_IN);
    store.noteSignIn(user, this.#ip).catch(onError);
    this.#postponeEnd();
    const last = setTimeout(() => this.#hangUp(), limits.sessionMs);
    socket.on('close', () => {
      clearTimeout(this.#idle);
      clearTimeout(last);
      slots.release(user.companyId);
    });
  }

  openSession(accept: () => ServerSession, reject: () => void): void {
    // One at a time: the limits of a session are those of the connection.
    if (this.#isServing) {
      reject();
      return;
    }
    this.#isServing = true;
    let served: Promise<void> | undefined;
    const session = accept();
    session.on('close', async () => {
      await served;
      this.#isServing = false;
    });
    session.on('sftp', (acceptSftp, rejectSftp) => {
      const user = this.#user;
      if (!user || served) {
        rejectSftp();
        return;
      }
      const { store, limits, work } = this.#shared;
      served = serveSession({
        ...{ sftp: acceptSftp(), user, store, limits, work },
        hangUp: () => this.#hangUp(),
        onRequest: () => this.#postponeEnd(),
        onError: (error) => this.#reportOnce(error),
      });
    });
  }

  async #authenticate(context: AuthenticationContext): Promise<SignedInUser | undefined> {
    try {
      return await this.#shared.authenticate(context, this.#ip);
    } catch (error) {
      this.#shared.onError(error);
      return undefined;
    }
  }

  #hangUp(): void {
    this.#connection.end();
    // A client that keeps its half open would keep the slot.
    setTimeout(() => this.#socket.destroy(), this.#shared.limits.endMs).unref();
  }

  /** A client without requests is disconnected. */
  #postponeEnd(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#hangUp(), this.#shared.limits.idleMs);
  }

  /** The errors of a client repeat themselves. */
  #reportOnce(error: unknown): void {
    if (!this.#hasFailed) this.#shared.onError(error);
    this.#hasFailed = true;
  }
}
