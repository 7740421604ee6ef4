import type pg from 'pg';
import type { Pool } from '../db/connect.ts';
import { copyEntries } from './copy-entries.ts';
import type { RosterEntry } from './entry.ts';
import { deleteUpload, insertUpload, type UploadKey } from './sql.ts';

export interface UploadStore {
  readonly sql: Pool;
  readonly copies: pg.Pool;
}

/** The entries of a large roster, stored batch by batch while it arrives. */
export class Upload {
  readonly key: UploadKey;
  readonly #store: UploadStore;
  /** One batch is on its way to the database while the next is being read, and never more. */
  #storing: Promise<void> = Promise.resolve();

  private constructor(store: UploadStore, key: UploadKey) {
    this.#store = store;
    this.key = key;
  }

  static async begin(store: UploadStore, companyId: number, integrationId: number): Promise<Upload> {
    return new Upload(store, {
      companyId,
      uploadId: await insertUpload(store.sql, companyId, integrationId),
    });
  }

  /** Settles when the batch before is stored: the sender is slowed down to what the database can take. */
  async add(entries: readonly RosterEntry[]): Promise<void> {
    await this.#storing;
    this.#storing = copyEntries(this.#store.copies, this.key, entries);
    // It is looked at with the next batch or at the end.
    this.#storing.catch(() => {});
  }

  async finish(): Promise<void> {
    await this.#storing;
  }

  /** Whatever fails here is swept later. */
  async discard(): Promise<void> {
    await this.#storing.catch(() => {});
    await this.#store.sql.begin((tx) => deleteUpload(tx, this.key)).catch(() => {});
  }
}
