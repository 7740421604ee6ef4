import { Crc32 } from './crc32.ts';
import { damaged, UnreadableXlsxError } from './unreadable.ts';

interface Entry {
  isPacked: boolean;
  packedBytes: number;
  bytes: number;
  crc: number;
  /** Where its own header begins. */
  at: number;
}

const [FILE, LISTED, END_OF_LIST, END_OF_LIST_64, LOCATOR_64] = [
  0x04034b50, 0x02014b50, 0x06054b50, 0x06064b50, 0x07064b50,
];
const [STORED, DEFLATED] = [0, 8];
/** The value is too large for its field, and stands elsewhere. */
const [MANY, LARGE] = [0xffff, 0xffffffff];
const EXTRA_64 = 1;
/** A comment follows the end of the list. */
const MAX_COMMENT = 0xffff;
/** Workbooks have some dozens. */
const MAX_ENTRIES = 10_000;

/** Reads single files of a ZIP file. */
export class Zip {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #entries = new Map<string, Entry>();
  #bytesLeft: number;

  /** `maxBytes`: of all files that are read, unpacked. */
  constructor(bytes: Uint8Array, maxBytes: number) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#bytesLeft = maxBytes;
    try {
      this.#readList();
    } catch (cause) {
      throw cause instanceof RangeError ? damaged('its list of files breaks off', cause) : cause;
    }
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Unpacks a file piece by piece. A file that does not have the size or the checksum of the list is damaged. */
  async *read(name: string, maxBytes = Infinity): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(name);
    if (!entry) throw damaged(`it has no ${name}`);
    const limit = Math.min(maxBytes, this.#bytesLeft);
    if (entry.bytes > limit) throw tooLarge(name);
    const crc = new Crc32();
    let bytes = 0;
    const packed = this.#packed(entry);
    for await (const piece of entry.isPacked ? unpack(packed) : inPieces(packed)) {
      bytes += piece.length;
      if (bytes > limit) throw tooLarge(name);
      if (bytes > entry.bytes) break;
      crc.push(piece);
      yield piece;
    }
    if (bytes !== entry.bytes || (entry.crc !== 0 && crc.end() !== entry.crc))
      throw damaged(`${name} is not what the list of files says`);
    this.#bytesLeft -= bytes;
  }

  #packed({ at, packedBytes }: Entry): Uint8Array {
    try {
      if (this.#view.getUint32(at, true) !== FILE) throw new RangeError('no file begins here');
      const start = at + 30 + this.#view.getUint16(at + 26, true) + this.#view.getUint16(at + 28, true);
      if (start + packedBytes > this.#bytes.length) throw new RangeError('the file breaks off');
      return this.#bytes.subarray(start, start + packedBytes);
    } catch (cause) {
      throw damaged('a file of it breaks off', cause);
    }
  }

  #readList(): void {
    let { at, count } = this.#findList();
    if (count > MAX_ENTRIES) throw damaged(`it has more than ${MAX_ENTRIES} files`);
    for (; count > 0; count--) {
      if (this.#view.getUint32(at, true) !== LISTED) throw damaged('its list of files is damaged');
      const [nameLength = 0, extraLength = 0, commentLength = 0] = [28, 30, 32].map((field) =>
        this.#view.getUint16(at + field, true),
      );
      const name = new TextDecoder().decode(this.#bytes.subarray(at + 46, at + 46 + nameLength));
      if (this.#entries.has(name)) throw damaged(`it has ${name} twice`);
      const entry = this.#entryAt(at, at + 46 + nameLength, extraLength);
      if (entry) this.#entries.set(name, entry);
      at += 46 + nameLength + extraLength + commentLength;
    }
  }

  /** Undefined: the file is packed in a way that workbooks do not use. */
  #entryAt(at: number, extraAt: number, extraLength: number): Entry | undefined {
    const method = this.#view.getUint16(at + 10, true);
    if (method !== STORED && method !== DEFLATED) return undefined;
    const [bytes, packedBytes, fileAt] = this.#largeValues(extraAt, extraLength, [
      this.#view.getUint32(at + 24, true),
      this.#view.getUint32(at + 20, true),
      this.#view.getUint32(at + 42, true),
    ]);
    return {
      isPacked: method === DEFLATED,
      crc: this.#view.getUint32(at + 16, true),
      ...{ bytes, packedBytes, at: fileAt },
    };
  }

  /** Replaces values that are too large for their fields by those of the extra field, which has them in this order. */
  #largeValues(at: number, length: number, values: [number, number, number]): [number, number, number] {
    if (!values.includes(LARGE)) return values;
    for (let field = at; field + 4 <= at + length; ) {
      const size = this.#view.getUint16(field + 2, true);
      let next = field + 4;
      if (this.#view.getUint16(field, true) === EXTRA_64)
        return values.map((value) => {
          if (value !== LARGE) return value;
          next += 8;
          return this.#number64(next - 8);
        }) as [number, number, number];
      field = next + size;
    }
    return values;
  }

  #findList(): { at: number; count: number } {
    const last = this.#bytes.length - 22;
    for (let end = last; end >= Math.max(0, last - MAX_COMMENT); end--) {
      if (this.#view.getUint32(end, true) !== END_OF_LIST) continue;
      const list = { at: this.#view.getUint32(end + 16, true), count: this.#view.getUint16(end + 10, true) };
      return list.at === LARGE || list.count === MANY ? this.#findList64(end - 20) : list;
    }
    throw damaged('it is no ZIP file, or it breaks off');
  }

  #findList64(locator: number): { at: number; count: number } {
    if (this.#view.getUint32(locator, true) !== LOCATOR_64) throw damaged('its list of files is damaged');
    const end = this.#number64(locator + 8);
    if (this.#view.getUint32(end, true) !== END_OF_LIST_64) throw damaged('its list of files is damaged');
    return { at: this.#number64(end + 48), count: this.#number64(end + 32) };
  }

  #number64(at: number): number {
    return Number(this.#view.getBigUint64(at, true));
  }
}

const tooLarge = (name: string) => new UnreadableXlsxError(`it is too large: ${name}`);

const PIECE = 64 * 1024;

function* inPieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

/** Unpacks a piece when it is asked for, so that no more than some pieces are in memory. */
async function* unpack(packed: Uint8Array): AsyncGenerator<Uint8Array> {
  const { writable, readable } = new DecompressionStream('deflate-raw');
  const writer = writable.getWriter();
  // Errors are those of the reader.
  writer.write(packed as Uint8Array<ArrayBuffer>).catch(() => {});
  writer.close().catch(() => {});
  const reader = readable.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (cause) {
    throw damaged('a file of it cannot be unpacked', cause);
  } finally {
    await reader.cancel().catch(() => {});
  }
}
