import type { StagedEntry } from './entry.ts';
import type { UploadKey } from './uploads-sql.ts';

const FIRST_BYTES = 2 * 1024 * 1024;

const TAB = 0x09;
const NEW_LINE = 0x0a;
const ZERO = 0x30;
const NULL = Buffer.from('\\N');

/**
 * Entries in the text format of PostgreSQL's COPY, in one buffer. A batch of objects or strings would live long enough to
 * move to the old generation of the heap, which is collected only every few hundred megabytes. No value has tabs or line
 * ends, because `values.ts` refuses control characters.
 */
export class EntryLines {
  /** The first two columns, which are the same in every line of the upload. */
  readonly #beginning: Buffer;
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  #used = 0;
  #count = 0;

  constructor({ companyId, uploadId }: UploadKey) {
    this.#beginning = Buffer.from(`${companyId}\t${uploadId}`);
  }

  get count(): number {
    return this.#count;
  }

  get used(): number {
    return this.#used;
  }

  append(entry: StagedEntry): void {
    const line = restOfLine(entry);
    this.begin(entry.position, line.length * 3);
    this.#used += this.#bytes.write(line, this.#used);
    this.end();
  }

  /** Begins the line of an entry whose values take at most so many bytes. The values follow in the order of the columns. */
  begin(position: number, bytes: number): void {
    this.#makeRoom(bytes + this.#beginning.length + 64);
    this.#copy(this.#beginning, 0, this.#beginning.length);
    this.#bytes[this.#used++] = TAB;
    this.#putNumber(position);
  }

  /** The next value: bytes in UTF-8 without a backslash. */
  put(bytes: Uint8Array, from: number, to: number): void {
    this.#bytes[this.#used++] = TAB;
    this.#copy(bytes, from, to);
  }

  /** Continues the value. */
  add(bytes: Uint8Array, from: number, to: number): void {
    this.#copy(bytes, from, to);
  }

  putNull(): void {
    this.put(NULL, 0, NULL.length);
  }

  end(): void {
    this.#bytes[this.#used++] = NEW_LINE;
    this.#count++;
  }

  /** The lines so far. The bytes are valid until `clear`. */
  written(): Buffer {
    return this.#bytes.subarray(0, this.#used);
  }

  clear(): void {
    this.#used = 0;
    this.#count = 0;
  }

  /** A loop is faster than `Buffer.copy` for so few bytes. */
  #copy(bytes: Uint8Array, from: number, to: number): void {
    const into = this.#bytes;
    let at = this.#used;
    for (let index = from; index < to; index++) into[at++] = bytes[index] ?? 0;
    this.#used = at;
  }

  #putNumber(number: number): void {
    let power = 1;
    while (power * 10 <= number) power *= 10;
    for (; power >= 1; power /= 10) this.#bytes[this.#used++] = ZERO + (Math.floor(number / power) % 10);
  }

  #makeRoom(bytes: number): void {
    if (this.#used + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#used + bytes));
    this.#bytes.copy(larger, 0, 0, this.#used);
    this.#bytes = larger;
  }
}

function restOfLine(e: StagedEntry): string {
  return (
    `\t${escaped(e.hrId)}\t${escaped(e.firstName)}\t${escaped(e.lastName)}\t${escaped(e.email)}\t${e.dateOfBirth ?? '\\N'}\t` +
    `${escaped(e.profileImage)}\t${e.startDate ?? '\\N'}\t${e.terminationDate ?? '\\N'}\t` +
    `${e.autoSync ?? '\\N'}\t${e.absences.length === 0 ? '[]' : escaped(JSON.stringify(e.absences))}\t` +
    escaped(e.payroll && JSON.stringify(e.payroll))
  );
}

function escaped(text: string | null): string {
  if (text === null) return '\\N';
  return text.includes('\\') ? text.replaceAll('\\', '\\\\') : text;
}
