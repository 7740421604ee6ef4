import { randomUUID } from 'node:crypto';
import type { WorkLog } from '../../../platform/claims/worker.ts';
import type { Pool } from '../../../platform/db/types.ts';
import { AppError, errorCode } from '../../../platform/errors.ts';
import { recordAttempt } from '../../runs/record-attempt.ts';
import { foldersIn, problemOfDropDir, problemOfFolder, problemOfUnusedFolder } from './drop-dir.ts';
import { DropFolder, FileChanged, NotTaken, type TakenFile } from './drop-folder.ts';
import { type DropPlace, selectDropPlaces } from './dropped-files-sql.ts';
import { countFile, takeFile } from './take-file.ts';

interface Options {
  sql: Pool;
  dropDir: string;
  log: WorkLog;
  /** A roster of the company can be made. */
  onTaken: (companyId: number) => void;
}

/** Takes files from the folders below DROP_DIR. Any number of nodes may look at the same ones. */
export class FolderTaker {
  readonly #options: Options;
  readonly #folders = new Map<number, DropFolder>();
  /** What was logged and has not changed since, by path. */
  readonly #troubles = new Map<string, string>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Takes at most one file from each folder. `now` is in milliseconds, by a clock that is never set. */
  async look(now: number, signal?: AbortSignal): Promise<void> {
    const { sql, dropDir } = this.#options;
    const problem = await problemOfDropDir(dropDir);
    this.#say(dropDir, problem);
    if (problem) return;
    const paths = await foldersIn(dropDir);
    for (const id of this.#folders.keys()) if (!paths.has(id)) this.#folders.delete(id);
    if (paths.size === 0) return;
    const places = await selectDropPlaces(sql, [...paths.keys()]);
    for (const place of places) {
      if (signal?.aborted) return;
      await this.#lookInto(place, paths.get(place.integrationId) ?? '', now);
    }
    const used = new Set(places.map(({ integrationId }) => integrationId));
    for (const [id, path] of paths) if (!used.has(id)) await this.#lookPast(path, id);
  }

  async #lookPast(path: string, integrationId: number): Promise<void> {
    const problem = await problemOfUnusedFolder(path, integrationId);
    if (problem) this.#say(path, problem);
    else this.#troubles.delete(path);
  }

  async #lookInto(place: DropPlace, path: string, now: number): Promise<void> {
    const folder = this.#folders.get(place.integrationId) ?? new DropFolder(path);
    this.#folders.set(place.integrationId, folder);
    const problem = await problemOfFolder(path);
    if (problem) return this.#say(path, problem);
    try {
      const { names, isCrowded } = await folder.look(now);
      const crowded = isCrowded ? `${path} has so many entries that some are not looked at.` : undefined;
      const unreadable = await this.#takeOne(place, folder, names);
      this.#say(path, unreadable?.problem ?? crowded, unreadable?.name);
    } catch (error) {
      this.#say(path, `A file in ${path} cannot be taken: ${String(errorCode(error) ?? error)}.`);
    }
  }

  /**
   * Returns the first file that may not be read. It does not keep others from being taken, and one for each folder is enough: a system
   * may change the names of hundreds each minute.
   */
  async #takeOne(place: DropPlace, folder: DropFolder, names: readonly string[]) {
    let unreadable: { name: string; problem: string } | undefined;
    for (const name of names) {
      try {
        const file = await folder.take(name);
        if (!file) continue;
        await this.#use(place, file);
        break;
      } catch (error) {
        if (!(error instanceof NotTaken)) throw error;
        unreadable ??= { name, problem: `A file in ${folder.path} ${error.message}.` };
      }
    }
    return unreadable;
  }

  async #use(place: DropPlace, file: TakenFile): Promise<void> {
    const { sql, log, onTaken } = this.#options;
    const { companyId, integrationId } = place;
    try {
      if ((await countFile(sql, place)) !== undefined) return;
      const { name, origin } = file;
      const syncId = await takeFile(sql, { ...place, name, origin, keyId: null }, file.read());
      await file.remove();
      log.info({ companyId, integrationId, syncId }, 'file taken from its folder');
      onTaken(companyId);
    } catch (error) {
      // Later, it may be taken.
      if (error instanceof FileChanged) return;
      if (!(error instanceof AppError) || !FINAL.includes(error.code)) throw error;
      await file.refuse();
      log.info({ companyId, integrationId, code: error.code }, 'file in a folder refused');
      await recordAttempt(sql, companyId, integrationId, {
        ...{ keyId: null, userId: null, isKeyRefusal: false, count: 1 },
        ...{ requestId: `file-${randomUUID()}`, syncId: null, status: STATUS[error.code] ?? 400 },
        ...{ code: error.code, detail: error.message, errors: [], errorCount: 0 },
      });
    } finally {
      await file.close();
    }
  }

  /** Once, until it changes. */
  #say(about: string, problem: string | undefined, file?: string): void {
    const { log } = this.#options;
    const before = this.#troubles.get(about);
    if (problem === before) return;
    if (problem) {
      this.#troubles.set(about, problem);
      log.error({ path: about, ...(file !== undefined && { file }) }, problem);
    } else {
      this.#troubles.delete(about);
      log.info({ path: about }, 'files are taken from this folder again');
    }
  }
}

/** The file will never be taken as it is. */
const STATUS: Readonly<Record<string, number>> = { 'payload-too-large': 413, 'malformed-request': 400 };
const FINAL: readonly string[] = Object.keys(STATUS);
