import { isUtf8 } from 'node:buffer';
import { AppError } from '../errors.ts';
import { LONGEST_ENTRY } from './limits.ts';

/** Deeper than any roster; a client that nests further is mistaken or hostile. */
const DEEPEST = 10;
/** Everything but the entries: `syncId` and fields nobody asked for. */
const LONGEST_FIELD = 65_536;
const MOST_FIELDS = 100;

/** Some systems begin whatever they write with it, and RFC 8259 lets us ignore it. */
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** By byte: whether it can matter outside a string. */
const MEANING = new Uint8Array(256);
for (const byte of [QUOTE, COMMA, COLON, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET])
  MEANING[byte] = 1;

/** Elements of `employees` that follow each other, with the commas between them. */
export interface RosterRun {
  text: Buffer;
  /** The position of the first of them, and how many there are. */
  first: number;
  count: number;
  /** How many keys the text has, nested ones included. */
  keys: number;
}

/** A field of the body besides `employees`. */
interface BodyField {
  name: string;
  value: unknown;
  /** The bytes of the value as sent. They are only valid during the call. */
  text: Buffer;
  /** The offset of the value from the start of the body, in bytes. A byte order mark counts. */
  at: number;
}

export interface RosterParts {
  /** Where the entry that begins here ends, if it is a plain one; else -1, and it is part of what `entries` is given. */
  plainEnd(chunk: Buffer, at: number): number;
  /** The plain entry that was found last. */
  plain(position: number): void;
  /** As many other entries as a piece of the body holds, in order: parsing them together takes half the time. */
  entries(run: RosterRun): void;
  /** Any other field of the body. */
  field(field: BodyField): void;
  /** `employees` is there but is no array. */
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
 * Splits the body of a sync request while it arrives, without ever holding more than one entry: finds where the
 * elements of `employees` begin and end, and leaves their inside to `JSON.parse`.
 */
export class RosterSplitter {
  readonly #parts: RosterParts;
  readonly #seen = new Set<string>();
  /** How much of a byte order mark the body has begun with, or all of it as soon as there is none. */
  #markBytes = 0;
  #expecting: Expecting = 'body';
  #key = '';
  /** The bytes of the body in the chunks before the present one. */
  #earlierBytes = 0;
  #valueAt = 0;
  #entries = 0;
  /** The bytes of the value being read that came with earlier chunks. */
  #held: Buffer[] = [];
  #heldBytes = 0;
  /** Inside a value: how deep, whether within a string, whether after a backslash, and how many keys so far. */
  #reading: 'key' | 'value' | 'entry' | undefined;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #keys = 0;
  /** The entries that began and ended within the present chunk. */
  #runFrom = 0;
  #runTo = 0;
  #runCount = 0;
  #runKeys = 0;

  constructor(parts: RosterParts) {
    this.#parts = parts;
  }

  push(chunk: Buffer): void {
    let at = this.#skipMark(chunk);
    while (at < chunk.length) at = this.#reading ? this.#read(chunk, at) : this.#step(chunk, at);
    this.#endRun(chunk);
    this.#earlierBytes += chunk.length;
  }

