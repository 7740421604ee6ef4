import type { FileAttributes, FolderEntry } from 'ssh2';
import { fileSource } from '../files/file-source.ts';
import type { Connection, Credentials, HrSystem, SourceFile } from '../hr-system.ts';
import { inBatches } from '../in-turns.ts';
import type { SourceClient } from '../source-client.ts';
import { incomplete, SourceError } from '../source-error.ts';
import { matchesGlob } from './glob.ts';
import { openSftp, type Sftp, type SshAccess } from './open-sftp.ts';

/** From 1 to 65535. */
const PORT = '[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]';

/** The newest file of a folder on a server of the company, by SFTP. */
export const sftpFetch: HrSystem = fileSource({
  inputs: [
    {
      ...{ name: 'host', kind: 'text', isRequired: true, pattern: '[A-Za-z0-9.:\\-]{1,253}' },
      namesReceiver: 'always',
    },
    { name: 'port', kind: 'text', isRequired: false, pattern: PORT, namesReceiver: 'always' },
    { name: 'username', kind: 'text', isRequired: true },
    // One of the two. With both, the server decides.
    { name: 'password', kind: 'secret', isRequired: false },
    { name: 'privateKey', kind: 'long-secret', isRequired: false },
    { name: 'passphrase', kind: 'secret', isRequired: false },
    // The fingerprint of the server's key. The survey without it tells the fingerprint, for the admin to confirm.
    {
      ...{ name: 'hostKey', kind: 'text', isRequired: false, pattern: 'SHA256:[A-Za-z0-9+\\/]{43}=?' },
      namesReceiver: 'once-set',
    },
    { name: 'folder', kind: 'text', isRequired: false },
    // With * and ?: `roster-*.csv`.
    { name: 'filePattern', kind: 'text', isRequired: true, pattern: '[^\\/]{1,200}' },
  ],
  toConfirm: async (connection) => {
    if (connection.credentials['hostKey']) return undefined;
    return { input: 'hostKey', value: await fingerprintOf(connection) };
  },
  async fetch(connection) {
    const { credentials, client } = connection;
    const expected = credentials['hostKey']?.replace('=', '');
    if (!expected)
      throw new SourceError('source-unauthorised', {
        detail: 'Nobody has confirmed the key of the server yet.',
      });
    let shown = '';
    const isTrusted = (fingerprint: string) => {
      shown = fingerprint;
      return fingerprint === expected;
    };
    return await onServer(
      connection,
      isTrusted,
      async (sftp) => await readNewest(sftp, credentials, client),
    ).catch((error) => {
      if (shown && shown !== expected) throw changedKey(shown, expected);
      throw error;
    });
  },
});

const changedKey = (shown: string, expected: string) =>
  new SourceError('source-unauthorised', {
    detail: `The server shows the key ${shown}, but ${expected} was confirmed. No credentials were sent. If the server was replaced on purpose, confirm the new key.`,
  });

/** Of the server's key. The connection ends before credentials are sent. */
async function fingerprintOf(connection: Connection): Promise<string> {
  let shown = '';
  const isTrusted = (fingerprint: string) => {
    shown = fingerprint;
    return false;
  };
  return await onServer(connection, isTrusted, () =>
    Promise.reject(new Error('the key is not trusted')),
  ).catch((error) => {
    if (shown) return shown;
    throw error;
  });
}

const DEFAULT_PORT = 22;
/** What a connection may take besides the file: long listings, and the protocol itself. */
const OTHER_BYTES = 16 * 1024 * 1024;

async function onServer<T>(
  { credentials, client }: Connection,
  isTrusted: (fingerprint: string) => boolean,
  work: (sftp: Sftp) => Promise<T>,
): Promise<T> {
  const port = Number(credentials['port'] || DEFAULT_PORT);
  return await client.withSocket(credentials['host'] ?? '', port, async (socket) =>
    work(await openSftp(socket, accessOf(credentials), isTrusted, client.limits.answerBytes + OTHER_BYTES)),
  );
}

function accessOf(credentials: Credentials): SshAccess {
  const { username = '', password, privateKey, passphrase } = credentials;
  return { username, password, privateKey, passphrase };
}

/** A server that is still writing the file has changed it by then. */
const LOOK_AGAIN_MS = 3000;

async function readNewest(sftp: Sftp, credentials: Credentials, client: SourceClient): Promise<SourceFile> {
  const { folder = '', filePattern = '*' } = credentials;
  const name = await newest(await sftp.list(folder || '.'), filePattern);
  if (name === undefined)
    throw new SourceError('source-empty', { detail: `No file in the folder matches ${filePattern}.` });
  const path = folder ? `${folder.replace(/\/$/, '')}/${name}` : name;
  const before = await sftp.look(path);
  const bytes = await sftp.read(path, client.limits.answerBytes);
  await client.pause(LOOK_AGAIN_MS);
  const after = await sftp.look(path);
  const isSame = (key: keyof FileAttributes) => before[key] === after[key];
  if (!isSame('size') || !isSame('mtime') || bytes.length !== after.size)
    throw incomplete('The newest file changed while it was read. It is still being written.');
  return { name, bytes };
}

/** No file system has longer names. Comparing one of 250,000 letters with a pattern takes half a second of the event loop. */
const MAX_NAME_LENGTH = 255;

/** A name that leads out of the folder is none of its files. */
const isPlainName = (name: string) =>
  name.length <= MAX_NAME_LENGTH && !name.includes('/') && name !== '.' && name !== '..';

async function newest(entries: readonly FolderEntry[], pattern: string): Promise<string | undefined> {
  const files: FolderEntry[] = [];
  for await (const batch of inBatches(entries))
    for (const entry of batch) {
      const { filename, attrs } = entry;
      if (!attrs.isDirectory() && isPlainName(filename) && matchesGlob(pattern, filename)) files.push(entry);
    }
  const inOrder = files.toSorted(
    (one, other) => one.attrs.mtime - other.attrs.mtime || (one.filename < other.filename ? -1 : 1),
  );
  return inOrder.at(-1)?.filename;
}
