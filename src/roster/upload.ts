import type pg from 'pg';
import type { Pool } from '../db/types.ts';
import { copyEntries } from './copy-entries.ts';
import type { RosterEntry } from './entry.ts';
import { EntryLines } from './entry-lines.ts';
import { deleteUpload, insertUpload, type UploadKey } from './sql.ts';

export interface UploadStore {
  readonly sql: Pool;
  readonly copies: pg.Pool;
}

/** About as many as fit into a megabyte; of those with many absences, fewer. */
const BATCH = 5_000;
const BATCH_BYTES = 1024 * 1024;
/** Well within the lease, however slowly a body arrives. */
const STORE_AT_LEAST_EVERY_MS = 60_000;

/** The entries of a large roster, stored batch by batch while it arrives. */
export class Upload {
  readonly key: UploadKey;
  readonly #database: UploadStore;
  /** One batch is on its way to the database while the next is being filled, and never more. */
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

  /** Where the next entries go. */
  get lines(): EntryLines {
    return this.#filling;
  }

  add(entries: readonly RosterEntry[]): void {
    for (const entry of entries) this.#filling.append(entry);
  }

  /** Settles at once, or when the batch before is stored: the sender is slowed down to what the database can take. */
  async storeIfFull(): Promise<void> {
    const { count, used } = this.#filling;
    const isLate = Date.now() - this.#storedAt > STORE_AT_LEAST_EVERY_MS;
    if (count >= BATCH || used >= BATCH_BYTES || isLate) await this.#store();
  }

  /** Settles when everything is stored: with how many entries that are. */
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
    // It is looked at with the next batch or at the end.
    this.#storing.catch(() => {});
  }

  async #copy(lines: EntryLines): Promise<void> {
    this.#stored += await copyEntries(this.#database.copies, this.key, lines.written());
  }

  /** Whatever fails here is swept later. */
  async discard(): Promise<void> {
    await this.#storing.catch(() => {});
    await this.#database.sql.begin((tx) => deleteUpload(tx, this.key)).catch(() => {});
  }
}
