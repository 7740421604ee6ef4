import type { Socket } from 'node:net';
import type { Client, FileAttributes, FolderEntry, SftpClient } from 'ssh2';
import { OutgoingError } from '../../../platform/outgoing/outgoing-error.ts';
import { fingerprintOf } from '../../../platform/ssh/fingerprint.ts';
import { SourceError, unreadable } from '../source-error.ts';

export interface SshAccess {
  username: string;
  password: string | undefined;
  privateKey: string | undefined;
  passphrase: string | undefined;
}

export interface Sftp {
  list(folder: string): Promise<FolderEntry[]>;
  look(path: string): Promise<FileAttributes>;
  read(path: string, maxBytes: number): Promise<Buffer>;
}

/** A server with more files than this in one folder is a mistake. */
const MAX_FILES = 10_000;
/** A server that goes on like this lists for ever. */
const MAX_EMPTY_LISTS = 10;
/**
 * Compression would inflate 30 KB to 30 MB in one piece, and an exchange in group 18 takes 25 ms of a processor: in group 14 and on the
 * curves it takes about 2 ms. In a group exchange the server chooses the group.
 */
const ALGORITHMS = {
  compress: ['none'],
  kex: [
    'curve25519-sha256',
    'curve25519-sha256@libssh.org',
    'ecdh-sha2-nistp256',
    'ecdh-sha2-nistp384',
    'ecdh-sha2-nistp521',
    'diffie-hellman-group14-sha256',
  ],
  serverHostKey: [
    'ssh-ed25519',
    'ecdsa-sha2-nistp256',
    'ecdsa-sha2-nistp384',
    'ecdsa-sha2-nistp521',
    'rsa-sha2-512',
    'rsa-sha2-256',
  ],
  cipher: ['aes128-gcm@openssh.com', 'aes256-gcm@openssh.com', 'aes128-ctr', 'aes192-ctr', 'aes256-ctr'],
  hmac: ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com', 'hmac-sha2-256', 'hmac-sha2-512'],
} as const;
/** Servers ask for new keys after a gigabyte or an hour. */
const MAX_KEY_EXCHANGES = 5;
/** Greeting, keys and algorithms take a few kilobytes. */
const MAX_BYTES_BEFORE_SIGN_IN = 1024 * 1024;

/**
 * Opens SFTP on a connection. `isTrusted` gets the fingerprint of the server's key before any credentials are sent. Throws a
 * `SourceError`, or an `OutgoingError` if the connection broke.
 */
export async function openSftp(
  socket: Socket,
  access: SshAccess,
  isTrusted: (fingerprint: string) => boolean,
  maxBytes: number,
): Promise<Sftp> {
  // Loaded only when it is needed: it takes longer than the rest of the pull's code.
  const { default: ssh2 } = await import('ssh2');
  const client = new ssh2.Client();
  const lost = whenLost(client);
  const during = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await Promise.race([work, lost]);
    } catch (error) {
      throw explainSsh(error);
    }
  };
  const call = <T>(start: (callback: (error: Error | null | undefined, value: T) => void) => void) =>
    during(
      new Promise<T>((resolve, reject) => {
        start((error, value) => (error ? reject(error) : resolve(value)));
      }),
    );

  let isRefused = false;
  const verify = (key: Buffer) => {
    isRefused = !isTrusted(fingerprintOf(key));
    return !isRefused;
  };
  await during(signIn(client, socket, access, verify, maxBytes)).catch((error) => {
    throw isRefused
      ? new SourceError('source-unauthorised', { detail: 'The key of the server is not trusted.' })
      : error;
  });
  const sftp = await call<SftpClient>((done) => client.sftp(done));
  // Answers that fit no request are errors of their own; what waits for an answer then fails too.
  sftp.on('error', () => client.destroy());

  return {
    async list(folder) {
      const handle = await call<Buffer>((done) => sftp.opendir(folder, done));
      const entries: FolderEntry[] = [];
      let emptyLists = 0;
      for (;;) {
        const more = await call<FolderEntry[] | undefined>((done) =>
          sftp.readdir(handle, (error, list) => (isEnd(error) ? done(null, undefined) : done(error, list))),
        );
        if (!more) return entries;
        if (more.length === 0 && ++emptyLists > MAX_EMPTY_LISTS)
          throw unreadable('The server lists nothing, again and again.');
        entries.push(...more);
        if (entries.length > MAX_FILES) throw unreadable(`The folder has more than ${MAX_FILES} files.`);
      }
    },
    look: (path) => call((done) => sftp.stat(path, done)),
    read: (path, maxBytes) => during(readAll(sftp, path, maxBytes)),
  };
}

