import type pg from 'pg';
import type { Pool } from '../../platform/db/types.ts';
import { copyEntries } from './copy-entries.ts';
import { EntryLines } from './entry-lines.ts';
import { deleteUpload, insertUpload, type UploadKey } from './uploads-sql.ts';

export interface UploadStore {
  readonly sql: Pool;
  readonly copies: pg.Pool;
}

/** About a megabyte of entries; entries with many absences fill it sooner. */
const BATCH = 5_000;
const BATCH_BYTES = 1024 * 1024;
/** Much shorter than the claim, however slowly a body arrives. */
const STORE_AT_LEAST_EVERY_MS = 60_000;

/** Stores the entries of a large roster in batches while it arrives. */
export class Upload {
  readonly key: UploadKey;
  readonly #database: UploadStore;
  /** At most one batch is being stored while the next one is filled. */
  #storing: Promise<void> = Promise.resolve();
  #stored = 0;
  #filling: EntryLines;
  #underWay: EntryLines;
  #storedAt = Date.now();

  private constructor(store: UploadStore, key: UploadKey) {
    this.#database = store;
    this.key = key;
    this.#filling = new EntryLines(key);
    this.#underWay = new EntryLines(key);
  }

  static async begin(store: UploadStore, companyId: number, integrationId: number): Promise<Upload> {
    return new Upload(store, {
      companyId,
      uploadId: await insertUpload(store.sql, companyId, integrationId),
    });
  }

  /** The buffer for the next entries. */
  get lines(): EntryLines {
    return this.#filling;
  }

  /**
   * Resolves at once, or when the previous batch is stored: back-pressure slows the sender down to the
   * database's speed.
   */
  async storeIfFull(): Promise<void> {
    const { count, used } = this.#filling;
    const isLate = Date.now() - this.#storedAt > STORE_AT_LEAST_EVERY_MS;
    if (count >= BATCH || used >= BATCH_BYTES || isLate) await this.#store();
  }

  /** Resolves when everything is stored, with the number of entries. */
  async finish(): Promise<number> {
    if (this.#filling.count > 0) await this.#store();
    await this.#storing;
    return this.#stored;
  }

  async #store(): Promise<void> {
    await this.#storing;
    [this.#filling, this.#underWay] = [this.#underWay, this.#filling];
    this.#filling.clear();
    this.#storedAt = Date.now();
    this.#storing = this.#copy(this.#underWay);
    // The error is thrown with the next batch or at the end.
    this.#storing.catch(() => {});
  }

  async #copy(lines: EntryLines): Promise<void> {
    this.#stored += await copyEntries(this.#database.copies, this.key, lines.written());
  }

  /** If this fails, a sweep deletes the upload later. */
  async discard(): Promise<void> {
    await this.#storing.catch(() => {});
    await this.#database.sql.begin((tx) => deleteUpload(tx, this.key)).catch(() => {});
  }
}