  /** The body is over; how many entries it had. */
  end(): number {
    if (this.#expecting !== 'nothing') throw cutOff();
    return this.#entries;
  }

  get sawEmployees(): boolean {
    return this.#seen.has('employees');
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

  /** Between values: white space and punctuation. */
  #step(chunk: Buffer, at: number): number {
    const byte = chunk[at] ?? 0;
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return at + 1;
    switch (this.#expecting) {
      case 'body':
        if (byte !== OPEN_BRACE) throw notAnObject();
        this.#expecting = 'first key';
        return at + 1;
      case 'first key':
      case 'key':
        if (byte === CLOSE_BRACE && this.#expecting === 'first key') return this.#finish(at);
        if (byte !== QUOTE) throw notJson();
        return this.#begin('key', at);
      case 'colon':
        if (byte !== COLON) throw notJson();
        this.#expecting = 'value';
        return at + 1;
      case 'value':
        return this.#beginValue(byte, at);
      case 'comma':
        if (byte === CLOSE_BRACE) return this.#finish(at);
        if (byte !== COMMA) throw notJson();
        this.#expecting = 'key';
        return at + 1;
      case 'first entry':
      case 'entry':
        if (byte === CLOSE_BRACKET && this.#expecting === 'first entry') {
          this.#expecting = 'comma';
          return at + 1;
        }
        return this.#takePlain(chunk, at) ?? this.#begin('entry', at);
      case 'entry comma':
        if (byte !== COMMA && byte !== CLOSE_BRACKET) throw notJson();
        this.#expecting = byte === COMMA ? 'entry' : 'comma';
        return at + 1;
      case 'nothing':
        throw malformed('Something follows the JSON object.');
    }
  }

  #takePlain(chunk: Buffer, at: number): number | undefined {
    const end = this.#parts.plainEnd(chunk, at);
    if (end < 0) return undefined;
    // Those before it come first.
    this.#endRun(chunk);
    this.#parts.plain(this.#entries++);
    this.#expecting = 'entry comma';
    return end;
  }

  #finish(at: number): number {
    this.#expecting = 'nothing';
    return at + 1;
  }

  #beginValue(byte: number, at: number): number {
    if (this.#key === 'employees' && byte === OPEN_BRACKET) {
      this.#expecting = 'first entry';
      return at + 1;
    }
    this.#valueAt = this.#earlierBytes + at;
    return this.#begin('value', at);
  }