async function signIn(
  client: Client,
  socket: Socket,
  { username, password, privateKey, passphrase }: SshAccess,
  hostVerifier: (key: Buffer) => boolean,
  maxBytes: number,
): Promise<void> {
  // Some servers ask for the password as a question. More questions than one are not about the password.
  client.on(
    'keyboard-interactive',
    (_name, _text, _language, questions: unknown[], answer: (texts: string[]) => void) =>
      answer(questions.length === 1 ? [password ?? ''] : []),
  );
  let exchanges = 0;
  client.on('handshake', () => {
    exchanges += 1;
    if (exchanges > MAX_KEY_EXCHANGES)
      socket.destroy(unreadable('The server asks for new keys again and again.'));
  });
  const ready = new Promise<void>((resolve) => {
    client.once('ready', resolve);
  });
  try {
    client.connect({
      ...{ sock: socket, username, algorithms: ALGORITHMS },
      ...(password && { password, tryKeyboard: true }),
      ...(privateKey && { privateKey }),
      ...(passphrase && { passphrase }),
      hostVerifier,
      // The time of the whole connection is limited.
      readyTimeout: 0,
    });
  } catch {
    throw new SourceError('source-unauthorised', {
      detail:
        'The private key cannot be read. It must be in the format of OpenSSH, and the passphrase must be right.',
    });
  }
  // Only now, since the first listener makes the data flow.
  let [bytes, max] = [0, MAX_BYTES_BEFORE_SIGN_IN];
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > max) socket.destroy(unreadable('The server sends too much.'));
  });
  await ready;
  max = maxBytes;
}

/** Rejects when the connection fails or ends. */
function whenLost(client: Client): Promise<never> {
  const lost = new Promise<never>((_, reject) => {
    client.on('error', reject);
    client.on('close', () => reject(new OutgoingError('unreachable')));
  });
  // It may happen while nobody waits.
  lost.catch(() => {});
  return lost;
}

/** Each piece is a question and an answer, however short it is. Usual servers send 32 KiB. */
const MIN_COUNTED_BYTES = 4 * 1024;

async function readAll(sftp: SftpClient, path: string, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of sftp.createReadStream(path) as AsyncIterable<Buffer>) {
    bytes += Math.max(chunk.length, MIN_COUNTED_BYTES);
    if (bytes > maxBytes) throw unreadable('The file is too large, or arrives in far too many pieces.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Numbers of RFC draft "SSH File Transfer Protocol", version 3. */
const END = 1;
const NO_SUCH_FILE = 2;
const PERMISSION_DENIED = 3;

const isEnd = (error: unknown) => codeOf(error) === END;

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function explainSsh(error: unknown): unknown {
  if (error instanceof SourceError || error instanceof OutgoingError || !(error instanceof Error))
    return error;
  const level = 'level' in error ? error.level : undefined;
  if (level === 'client-authentication')
    return new SourceError('source-unauthorised', {
      detail: 'The server refuses the user name with this password or key.',
    });
  if (level === 'handshake')
    return new SourceError('source-unreachable', {
      detail:
        'The server and the service have no SSH algorithms in common. The server must allow a connection without compression, ' +
        'a key exchange by curve25519, ecdh-sha2-nistp or diffie-hellman-group14-sha256, a host key of the kind ed25519, ecdsa or ' +
        'rsa-sha2, and AES in the mode GCM or CTR.',
    });
  if (codeOf(error) === NO_SUCH_FILE) return unreadable('The server has no such folder or file.');
  if (codeOf(error) === PERMISSION_DENIED)
    return new SourceError('source-unauthorised', {
      detail: 'The user may not read the folder or the file.',
    });
  return new OutgoingError('unreachable', { cause: error });
}
