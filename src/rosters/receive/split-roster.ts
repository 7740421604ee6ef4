import { ROSTER_SIZES } from '../../platform/limits.ts';
import {
  cutOff,
  DEEPEST_NESTING,
  entryTooLong,
  fieldTooLong,
  MAX_FIELD_LENGTH,
  MAX_FIELDS,
  malformed,
  notAnObject,
  notJson,
  spaceTooLong,
} from './body-errors.ts';
import { type EntryTexts, parseJson } from './parse-entries.ts';
import { NOT_PLAIN, PlainEntry } from './plain-entry.ts';
import { NOT_ENDED, ValueScanner } from './value-scanner.ts';

/** RFC 8259 allows parsers to ignore it, and some HR systems write it. */
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** While no entry is plain, one of this many is still tried. */
const MAX_NOT_TRIED = 15;

const TAB = 0x09;
const NEW_LINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** A field of the body besides `employees`. */
interface BodyField {
  name: string;
  value: unknown;
  /** The bytes of the value as sent. They are only valid during the call. */
  text: Buffer;
  /** The offset of the value from the start of the body, in bytes. A byte order mark counts. */
  at: number;
}

/** Receives the parts of a body in the order in which they arrive. */
export interface RosterParts {
  /** An entry that is plain and lies within one chunk. The object is only valid during the call. */
  plainEntry(entry: PlainEntry, position: number): void;
  /** Other entries, complete but not parsed: as many as follow each other in a chunk. The bytes are only valid during the call. */
  otherEntries(texts: EntryTexts): void;
  field(field: BodyField): void;
  /** `employees` is present but not an array. */
  employeesOfWrongType(): void;
}

type Expecting =
  | 'body'
  | 'first key'
  | 'key'
  | 'colon'
  | 'value'
  | 'comma'
  | 'first entry'
  | 'entry'
  | 'entry comma'
  | 'nothing';

/**
 * Splits the body of a sync request while it arrives, and holds at most one incomplete entry or field besides the chunk. It
 * knows the outer structure, `{"syncId": …, "employees": [entry, entry, …]}`. A plain entry is read where it stands, because
 * that also finds its end. The end of any other value is found by the scanner.
 */
export class RosterSplitter {
  readonly #parts: RosterParts;
  readonly #plain = new PlainEntry();
  /** The body and `employees` are two levels above the entries. */
  readonly #scanner = new ValueScanner(DEEPEST_NESTING - 2);
  readonly #keysSeen = new Set<string>();
  #expecting: Expecting = 'body';
  /** The bytes of a byte order mark at the start of the body. All of them as soon as it is clear that there is none. */
  #markBytes = 0;
  /** The total length of the chunks before the present one. */
  #earlierBytes = 0;
  /** The key, value or entry that has begun and not ended, and its bytes from earlier chunks. */
  #reading: 'key' | 'value' | 'entry' | undefined;
  #held = Buffer.alloc(0);
  #heldBytes = 0;
  /** The white space before the present offset, in bytes. */
  #space = 0;
  #key = '';
  #valueAt = 0;
  #entries = 0;
  /** The latest entries that lie within the present chunk and are not plain. They have not been handed over yet. */
  #others: EntryTexts['entries'] = [];
  /** How many entries in a row turned out not to be plain, and how many are therefore not tried next. */
  #notPlain = 0;
  #notTried = 0;

  constructor(parts: RosterParts) {
    this.#parts = parts;
  }

  push(chunk: Buffer): void {
    let at = this.#skipMark(chunk);
    try {
      while (at < chunk.length) at = this.#reading ? this.#read(chunk, at) : this.#step(chunk, at);
    } finally {
      // Also after an error: if one of these entries is wrong too, its error comes first in the body and replaces the later one.
      this.#handOverOthers(chunk);
    }
    this.#earlierBytes += chunk.length;
  }

