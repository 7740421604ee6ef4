/**
 * The part of the package `ssh2` that we use. The package has no types, and those that others publish bring the types of
 * another version of Node.
 */
declare module 'ssh2' {
  import type { EventEmitter } from 'node:events';
  import type { Server as NetServer, Socket } from 'node:net';
  import type { Readable } from 'node:stream';

  type Callback<T> = (error: Error | null | undefined, value: T) => void;

  export interface FileAttributes {
    mode: number;
    size: number;
    /** In seconds. */
    mtime: number;
    atime: number;
  }

  export interface FileStatus extends FileAttributes {
    isDirectory(): boolean;
  }

  export interface FolderEntry {
    filename: string;
    longname: string;
    attrs: FileStatus;
  }

  /** The client's side. */
  export interface SftpClient extends EventEmitter {
    opendir(path: string, callback: Callback<Buffer>): void;
    /** The next entries. The error at the end has the code EOF. */
    readdir(handle: Buffer, callback: Callback<FolderEntry[]>): void;
    open(path: string, mode: 'w', callback: Callback<Buffer>): void;
    write(
      handle: Buffer,
      buffer: Buffer,
      offset: number,
      length: number,
      position: number,
      callback: (error?: Error | null) => void,
    ): void;
    end(): void;
    close(handle: Buffer, callback: (error?: Error | null) => void): void;
    stat(path: string, callback: Callback<FileStatus>): void;
    createReadStream(path: string): Readable;
    writeFile(path: string, content: string, callback: (error?: Error | null) => void): void;
  }

  /** Those that are offered, the preferred ones first. */
  export type Algorithms = Partial<
    Record<'compress' | 'kex' | 'serverHostKey' | 'cipher' | 'hmac', readonly string[]>
  >;

  interface ConnectOptions {
    algorithms?: Algorithms;
    sock: Socket;
    username: string;
    password?: string;
    privateKey?: string;
    passphrase?: string;
    tryKeyboard?: boolean;
    /** Gets the public key of the server. */
    hostVerifier(key: Buffer): boolean;
    /** Milliseconds until the server must have accepted the credentials. */
    readyTimeout?: number;
  }

  export class Client extends EventEmitter {
    /** Throws if the private key cannot be read. */
    connect(options: ConnectOptions): this;
    sftp(callback: Callback<SftpClient>): this;
    end(): this;
    destroy(): this;
  }

  interface ParsedKey {
    type: string;
    getPublicSSH(): Buffer;
    verify(data: Buffer, signature: Buffer, algorithm?: string): boolean | Error;
  }

  export interface AuthenticationContext {
    method: 'none' | 'password' | 'publickey' | 'keyboard-interactive' | 'hostbased';
    username: string;
    /** Of the method `password`. */
    password?: string;
    /** Of the method `publickey`. */
    key?: { algo: string; data: Buffer };
    /** Of the method `publickey`. Undefined: the client only asks whether the key would do. */
    signature?: Buffer;
    blob?: Buffer;
    hashAlgo?: string;
    accept(): void;
    reject(methods?: readonly string[]): void;
  }

  /** The server's side. Every request must be answered once, with its number. */
  export interface SftpServer extends EventEmitter {
    on(event: string, listener: (...values: never[]) => void): this;
    status(request: number, code: number, message?: string): void;
    handle(request: number, handle: Buffer): void;
    data(request: number, data: Buffer): void;
    name(
      request: number,
      names: readonly { filename: string; longname: string; attrs: Partial<FileAttributes> }[],
    ): void;
    attrs(request: number, attributes: Partial<FileAttributes>): void;
    end(): void;
  }

  export interface ServerSession extends EventEmitter {
    on(event: 'sftp', listener: (accept: () => SftpServer, reject: () => void) => void): this;
    on(event: string, listener: (...values: never[]) => void): this;
  }

  export interface ServerConnection extends EventEmitter {
    on(event: 'authentication', listener: (context: AuthenticationContext) => void): this;
    on(event: 'session', listener: (accept: () => ServerSession, reject: () => void) => void): this;
    on(event: string, listener: (...values: never[]) => void): this;
    /** Exchanges new keys; the event `rekey` says when that is done. */
    rekey(): void;
    end(): void;
  }

  interface ServerOptions {
    hostKeys: readonly string[];
    algorithms?: Algorithms;
  }

  export class Server extends EventEmitter {
    constructor(
      options: ServerOptions,
      listener: (
        connection: ServerConnection,
        info: { ip: string; port: number; header: { versions: object } },
      ) => void,
    );
    listen(port: number, host?: string, callback?: () => void): this;
    close(callback?: () => void): this;
    address(): ReturnType<NetServer['address']>;
    maxConnections: number;
    /** Serves a connection that another server has accepted. */
    injectSocket(socket: Socket): void;
  }

  const ssh2: {
    Client: typeof Client;
    Server: typeof Server;
    utils: {
      parseKey(key: Buffer | string, passphrase?: string): ParsedKey | Error;
      generateKeyPairSync(
        type: 'ed25519' | 'rsa',
        options?: { bits?: number; passphrase?: string; cipher?: string },
      ): {
        public: string;
        private: string;
      };
      sftp: {
        STATUS_CODE: Readonly<
          Record<'OK' | 'EOF' | 'NO_SUCH_FILE' | 'PERMISSION_DENIED' | 'FAILURE' | 'OP_UNSUPPORTED', number>
        >;
        OPEN_MODE: Readonly<Record<'READ' | 'WRITE' | 'APPEND' | 'CREAT' | 'TRUNC' | 'EXCL', number>>;
      };
    };
  };
  export default ssh2;
}
