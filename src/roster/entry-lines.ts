import type { RosterEntry } from './entry.ts';
import type { UploadKey } from './sql.ts';

const FIRST_BYTES = 2 * 1024 * 1024;

/**
 * Entries as PostgreSQL's COPY takes them, one after the other in a buffer. Kept as objects or text, a batch would live
 * long enough to be moved among the lasting things of the heap, which is tidied up only every few hundred megabytes.
 */
export class EntryLines {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  #used = 0;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  get used(): number {
    return this.#used;
  }

  append(upload: UploadKey, entry: RosterEntry): void {
    const line = toLine(upload, entry);
    this.#makeRoom(line.length * 3);
    this.#used += this.#bytes.write(line, this.#used);
    this.#count++;
  }

  /** What has been written so far. It is good until `clear`. */
  written(): Buffer {
    return this.#bytes.subarray(0, this.#used);
  }

  clear(): void {
    this.#used = 0;
    this.#count = 0;
  }

  #makeRoom(bytes: number): void {
    if (this.#used + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#used + bytes));
    this.#bytes.copy(larger, 0, 0, this.#used);
    this.#bytes = larger;
  }
}

/** PostgreSQL's text format. No value has tabs or line ends: `values.ts` refuses control characters. */
function toLine({ companyId, uploadId }: UploadKey, e: RosterEntry): string {
  return (
    `${companyId}\t${uploadId}\t${e.position}\t${escaped(e.hrId)}\t${escaped(e.firstName)}\t${escaped(e.lastName)}\t` +
    `${escaped(e.email)}\t${e.dateOfBirth}\t${e.profileImage === null ? '\\N' : escaped(e.profileImage)}\t${e.startDate}\t` +
    `${e.terminationDate ?? '\\N'}\t${e.autoSync ?? '\\N'}\t${e.absences.length === 0 ? '[]' : escaped(JSON.stringify(e.absences))}\n`
  );
}

const escaped = (text: string) => (text.includes('\\') ? text.replaceAll('\\', '\\\\') : text);