  #begin(what: 'key' | 'value' | 'entry', at: number): number {
    this.#reading = what;
    this.#depth = 0;
    this.#keys = 0;
    this.#inString = false;
    this.#escaped = false;
    return at;
  }

  /** Inside a value: only strings and brackets matter for where it ends. */
  #read(chunk: Buffer, from: number): number {
    const { length } = chunk;
    let at = from;
    let inString = this.#inString;
    let escaped = this.#escaped;
    let depth = this.#depth;
    let keys = this.#keys;
    while (at < length) {
      if (inString) {
        if (escaped) {
          escaped = false;
          at++;
        }
        while (at < length && chunk[at] !== QUOTE && chunk[at] !== BACKSLASH) at++;
        if (at === length) break;
        if (chunk[at++] === BACKSLASH) {
          escaped = true;
          continue;
        }
        inString = false;
        if (depth === 0) return this.#end(chunk, from, at, keys);
      }
      // What is neither quote, colon, comma nor bracket says nothing.
      while (at < length && MEANING[chunk[at] ?? 0] === 0) at++;
      if (at === length) break;
      const byte = chunk[at];
      if (byte === QUOTE) inString = true;
      else if (byte === COLON) keys++;
      else if (byte === COMMA) {
        if (depth === 0) return this.#end(chunk, from, at, keys);
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        if (++depth > DEEPEST - 2) throw malformed(`The body is nested more than ${DEEPEST} levels deep.`);
      } else {
        // A bare value, such as a number, ends where its surroundings go on.
        if (depth === 0) return this.#end(chunk, from, at, keys);
        if (--depth === 0) return this.#end(chunk, from, at + 1, keys);
      }
      at++;
    }
    this.#inString = inString;
    this.#escaped = escaped;
    this.#depth = depth;
    this.#keys = keys;
    this.#hold(chunk.subarray(from, at));
    return at;
  }

  #hold(bytes: Buffer, what: 'entry' | 'field' = this.#reading === 'entry' ? 'entry' : 'field'): void {
    this.#heldBytes += bytes.length;
    if (this.#heldBytes > (what === 'entry' ? LONGEST_ENTRY : LONGEST_FIELD))
      throw tooLong(what, this.#entries);
    // The stream reuses nothing, but a slice would keep its whole chunk alive.
    this.#held.push(Buffer.from(bytes));
  }

  #end(chunk: Buffer, from: number, to: number, keys: number): number {
    const what = this.#reading;
    this.#reading = undefined;
    if (what === 'entry') {
      this.#endEntry(chunk, from, to, keys);
      return to;
    }
    const text = this.#takeText(chunk, from, to);
    if (what === 'key') this.#endKey(text);
    else this.#endValue(text);
    return to;
  }

  #endEntry(chunk: Buffer, from: number, to: number, keys: number): void {
    this.#expecting = 'entry comma';
    if (this.#held.length > 0) {
      const text = this.#takeText(chunk, from, to, 'entry');
      this.#parts.entries({ text, first: this.#entries++, count: 1, keys });
      return;
    }
    if (to === from) {
      // What is wrong with those before it is said first.
      this.#endRun(chunk);
      throw notAnEntry(this.#entries);
    }
    if (to - from > LONGEST_ENTRY) throw tooLong('entry', this.#entries);
    if (this.#runCount++ === 0) this.#runFrom = from;
    this.#runTo = to;
    this.#runKeys += keys;
    this.#entries++;
  }

  #endRun(chunk: Buffer): void {
    if (this.#runCount === 0) return;
    const [count, keys] = [this.#runCount, this.#runKeys];
    this.#runCount = 0;
    this.#runKeys = 0;
    const text = chunk.subarray(this.#runFrom, this.#runTo);
    if (!isUtf8(text)) throw notUtf8();
    this.#parts.entries({ text, first: this.#entries - count, count, keys });
  }

  #takeText(chunk: Buffer, from: number, to: number, what: 'entry' | 'field' = 'field'): Buffer {
    let text = chunk.subarray(from, to);
    if (this.#held.length > 0) {
      this.#hold(text, what);
      text = Buffer.concat(this.#held);
      this.#held = [];
      this.#heldBytes = 0;
    }
    if (what === 'field' && text.length > LONGEST_FIELD) throw tooLong(what, this.#entries);
    if (!isUtf8(text)) throw notUtf8();
    return text;
  }

  #endKey(text: Buffer): void {
    this.#key = String(parseJson(text));
    if (this.#seen.has(this.#key)) throw malformed('A field of the body is given twice.');
    if (this.#seen.size === MOST_FIELDS) throw malformed(`The body has more than ${MOST_FIELDS} fields.`);
    this.#seen.add(this.#key);
    this.#expecting = 'colon';
  }

  #endValue(text: Buffer): void {
    const value = parseJson(text);
    if (this.#key === 'employees') this.#parts.employeesOfWrongType();
    else this.#parts.field({ name: this.#key, value, text, at: this.#valueAt });
    this.#expecting = 'comma';
  }
}

/** `JSON.parse`, whose own message would quote the text. */
export function parseJson(text: Buffer, complaint = notJson): unknown {
  try {
    return JSON.parse(text.toString('utf8'));
  } catch {
    throw complaint();
  }
}

function malformed(message: string): AppError {
  return new AppError('malformed-request', message);
}

export function notAnEntry(position: number): AppError {
  return malformed(`Entry ${position} of employees is not valid JSON.`);
}

function notAnObject(): AppError {
  return malformed('The body must be a JSON object.');
}

function tooLong(what: 'entry' | 'field', position: number): AppError {
  return malformed(
    what === 'entry'
      ? `Entry ${position} of employees is longer than ${LONGEST_ENTRY} bytes.`
      : `A field besides employees is longer than ${LONGEST_FIELD} bytes.`,
  );
}

function notUtf8(): AppError {
  return malformed('The body is not valid UTF-8.');
}

function notJson(): AppError {
  return malformed('The body is not valid JSON.');
}

function cutOff(): AppError {
  return malformed('The body ends before its JSON is complete.');
}
