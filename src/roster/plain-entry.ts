import { isDay } from '../calendar/dates.ts';
import { isWebAddress } from '../person/rules.ts';
import { LONGEST } from './entry.ts';
import type { EntryLines } from './entry-lines.ts';
import { LONGEST_ENTRY } from './limits.ts';
import { NEVER } from './values.ts';

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const COLON = 0x3a;
const AT = 0x40;
const UPPER_A = 0x41;
const UPPER_Z = 0x5a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** By byte: whether it stands for itself in a string, or begins two bytes that do. */
const ITSELF = 1;
const FIRST_OF_TWO = 2;
const IN_STRING = new Uint8Array(256);
IN_STRING.fill(ITSELF, 0x20, 0x7f);
IN_STRING[QUOTE] = 0;
IN_STRING[0x5c] = 0;
// Letters from À on. What lies before are further control characters, and white space that would have to be trimmed.
IN_STRING.fill(FIRST_OF_TWO, 0xc3, 0xe0);

/** The fields of an entry, as the columns of a line are ordered. */
const FIELDS = [
  'hrId',
  'firstName',
  'lastName',
  'email',
  'dateOfBirth',
  'profileImage',
  'startDate',
  'terminationDate',
  'autoSyncEmployee',
  'absences',
] as const;
const KEYS = FIELDS.map((name) => Buffer.from(`"${name}"`));

const HR_ID = 0;
const FIRST_NAME = 1;
const LAST_NAME = 2;
const EMAIL = 3;
const DATE_OF_BIRTH = 4;
const PROFILE_IMAGE = 5;
const START_DATE = 6;
const TERMINATION_DATE = 7;
const AUTO_SYNC = 8;
const ABSENCES = 9;

const NULL = Buffer.from('null');
const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const NO_ABSENCES = Buffer.from('[]');
const NEVER_AS_NUMBER = Number(NEVER.replaceAll('-', ''));

/** Not a plain entry, or not a value that one has. */
const NOT = -1;

/**
 * Reads entries as most rosters have them byte by byte, and puts them straight into lines: that takes a fraction of the
 * time of `JSON.parse` and `readEntry`. Whatever is out of the ordinary in any way, right or wrong, is not plain, and is
 * left to those two: they alone know all that a roster may say, and what is wrong with one.
 */
export class PlainEntry {
  /** Where the values of the entry read last stand. That of a field that is null or absent ends at -1. */
  readonly #from = new Int32Array(FIELDS.length);
  readonly #to = new Int32Array(FIELDS.length);
  /** The fields of the entry before, one after the other: mostly those of the next. */
  readonly #order = new Int32Array(FIELDS.length);
  #bytes: Buffer = NO_ABSENCES;
  #neverJoined = false;
  readonly #lowerEmail = Buffer.alloc(LONGEST.email);

  /** Where the entry that begins here ends, or -1 if it is not plain or only its beginning is here. */
  read(bytes: Buffer, from: number): number {
    this.#bytes = bytes;
    this.#to.fill(NOT);
    const end = this.#readObject(bytes, from);
    return end !== NOT && end - from <= LONGEST_ENTRY && this.#isPlain() ? end : NOT;
  }

  get hrId(): string {
    return this.#bytes.toString('utf8', this.#from[HR_ID], this.#to[HR_ID]);
  }

  get hrIdBytes(): Bytes {
    return { bytes: this.#bytes, from: this.#from[HR_ID] ?? 0, to: this.#to[HR_ID] ?? 0 };
  }

  /** As addresses are compared. */
  get emailBytes(): Bytes {
    return { bytes: this.#lowerEmail, from: 0, to: (this.#to[EMAIL] ?? 0) - (this.#from[EMAIL] ?? 0) };
  }

  get neverJoined(): boolean {
    return this.#neverJoined;
  }

  appendTo(lines: EntryLines, position: number): void {
    let bytes = 0;
    for (let field = 0; field < FIELDS.length; field++) bytes += 4 + Math.max(this.#length(field), 0);
    lines.begin(position, bytes);
    for (let field = 0; field < FIELDS.length; field++) {
      const to = this.#to[field] ?? NOT;
      if (to !== NOT) lines.put(this.#bytes, this.#from[field] ?? 0, to);
      else if (field === ABSENCES) lines.put(NO_ABSENCES, 0, NO_ABSENCES.length);
      else lines.putNull();
    }
    lines.end();
  }

  #readObject(bytes: Buffer, from: number): number {
    if (byteAt(bytes, from) !== OPEN_BRACE) return NOT;
    let at = from + 1;
    let seen = 0;
    for (let place = 0; place < FIELDS.length; place++) {
      at = skipSpace(bytes, at);
      const field = this.#fieldAt(bytes, at, place);
      if (field === NOT || (seen & (1 << field)) !== 0) return NOT;
      seen |= 1 << field;
      at = skipSpace(bytes, at + (KEYS[field]?.length ?? 0));
      if (byteAt(bytes, at) !== COLON) return NOT;
      at = this.#readValue(bytes, skipSpace(bytes, at + 1), field);
      if (at === NOT) return NOT;
      at = skipSpace(bytes, at);
      const byte = byteAt(bytes, at);
      if (byte === CLOSE_BRACE) return at + 1;
      if (byte !== COMMA) return NOT;
      at++;
    }
    return NOT;
  }

  #fieldAt(bytes: Buffer, at: number, place: number): number {
    const likely = this.#order[place] ?? 0;
    if (isAt(bytes, at, KEYS[likely] ?? NULL)) return likely;
    for (let field = 0; field < FIELDS.length; field++)
      if (isAt(bytes, at, KEYS[field] ?? NULL)) {
        this.#order[place] = field;
        return field;
      }
    return NOT;
  }

  /** Where the value ends; -1 if a plain entry has none like it here. */
  #readValue(bytes: Buffer, at: number, field: number): number {
    if (byteAt(bytes, at) === QUOTE) {
      if (field === AUTO_SYNC || field === ABSENCES) return NOT;
      const end = endOfString(bytes, at + 1);
      this.#from[field] = at + 1;
      this.#to[field] = end;
      return end === NOT ? NOT : end + 1;
    }
    if (isAt(bytes, at, NULL)) return at + NULL.length;
    if (field === ABSENCES) return endOfNothing(bytes, at);
    if (field !== AUTO_SYNC) return NOT;
    const end = isAt(bytes, at, TRUE) ? at + TRUE.length : isAt(bytes, at, FALSE) ? at + FALSE.length : NOT;
    this.#from[field] = at;
    this.#to[field] = end;
    return end;
  }

  #isPlain(): boolean {
    return (
      this.#isText(HR_ID, LONGEST.hrId) &&
      this.#isText(FIRST_NAME, LONGEST.firstName) &&
      this.#isText(LAST_NAME, LONGEST.lastName) &&
      this.#isEmail() &&
      this.#day(DATE_OF_BIRTH) !== NOT &&
      this.#isTime() &&
      this.#isProfileImage()
    );
  }

