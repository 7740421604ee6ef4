import { createHash } from 'node:crypto';
import { type AddressInfo, createServer as createNetServer, type Socket } from 'node:net';
import ssh2, {
  type Algorithms,
  type AuthenticationContext,
  type ServerConnection,
  type SftpServer,
} from 'ssh2';
import { newSshKey } from '../../src/platform/ssh/ssh-key.ts';
import { Faults } from './faults.ts';
import { csv } from './https-file.ts';
import { type Company, makeCompany } from './people.ts';

const { STATUS_CODE, OPEN_MODE } = ssh2.utils.sftp;

/** The key is made once: that takes a moment. */
const CLIENT_KEY = newSshKey();
const HOST_KEYS = [0, 1].map(() => newSshKey().private);
const LOGIN = { username: 'transit', password: 'sftp-secret' };

export interface SftpSystem {
  credentials: Readonly<Record<string, string>>;
  /** Instead of the password. */
  privateKey: string;
  /** Of the server's present key, as `ssh-keygen -l` shows it. */
  fingerprint(): string;
  faults: Faults;
  company: Company;
  /** Whether somebody has sent the password, or a key. */
  hasSeenCredentials: boolean;
  close(): Promise<void>;
}

interface ServedFile {
  bytes: Buffer;
  mtime: number;
  isFolder?: boolean;
}

/**
 * Starts a server that offers exports by SFTP in the folder `export`. The newest one has the company, `people-b.csv` one person
 * less. Nothing can be written.
 */
export async function startSftpSystem(
  options: { company?: Company; port?: number; algorithms?: Algorithms } = {},
): Promise<SftpSystem> {
  const faults = new Faults();
  const sockets = new Set<Socket>();
  const servers = HOST_KEYS.map((key) => createServer(key));
  const system: SftpSystem = {
    ...{ faults, hasSeenCredentials: false, privateKey: CLIENT_KEY.private },
    company: options.company ?? makeCompany(),
    credentials: {},
    fingerprint: () => fingerprintOf(faults.has('changed-host-key') ? 1 : 0),
    async close() {
      const closed = new Promise<void>((resolve) => front.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };

  function createServer(hostKey: string) {
    const { algorithms } = options;
    return new ssh2.Server({ hostKeys: [hostKey], ...(algorithms && { algorithms }) }, (connection) => {
      connection.on('error', () => {});
      connection.on('authentication', (context) => {
        if (context.method === 'none') return context.reject(['password', 'publickey']);
        system.hasSeenCredentials = true;
        return !faults.has('wrong-token') && isRight(context) ? context.accept() : context.reject();
      });
      connection.on('session', (accept) => {
        const session = accept();
        session.on('sftp', (acceptSftp) => {
          if (faults.has('new-keys-again')) askForKeysAgain(connection);
          serveFiles(acceptSftp(), system, () => connection.end());
        });
      });
    });
  }

  const front = createNetServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    if (faults.happens('silent', 'people')) return;
    if (faults.happens('unavailable', 'people') || faults.happens('unavailable-once', 'people')) {
      socket.destroy();
      return;
    }
    if (faults.has('endless-greeting')) {
      socket.write(`${'Welcome '.repeat(100)}\r\n`.repeat(4000));
      return;
    }
    const server = servers[faults.has('changed-host-key') ? 1 : 0];
    server?.injectSocket(socket);
  });
  front.listen(options.port ?? 0, '127.0.0.1');
  await new Promise((resolve) => front.once('listening', resolve));
  const { port } = front.address() as AddressInfo;
  const where = { host: '127.0.0.1', port: String(port), folder: 'export', filePattern: 'people-*.csv' };
  system.credentials = { ...LOGIN, ...where };
  return system;
}

/** As soon as both have new keys, they exchange them again. */
function askForKeysAgain(connection: ServerConnection): void {
  connection.on('rekey', () => connection.rekey());
  connection.rekey();
}

function fingerprintOf(index: number): string {
  const key = ssh2.utils.parseKey(HOST_KEYS[index] ?? '');
  if (key instanceof Error) throw key;
  return `SHA256:${createHash('sha256').update(key.getPublicSSH()).digest('base64').replaceAll('=', '')}`;
}

function isRight({
  method,
  username,
  password,
  key,
  signature,
  blob,
  hashAlgo,
}: AuthenticationContext): boolean {
  if (username !== LOGIN.username) return false;
  if (method === 'password') return password === LOGIN.password;
  const known = ssh2.utils.parseKey(CLIENT_KEY.public);
  if (method !== 'publickey' || known instanceof Error || !key?.data.equals(known.getPublicSSH()))
    return false;
  return !signature || !blob || known.verify(blob, signature, hashAlgo) === true;
}

