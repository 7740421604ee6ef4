import type { FileAttributes } from 'ssh2';
import { isFolder, isResult, isUnfinished, nameAt } from './file-names.ts';
import { OrderedWriter, UnorderedParts } from './ordered-writer.ts';
import { CODES, Refusal, Requests, type Session, type Upload } from './requests.ts';

const FLAGS = { read: 1, write: 2, append: 4 } as const;

/**
 * Serves one client. It sees one folder, may write files into it, and may read nothing but results. A file counts when the client
 * has closed it, or has renamed it if its name says that it is unfinished: a client that is killed closes nothing. Ends when the
 * client has gone.
 */
export async function serveSession(session: Session): Promise<void> {
  const requests = new Requests(session);
  answerLooks(session, requests);
  answerReads(session, requests);
  answerWrites(session, requests);
  answerChanges(session, requests);
  await requests.done;
}

function answerLooks({ sftp, user, store }: Session, requests: Requests): void {
  requests.on('REALPATH', async (request, path: string) => {
    const filename = isFolder(path) ? '/' : `/${validName(path)}`;
    sftp.name(request, [{ filename, longname: filename, attrs: {} }]);
  });
  const stat = async (request: number, path: string) => {
    if (isFolder(path)) return sftp.attrs(request, FOLDER);
    const name = validName(path);
    const file = await store.find(user, name);
    if (!file) throw new Refusal(CODES.noSuchFile);
    return sftp.attrs(request, attributesOf(file.name, file.bytes, file.changedAt));
  };
  requests.on('STAT', stat);
  requests.on('LSTAT', stat);
  requests.on('FSTAT', async (request, id: Buffer) => {
    const handle = requests.at(id);
    if (handle.kind === 'folder') return sftp.attrs(request, FOLDER);
    const bytes = handle.kind === 'result' ? handle.bytes.length : handle.writer.bytes;
    return sftp.attrs(request, attributesOf('', bytes, new Date()));
  });
}

function answerReads({ sftp, user, store }: Session, requests: Requests): void {
  requests.on('OPENDIR', async (request, path: string) => {
    if (!isFolder(path)) throw new Refusal(CODES.noSuchFile);
    requests.checkHandles();
    requests.open(request, { kind: 'folder', isListed: false });
  });
  requests.on('READDIR', async (request, id: Buffer) => {
    const handle = requests.at(id);
    if (handle.kind !== 'folder') throw new Refusal(CODES.failure);
    const files = handle.isListed ? [] : await store.list(user);
    handle.isListed = true;
    if (files.length === 0) throw new Refusal(CODES.end);
    sftp.name(
      request,
      files.map(({ name, bytes, changedAt }) => ({
        filename: name,
        longname: `-rw------- 1 transit transit ${bytes} Jan 1 00:00 ${name}`,
        attrs: attributesOf(name, bytes, changedAt),
      })),
    );
  });
  requests.on('READ', async (request, id: Buffer, offset: number, length: number) => {
    const handle = requests.at(id);
    if (handle.kind !== 'result') throw new Refusal(CODES.permissionDenied);
    const part = handle.bytes.subarray(offset, offset + length);
    if (part.length === 0) throw new Refusal(CODES.end);
    sftp.data(request, part);
  });
}

function answerWrites({ sftp, user, store, limits }: Session, requests: Requests): void {
  requests.on('OPEN', async (request, path: string, flags: number) => {
    const name = validName(path);
    requests.checkHandles();
    if (!(flags & FLAGS.write)) {
      const bytes = isResult(name) ? await store.readResult(user, name) : undefined;
      if (!bytes) throw new Refusal(isResult(name) ? CODES.noSuchFile : CODES.permissionDenied);
      return requests.open(request, { kind: 'result', bytes });
    }
    if (isResult(name)) throw new Refusal(CODES.permissionDenied);
    // A file that is continued may have changed in between.
    if (flags & (FLAGS.append | FLAGS.read)) throw new Refusal(CODES.unsupported);
    const file = await store.begin(user, name, limits.files);
    if (!file) throw new Refusal(CODES.failure);
    const writer = new OrderedWriter((bytes) => file.append(bytes), limits.fileBytes);
    return requests.open(request, { kind: 'upload', name, file, writer, isBroken: false });
  });
  requests.on('WRITE', async (request, id: Buffer, offset: number, bytes: Buffer) => {
    const handle = requests.at(id);
    if (handle.kind !== 'upload' || handle.isBroken) throw new Refusal(CODES.failure);
    // If this part cannot be stored, the file is not whole.
    handle.isBroken = true;
    await handle.writer.write(offset, bytes).catch((error) => {
      throw error instanceof UnorderedParts ? new Refusal(CODES.failure) : error;
    });
    handle.isBroken = false;
    sftp.status(request, CODES.ok);
  });
  requests.on('CLOSE', async (request, id: Buffer) => {
    const handle = requests.at(id);
    requests.close(id);
    if (handle.kind === 'upload') await finish(handle);
    sftp.status(request, CODES.ok);
  });

  async function finish({ name, file, writer, isBroken }: Upload): Promise<void> {
    if (isBroken || !writer.isWhole) {
      await file.discard();
      throw new Refusal(CODES.failure);
    }
    if (!(await file.finish())) throw new Refusal(CODES.failure);
    if (!isUnfinished(name)) await store.take(user, name);
  }
}

function answerChanges({ sftp, user, store }: Session, requests: Requests): void {
  requests.on('RENAME', async (request, from: string, to: string) => {
    const [name, target] = [validName(from), validName(to)];
    if (isResult(name) || isResult(target)) throw new Refusal(CODES.permissionDenied);
    if (!(await store.rename(user, name, target))) throw new Refusal(CODES.noSuchFile);
    if (!isUnfinished(target)) await store.take(user, target);
    sftp.status(request, CODES.ok);
  });
  requests.on('REMOVE', async (request, path: string) => {
    if (!(await store.remove(user, validName(path)))) throw new Refusal(CODES.noSuchFile);
    sftp.status(request, CODES.ok);
  });
  // Times and permissions mean nothing here, but most clients set them after each file.
  for (const event of ['SETSTAT', 'FSETSTAT'])
    requests.on(event, async (request) => sftp.status(request, CODES.ok));
  for (const event of ['MKDIR', 'RMDIR', 'SYMLINK', 'READLINK', 'EXTENDED'])
    requests.on(event, async () => {
      throw new Refusal(CODES.unsupported);
    });
}

function validName(path: string): string {
  const name = nameAt(path);
  if (name === undefined) throw new Refusal(CODES.noSuchFile);
  return name;
}

const FOLDER: Partial<FileAttributes> = { mode: 0o040700, size: 0 };

/** Results can be read, other files only written. */
function attributesOf(name: string, size: number, changedAt: Date): Partial<FileAttributes> {
  const mtime = Math.floor(changedAt.getTime() / 1000);
  return { mode: isResult(name) ? 0o100400 : 0o100200, size, mtime, atime: mtime };
}
