import type { StagedEntry } from './entry.ts';
import type { UploadKey } from './uploads-sql.ts';

const BATCH_BYTES = 2 * 1024 * 1024;
const SMALL_ROSTER_BYTES = 64 * 1024;

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
  /** The first two columns, which are the same in every line of an upload. */
  readonly #beginning: Buffer | undefined;
  readonly #firstBytes: number;
  #bytes: Buffer = Buffer.alloc(0);
  #used = 0;
  #count = 0;

  /** Without an upload, the lines are those of a small roster. They have the values only: a line's number is its position. */
  constructor(upload?: UploadKey) {
    this.#beginning = upload && Buffer.from(`${upload.companyId}\t${upload.uploadId}\t`);
    this.#firstBytes = upload ? BATCH_BYTES : SMALL_ROSTER_BYTES;
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
    this.#makeRoom(bytes + 128);
    if (!this.#beginning) return;
    this.#copy(this.#beginning, 0, this.#beginning.length);
    this.#putNumber(position);
  }

  /** Appends the lines of a small roster, with which the roster begins. */
  appendAll(lines: EntryLines): void {
    const bytes = lines.written();
    for (let from = 0; from < bytes.length; ) {
      const to = bytes.indexOf(NEW_LINE, from);
      this.begin(this.#count, to - from);
      this.#copy(bytes, from, to);
      this.end();
      from = to + 1;
    }
  }

  /** The lines of a small roster, without the last line end. */
  text(): string {
    return this.#bytes.toString('utf8', 0, Math.max(this.#used - 1, 0));
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
    const larger = Buffer.allocUnsafe(Math.max(this.#firstBytes, 2 * (this.#used + bytes)));
    this.#bytes.copy(larger, 0, 0, this.#used);
    this.#bytes = larger;
  }
}

const hrIdOf = (values: readonly string[]) => (values[1] ?? '').replaceAll('\\\\', '\\');

/** The hrIds in the lines of a small roster, by position. */
export function hrIdsIn(lines: string): Map<number, string> {
  if (lines === '') return new Map();
  return new Map(lines.split('\n').map((line, position) => [position, hrIdOf(line.split('\t', 2))]));
}

/** The lines of a small roster with these absences for the entries that have none, by hrId. */
export function withAbsences(lines: string, known: ReadonlyMap<string, string>): string {
  return lines
    .split('\n')
    .map((line) => {
      const values = line.split('\t');
      const absences = known.get(hrIdOf(values));
      // An invalid entry, which has no first name, leaves everything as it is anyway.
      if (absences === undefined || values[10] !== '[]' || values[2] === '\\N') return line;
      return values.with(10, escaped(absences)).join('\t');
    })
    .join('\n');
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