const NOW = Date.UTC(2026, 10, 17, 3) / 1000;
const HOUR = 3600;

function filesOf({ company, faults }: SftpSystem): Map<string, ServedFile> {
  const world = { company, faults, url: '' };
  const whole = Buffer.from(csv(world).body);
  const lines = whole.toString().split('\r\n');
  const older = Buffer.from([...lines.slice(0, -2), ''].join('\r\n'));
  return new Map([
    ['people-a.csv', { bytes: whole, mtime: NOW }],
    ['people-b.csv', { bytes: older, mtime: NOW - 24 * HOUR }],
    ['people-c.csv.part', { bytes: older, mtime: NOW + HOUR }],
    ['people-/../people-z.csv', { bytes: older, mtime: NOW + HOUR }],
    ['people-archive.csv', { bytes: Buffer.alloc(0), mtime: NOW + HOUR, isFolder: true }],
    [`people-${'a'.repeat(5000)}.csv`, { bytes: older, mtime: NOW + HOUR }],
    ['notes.txt', { bytes: Buffer.from('Hello'), mtime: NOW + HOUR }],
  ]);
}

function serveFiles(sftp: SftpServer, system: SftpSystem, hangUp: () => void): void {
  const { faults } = system;
  const files = filesOf(system);
  const handles = new Map<string, { file?: ServedFile; isListed: boolean }>();
  const open = (request: number, file?: ServedFile) => {
    const id = String(handles.size + 1);
    handles.set(id, { ...(file && { file }), isListed: false });
    sftp.handle(request, Buffer.from(id));
  };
  const fileAt = (path: string) => (path.startsWith('export/') ? files.get(path.slice(7)) : undefined);
  const attributes = ({ bytes, mtime, isFolder }: ServedFile) => ({
    ...{ size: bytes.length, mtime, atime: mtime, mode: isFolder ? 0o040755 : 0o100644 },
  });

  sftp.on('OPENDIR', (request: number, path: string) => {
    if (faults.has('forbidden')) return sftp.status(request, STATUS_CODE.PERMISSION_DENIED);
    return path === 'export' ? open(request) : sftp.status(request, STATUS_CODE.NO_SUCH_FILE);
  });
  sftp.on('READDIR', (request: number, handle: Buffer) => {
    const opened = handles.get(handle.toString());
    if (faults.has('endless-list')) return sftp.name(request, []);
    if (!opened || opened.isListed || opened.file) return sftp.status(request, STATUS_CODE.EOF);
    opened.isListed = true;
    const names = [...files].map(([filename, file]) => ({
      filename,
      longname: filename,
      attrs: attributes(file),
    }));
    return sftp.name(request, names);
  });
  for (const event of ['STAT', 'LSTAT'])
    sftp.on(event, (request: number, path: string) => {
      const file = fileAt(path);
      return file ? sftp.attrs(request, attributes(file)) : sftp.status(request, STATUS_CODE.NO_SUCH_FILE);
    });
  sftp.on('FSTAT', (request: number, handle: Buffer) => {
    const file = handles.get(handle.toString())?.file;
    return file ? sftp.attrs(request, attributes(file)) : sftp.status(request, STATUS_CODE.FAILURE);
  });
  sftp.on('OPEN', (request: number, path: string, flags: number) => {
    const file = fileAt(path);
    if (flags !== OPEN_MODE.READ) return sftp.status(request, STATUS_CODE.PERMISSION_DENIED);
    return file && !file.isFolder ? open(request, file) : sftp.status(request, STATUS_CODE.NO_SUCH_FILE);
  });
  sftp.on('READ', (request: number, handle: Buffer, offset: number, length: number) => {
    const file = handles.get(handle.toString())?.file;
    if (!file) return sftp.status(request, STATUS_CODE.FAILURE);
    if (faults.happens('truncated', 'people')) return hangUp();
    const part = file.bytes.subarray(offset, offset + length);
    if (faults.has('still-being-written') && part.length === 0) {
      file.bytes = Buffer.concat([file.bytes, Buffer.from('P999999;Ada\r\n')]);
      file.mtime += 2;
    }
    return part.length > 0 ? sftp.data(request, part) : sftp.status(request, STATUS_CODE.EOF);
  });
  sftp.on('CLOSE', (request: number, handle: Buffer) =>
    sftp.status(request, handles.delete(handle.toString()) ? STATUS_CODE.OK : STATUS_CODE.FAILURE),
  );
}