  /** The body is complete. Returns the number of entries. */
  end(): number {
    if (this.#expecting !== 'nothing') throw cutOff();
    return this.#entries;
  }

  get sawEmployees(): boolean {
    return this.#keysSeen.has('employees');
  }

  #skipMark(chunk: Buffer): number {
    let at = 0;
    for (; this.#markBytes < BYTE_ORDER_MARK.length && at < chunk.length; at++) {
      if (chunk[at] === BYTE_ORDER_MARK[this.#markBytes]) this.#markBytes++;
      else if (this.#markBytes > 0) throw notAnObject();
      else {
        this.#markBytes = BYTE_ORDER_MARK.length;
        break;
      }
    }
    return at;
  }

  /** Takes white space or one byte between values, or begins a value. Returns the offset at which to go on. */
  #step(chunk: Buffer, at: number): number {
    const byte = chunk[at] ?? 0;
    if (isSpace(byte)) return this.#skipSpace(chunk, at);
    this.#space = 0;
    switch (this.#expecting) {
      case 'body':
        if (byte !== OPEN_BRACE) throw notAnObject();
        this.#expecting = 'first key';
        return at + 1;
      case 'first key':
      case 'key':
        if (byte === CLOSE_BRACE && this.#expecting === 'first key') return this.#endBody(at);
        if (byte !== QUOTE) throw notJson();
        return this.#begin('key', at);
      case 'colon':
        if (byte !== COLON) throw notJson();
        this.#expecting = 'value';
        return at + 1;
      case 'value':
        if (this.#key === 'employees' && byte === OPEN_BRACKET) {
          this.#expecting = 'first entry';
          return at + 1;
        }
        this.#valueAt = this.#earlierBytes + at;
        return this.#begin('value', at);
      case 'comma':
        if (byte === CLOSE_BRACE) return this.#endBody(at);
        if (byte !== COMMA) throw notJson();
        this.#expecting = 'key';
        return at + 1;
      case 'first entry':
      case 'entry':
        if (byte === CLOSE_BRACKET && this.#expecting === 'first entry') {
          this.#expecting = 'comma';
          return at + 1;
        }
        return this.#beginEntry(chunk, at);
      case 'entry comma':
        if (byte !== COMMA && byte !== CLOSE_BRACKET) throw notJson();
        this.#expecting = byte === COMMA ? 'entry' : 'comma';
        return at + 1;
      case 'nothing':
        throw malformed('Something follows the JSON object.');
    }
  }

  #skipSpace(chunk: Buffer, from: number): number {
    let at = from + 1;
    while (at < chunk.length && isSpace(chunk[at] ?? 0)) at++;
    this.#space += at - from;
    if (this.#space > ROSTER_SIZES.spaceBytes) throw spaceTooLong();
    return at;
  }

  #endBody(at: number): number {
    this.#expecting = 'nothing';
    return at + 1;
  }

  #beginEntry(chunk: Buffer, at: number): number {
    const end = this.#readPlain(chunk, at);
    if (end === NOT_PLAIN) return this.#begin('entry', at);
    this.#handOverOthers(chunk);
    this.#parts.plainEntry(this.#plain, this.#entries++);
    this.#expecting = 'entry comma';
    return end;
  }

  /** In a roster without plain entries, the attempts to read them take a sixth of the time. So they become rarer. */
  #readPlain(chunk: Buffer, at: number): number {
    if (this.#notTried > 0) {
      this.#notTried--;
      return NOT_PLAIN;
    }
    const end = this.#plain.read(chunk, at);
    this.#notPlain = end === NOT_PLAIN ? this.#notPlain + 1 : 0;
    this.#notTried = Math.min(Math.max(this.#notPlain - 1, 0), MAX_NOT_TRIED);
    return end;
  }

  #handOverOthers(chunk: Buffer): void {
    const entries = this.#others;
    if (entries.length === 0) return;
    this.#others = [];
    this.#parts.otherEntries({ first: this.#entries - entries.length, bytes: chunk, entries });
  }

  #begin(what: 'key' | 'value' | 'entry', at: number): number {
    this.#reading = what;
    this.#scanner.begin();
    return at;
  }

  #read(chunk: Buffer, from: number): number {
    const end = this.#scanner.scan(chunk, from);
    if (end === NOT_ENDED) {
      this.#hold(chunk, from, chunk.length);
      return chunk.length;
    }
    if (this.#reading === 'entry') this.#endEntry(chunk, from, end);
    else if (this.#reading === 'key') this.#endKey(this.#takeText(chunk, from, end));
    else this.#endValue(this.#takeText(chunk, from, end));
    this.#reading = undefined;
    return end;
  }

  /** Copies the bytes together: slices would keep whole chunks in memory, and a list of single bytes takes much more. */
  #hold(chunk: Buffer, from: number, to: number): void {
    const bytes = this.#heldBytes + to - from;
    this.#refuseTooLong(bytes);
    if (bytes > this.#held.length) {
      const larger = Buffer.allocUnsafe(Math.max(bytes, 2 * this.#held.length));
      this.#held.copy(larger, 0, 0, this.#heldBytes);
      this.#held = larger;
    }
    chunk.copy(this.#held, this.#heldBytes, from, to);
    this.#heldBytes = bytes;
  }

  #refuseTooLong(bytes: number): void {
    if (this.#reading === 'entry') {
      if (bytes > ROSTER_SIZES.entryBytes) throw entryTooLong(this.#entries);
    } else if (bytes > MAX_FIELD_LENGTH) throw fieldTooLong();
  }

  /** The text is only valid until the next one is held. */
  #takeText(chunk: Buffer, from: number, to: number): Buffer {
    this.#hold(chunk, from, to);
    const text = this.#held.subarray(0, this.#heldBytes);
    this.#heldBytes = 0;
    return text;
  }

  #endEntry(chunk: Buffer, from: number, to: number): void {
    const { keys } = this.#scanner;
    this.#expecting = 'entry comma';
    if (this.#heldBytes === 0) {
      this.#refuseTooLong(to - from);
      this.#others.push({ from, to, keys });
      this.#entries++;
      return;
    }
    const bytes = this.#takeText(chunk, from, to);
    this.#parts.otherEntries({
      first: this.#entries++,
      bytes,
      entries: [{ from: 0, to: bytes.length, keys }],
    });
  }

  #endKey(text: Buffer): void {
    this.#key = String(parseJson(text));
    if (this.#keysSeen.has(this.#key)) throw malformed('A field of the body is given twice.');
    if (this.#keysSeen.size === MAX_FIELDS) throw malformed(`The body has more than ${MAX_FIELDS} fields.`);
    this.#keysSeen.add(this.#key);
    this.#expecting = 'colon';
  }

  #endValue(text: Buffer): void {
    const value = parseJson(text);
    if (this.#key === 'employees') this.#parts.employeesOfWrongType();
    else this.#parts.field({ name: this.#key, value, text, at: this.#valueAt });
    this.#expecting = 'comma';
  }
}

const isSpace = (byte: number) => byte === SPACE || byte === NEW_LINE || byte === RETURN || byte === TAB;
