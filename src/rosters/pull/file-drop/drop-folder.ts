import { randomBytes } from 'node:crypto';
import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, lstat, open, opendir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, errorCode } from '../../../platform/errors.ts';
import { DROP_FOLDERS, DROPS } from '../../../platform/limits.ts';

type Seen = Map<string, { state: string; since: number }>;

/**
 * A folder into which one company's system writes, and in which it may put anything. So nothing in it is followed or waited for, only
 * regular files with one name are opened, and no more than so many entries are looked at.
 *
 * There is no event that says that a file is complete. It counts as complete if its name is that of a roster and no temporary one, and
 * if it has not changed for a minute. Then it gets another name, under which the system does not write (`.taking`), and is deleted
 * once it is stored. If a node dies in between, any node continues with this name.
 */
export class DropFolder {
  readonly path: string;
  /** By name: when the file was first seen as it is. */
  #seen: Seen = new Map();

  constructor(path: string) {
    this.path = path;
  }

  /** The names of complete files, in the order of their times. `now` is in milliseconds, by a clock that is never set. */
  async look(now: number): Promise<{ names: string[]; isCrowded: boolean }> {
    const seen: Seen = new Map();
    const complete: { name: string; isTaken: boolean; at: bigint }[] = [];
    let entries = 0;
    for await (const { name } of await opendir(this.path)) {
      entries += 1;
      if (entries > DROP_FOLDERS.entries) break;
      const isTaken = TAKEN.test(name);
      if (!isTaken && !isRosterName(name)) continue;
      const found = await lstat(join(this.path, name), { bigint: true }).catch(() => undefined);
      if (!found || !isPlainFile(found)) continue;
      const state = stateOf(found);
      const before = this.#seen.get(name);
      const since = before?.state === state ? before.since : now;
      seen.set(name, { state, since });
      if (now - since >= DROP_FOLDERS.settledMs)
        complete.push({ name, isTaken, at: isTaken ? found.ctimeNs : found.mtimeNs });
    }
    this.#seen = seen;
    // Those that a node has begun to take came first.
    complete.sort(
      (one, other) =>
        Number(other.isTaken) - Number(one.isTaken) ||
        Number(one.at - other.at) ||
        (one.name < other.name ? -1 : 1),
    );
    return { names: complete.map(({ name }) => name), isCrowded: entries > DROP_FOLDERS.entries };
  }

  /**
   * Opens a complete file under the name that is ours. Undefined: it is gone, or another one has taken its place, and a later look finds it.
   * Throws `NotTaken` if the service may not read or rename it.
   */
  async take(name: string): Promise<TakenFile | undefined> {
    const file = await this.#open(name);
    if (!file) return undefined;
    try {
      const ours = TAKEN.test(name) ? name : `${name}.${randomBytes(4).toString('hex')}${TAKING}`;
      const opened = await file.stat({ bigint: true });
      if (!isPlainFile(opened)) return await closed(file);
      if (ours !== name) await rename(join(this.path, name), join(this.path, ours));
      const renamed = await lstat(join(this.path, ours), { bigint: true });
      if (renamed.ino !== opened.ino) return await closed(file);
      this.#seen.delete(name);
      return new TakenFile(this.path, ours, file, await file.stat({ bigint: true }));
    } catch (error) {
      await file.close();
      if (errorCode(error) === 'ENOENT') return undefined;
      throw new NotTaken(error);
    }
  }

  /** Neither a link nor a pipe keeps it waiting. */
  async #open(name: string): Promise<FileHandle | undefined> {
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
    try {
      return await open(join(this.path, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    } catch (error) {
      if (['ENOENT', 'ELOOP', 'ENXIO'].includes(String(errorCode(error)))) return undefined;
      throw new NotTaken(error);
    }
  }
}

/** A file under its `.taking` name. */
export class TakenFile {
  /** As the system called it. */
  readonly name: string;
  /** No other file has it, and it stays the same while the file is there. */
  readonly origin: string;
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #size: bigint;

  constructor(folder: string, name: string, file: FileHandle, stats: BigIntStats) {
    this.name = name.replace(TAKEN, '');
    this.origin = stateOf(stats);
    this.#path = join(folder, name);
    this.#file = file;
    this.#size = stats.size;
  }

  /** Throws if it changes meanwhile. A file that is too large is not read: it may be one of 10 GB that occupies no disk. */
  async *read(): AsyncGenerator<Buffer> {
    if (this.#size > BigInt(DROPS.fileBytes)) throw tooLarge();
    // It may grow as fast as it is read.
    for (let at = 0; at <= this.#size; ) {
      const { bytesRead, buffer } = await this.#file.read(Buffer.allocUnsafeSlow(DROPS.partBytes), {
        position: at,
      });
      if (bytesRead === 0) break;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
    const { size, mtimeNs, ino, ctimeNs } = await this.#file.stat({ bigint: true });
    if (stateOf({ size, mtimeNs, ino, ctimeNs }) !== this.origin) throw new FileChanged();
  }

  async remove(): Promise<void> {
    await unlink(this.#path).catch((error) => {
      if (errorCode(error) !== 'ENOENT') throw error;
    });
  }

  /** It stays under a name that says so, until the next one of that name. */
  async refuse(): Promise<void> {
    await rename(this.#path, join(this.#path, '..', `${this.name}${REFUSED}`));
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

/** The service may not read or rename it. */
export class NotTaken extends Error {
  constructor(cause: unknown) {
    super(`cannot be read and renamed by the service: ${String(errorCode(cause) ?? cause)}`, { cause });
  }
}

/** Somebody still writes to it. */
export class FileChanged extends Error {}

const tooLarge = () => new AppError('payload-too-large', `A file may have at most ${DROPS.fileBytes} bytes.`);

const TAKING = '.taking';
const REFUSED = '.refused';
const TAKEN = /\.[0-9a-f]{8}\.taking$/;

/** A temporary name has another ending (`.part`, `.tmp`, `.filepart`), or begins with a dot or a tilde. */
const ROSTER_NAME = /^[^.~/\\][^/\\]{0,150}\.(?:csv|txt|xlsx|json|ndjson)$/i;

/** Bytes that are no UTF-8 become U+FFFD when the folder is listed. */
const isRosterName = (name: string) =>
  ROSTER_NAME.test(name) && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]/u.test(name) && name === name.trim();

/** With a second name, it may be a file that others use. */
const isPlainFile = (stats: BigIntStats) => stats.isFile() && stats.nlink === 1n;

/** The time of the change of a file, unlike that of its content, cannot be set by anybody. */
const stateOf = ({
  ino,
  size,
  mtimeNs,
  ctimeNs,
}: Pick<BigIntStats, 'ino' | 'size' | 'mtimeNs' | 'ctimeNs'>) => `${ino}:${size}:${mtimeNs}:${ctimeNs}`;

async function closed(file: FileHandle): Promise<undefined> {
  await file.close();
  return undefined;
}