  #length(field: number): number {
    const to = this.#to[field] ?? NOT;
    return to === NOT ? NOT : to - (this.#from[field] ?? 0);
  }

  /** No longer in bytes than it may be in characters, and without white space around it. */
  #isText(field: number, longest: number): boolean {
    const length = this.#length(field);
    if (length < 1 || length > longest) return false;
    return this.#bytes[this.#from[field] ?? 0] !== SPACE && this.#bytes[(this.#to[field] ?? 0) - 1] !== SPACE;
  }

  #isEmail(): boolean {
    if (!this.#isText(EMAIL, LONGEST.email)) return false;
    const bytes = this.#bytes;
    const from = this.#from[EMAIL] ?? 0;
    const length = this.#length(EMAIL);
    let at = NOT;
    for (let index = 0; index < length; index++) {
      const byte = bytes[from + index] ?? 0;
      if (byte === SPACE || byte > 0x7f) return false;
      if (byte === AT) {
        if (at !== NOT) return false;
        at = index;
      }
      this.#lowerEmail[index] = byte >= UPPER_A && byte <= UPPER_Z ? byte + SPACE : byte;
    }
    return at > 0 && at < length - 1;
  }

  #isTime(): boolean {
    const start = this.#day(START_DATE);
    if (start === NOT || start > NEVER_AS_NUMBER) return false;
    this.#neverJoined = false;
    if (this.#length(TERMINATION_DATE) === NOT) return true;
    const termination = this.#day(TERMINATION_DATE);
    if (termination >= NEVER_AS_NUMBER) this.#to[TERMINATION_DATE] = NOT;
    else this.#neverJoined = termination < start;
    return termination !== NOT;
  }

  /** A day that exists, as a number: 20261101. */
  #day(field: number): number {
    if (this.#length(field) !== 10) return NOT;
    const from = this.#from[field] ?? 0;
    const bytes = this.#bytes;
    if (bytes[from + 4] !== MINUS || bytes[from + 7] !== MINUS) return NOT;
    const year = digits(bytes, from, 4);
    const month = digits(bytes, from + 5, 2);
    const day = digits(bytes, from + 8, 2);
    return isDay(year, month, day) ? (year * 100 + month) * 100 + day : NOT;
  }

  #isProfileImage(): boolean {
    if (this.#length(PROFILE_IMAGE) === NOT) return true;
    return (
      this.#isText(PROFILE_IMAGE, LONGEST.profileImage) &&
      isWebAddress(this.#bytes.toString('utf8', this.#from[PROFILE_IMAGE], this.#to[PROFILE_IMAGE]))
    );
  }
}

/** A text in UTF-8 among other bytes. */
export interface Bytes {
  bytes: Uint8Array;
  from: number;
  to: number;
}

/** 0 behind the last one: to be told `undefined`, even once, slows all further reading down. */
function byteAt(bytes: Buffer, at: number): number {
  return at < bytes.length ? (bytes[at] ?? 0) : 0;
}

function skipSpace(bytes: Buffer, from: number): number {
  if (byteAt(bytes, from) > SPACE) return from;
  let at = from;
  for (;;) {
    const byte = byteAt(bytes, at);
    if (byte !== SPACE && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return at;
    at++;
  }
}

function isAt(bytes: Buffer, at: number, text: Buffer): boolean {
  if (at + text.length > bytes.length) return false;
  for (let index = 0; index < text.length; index++) if (bytes[at + index] !== text[index]) return false;
  return true;
}

/** Where the quote stands that ends it. */
function endOfString(bytes: Buffer, from: number): number {
  const { length } = bytes;
  let at = from;
  while (at < length) {
    const meaning = IN_STRING[bytes[at] ?? 0];
    if (meaning === ITSELF) at++;
    else if (meaning === FIRST_OF_TWO && (byteAt(bytes, at + 1) & 0xc0) === 0x80) at += 2;
    else return bytes[at] === QUOTE ? at : NOT;
  }
  return NOT;
}

function endOfNothing(bytes: Buffer, at: number): number {
  if (byteAt(bytes, at) !== OPEN_BRACKET) return NOT;
  const end = skipSpace(bytes, at + 1);
  return byteAt(bytes, end) === CLOSE_BRACKET ? end + 1 : NOT;
}

/** Not a number unless all of them are digits. */
function digits(bytes: Buffer, from: number, count: number): number {
  let number = 0;
  for (let at = from; at < from + count; at++) {
    const digit = (bytes[at] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}
