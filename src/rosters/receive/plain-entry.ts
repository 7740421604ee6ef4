import { isDay } from '../../domain/calendar/dates.ts';
import { PAYROLL_FIELDS } from '../../domain/person/payroll-fields.ts';
import { isWebAddress } from '../../domain/person/rules.ts';
import { ROSTER_SIZES } from '../../platform/limits.ts';
import { COLUMN_FIELDS, ENTRY_FIELDS, MAX_LENGTHS } from './entry.ts';
import type { EntryLines } from './entry-lines.ts';
import type { Bytes } from './text-register.ts';
import { EARLIEST_PLAUSIBLE_START, NEVER } from './values.ts';

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
const AT = 0x40;
const UPPER_A = 0x41;
const UPPER_Z = 0x5a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** By byte: the length of the character that begins with it, or 0 if a string with it is not plain. */
const CHARACTER_BYTES = new Uint8Array(256);
CHARACTER_BYTES.fill(1, 0x20, 0x7f);
CHARACTER_BYTES[QUOTE] = 0;
CHARACTER_BYTES[BACKSLASH] = 0;
// From À on. The two-byte characters before it include control characters and a space that has to be trimmed.
CHARACTER_BYTES.fill(2, 0xc3, 0xe0);
// U+061C, the only mark of direction with two bytes, has to be removed.
CHARACTER_BYTES[0xd8] = 0;

const KEYS = ENTRY_FIELDS.map((name) => Buffer.from(`"${name}"`));
/** Within the object that has the payroll fields. The first one has no comma. */
const PAYROLL_KEYS = PAYROLL_FIELDS.map((name) => Buffer.from(`,"${name}":`));
const BRACES = Buffer.from('{}');
/** At least as many bytes as a key with its punctuation. */
const KEY_BYTES = 24;

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
/** The first of the payroll fields. */
const PAYROLL = COLUMN_FIELDS.length;

const NAMES = [FIRST_NAME, LAST_NAME] as const;
/** The first byte of U+0180 and of every character after it. */
const LATIN_EXTENDED_B = 0xc6;

const NULL = Buffer.from('null');
const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const NO_ABSENCES = Buffer.from('[]');
const asNumber = (day: string) => Number(day.replaceAll('-', ''));
const NEVER_AS_NUMBER = asNumber(NEVER);
const EARLIEST_START = asNumber(EARLIEST_PLAUSIBLE_START);

/** In place of the offset after an entry or a value. */
export const NOT_PLAIN = -1;
/** In place of the offset after the value of a field that is null or missing. */
const ABSENT = -1;
const NOT_A_DAY = -1;

/**
 * Reads one plain entry byte by byte. An entry is plain if it is valid and plausible, has known fields only, and has neither escapes in its
 * strings nor absences. Most entries of most rosters are. This takes a fraction of the time of `JSON.parse` and `readEntry`,
 * because it creates neither objects nor strings. Every other entry, valid or not, is left to those two: they alone
 * define the rules. A property test compares the results.
 */
export class PlainEntry {
  /** By field: the offset of its value, and the offset after it or `ABSENT`. */
  readonly #from = new Int32Array(ENTRY_FIELDS.length);
  readonly #to = new Int32Array(ENTRY_FIELDS.length);
  /** The fields in the order of the entry before. The next entry probably has the same order. */
  readonly #order = new Int32Array(ENTRY_FIELDS.length);
  #bytes: Buffer = NO_ABSENCES;
  #neverJoined = false;
  #hasPayroll = false;
  readonly #lowerEmail = Buffer.alloc(MAX_LENGTHS.email);

  /** Returns the offset after the entry that begins here, or `NOT_PLAIN` also if the bytes end before the entry does. */
  read(bytes: Buffer, from: number): number {
    this.#bytes = bytes;
    this.#to.fill(ABSENT);
    const end = this.#readObject(bytes, from);
    return end !== NOT_PLAIN && end - from <= ROSTER_SIZES.entryBytes && this.#isValid() ? end : NOT_PLAIN;
  }

  get hrId(): string {
    return this.#text(HR_ID);
  }

  get hrIdBytes(): Bytes {
    return { bytes: this.#bytes, from: this.#from[HR_ID] ?? 0, to: this.#to[HR_ID] ?? 0 };
  }

  /** The e-mail address in lower case: addresses are compared without regard to case. */
  get emailBytes(): Bytes {
    return { bytes: this.#lowerEmail, from: 0, to: (this.#to[EMAIL] ?? 0) - (this.#from[EMAIL] ?? 0) };
  }

  /** Whether a name has letters beyond those of Latin alphabets in Europe. Nearly no name has, so no string is made. */
  get hasUnusualLetters(): boolean {
    const bytes = this.#bytes;
    for (const field of NAMES)
      for (let at = this.#from[field] ?? 0; at < (this.#to[field] ?? 0); at++)
        if ((bytes[at] ?? 0) >= LATIN_EXTENDED_B) return true;
    return false;
  }

  /** The first and the last name. */
  get names(): string {
    return this.#text(FIRST_NAME) + this.#text(LAST_NAME);
  }

  /** The employment ends before it starts. */
  get neverJoined(): boolean {
    return this.#neverJoined;
  }

  /** `day` is written YYYY-MM-DD. */
  isBornAfter(day: string): boolean {
    // Nearly all entries are decided by the year.
    const from = this.#from[DATE_OF_BIRTH] ?? 0;
    for (let index = 0; index < day.length; index++) {
      const difference = (this.#bytes[from + index] ?? 0) - day.charCodeAt(index);
      if (difference !== 0) return difference > 0;
    }
    return false;
  }

  appendTo(lines: EntryLines, position: number): void {
    let bytes = 0;
    for (let field = 0; field < ENTRY_FIELDS.length; field++)
      bytes += KEY_BYTES + Math.max(this.#length(field), 0);
    lines.begin(position, bytes);
    for (let field = 0; field < COLUMN_FIELDS.length; field++) {
      const to = this.#to[field] ?? ABSENT;
      if (to !== ABSENT) lines.put(this.#bytes, this.#from[field] ?? 0, to);
      else if (field === ABSENCES) lines.put(NO_ABSENCES, 0, NO_ABSENCES.length);
      else lines.putNull();
    }
    this.#appendPayroll(lines);
    lines.end();
  }

  /** As an object. Plain texts need no escapes in JSON either. */
  #appendPayroll(lines: EntryLines): void {
    if (!this.#hasPayroll) {
      lines.putNull();
      return;
    }
    lines.put(BRACES, 0, 1);
    let isFirst = true;
    for (let field = PAYROLL; field < ENTRY_FIELDS.length; field++) {
      if (this.#to[field] === ABSENT) continue;
      const key = PAYROLL_KEYS[field - PAYROLL] ?? NULL;
      lines.add(key, isFirst ? 1 : 0, key.length);
      // With its quotes.
      lines.add(this.#bytes, (this.#from[field] ?? 0) - 1, (this.#to[field] ?? 0) + 1);
      isFirst = false;
    }
    lines.add(BRACES, 1, 2);
  }

  #text(field: number): string {
    return this.#bytes.toString('utf8', this.#from[field], this.#to[field]);
  }

  #readObject(bytes: Buffer, from: number): number {
    if (byteAt(bytes, from) !== OPEN_BRACE) return NOT_PLAIN;
    let at = from + 1;
    let seen = 0;
    for (let place = 0; place < ENTRY_FIELDS.length; place++) {
      at = skipSpace(bytes, at);
      const field = this.#fieldAt(bytes, at, place);
      if (field === NOT_PLAIN || (seen & (1 << field)) !== 0) return NOT_PLAIN;
      seen |= 1 << field;
      at = skipSpace(bytes, at + (KEYS[field]?.length ?? 0));
      if (byteAt(bytes, at) !== COLON) return NOT_PLAIN;
      at = this.#readValue(bytes, skipSpace(bytes, at + 1), field);
      if (at === NOT_PLAIN) return NOT_PLAIN;
      at = skipSpace(bytes, at);
      const byte = byteAt(bytes, at);
      if (byte === CLOSE_BRACE) return at + 1;
      if (byte !== COMMA) return NOT_PLAIN;
      at++;
    }
    return NOT_PLAIN;
  }

  #fieldAt(bytes: Buffer, at: number, place: number): number {
    const likely = this.#order[place] ?? 0;
    if (isAt(bytes, at, KEYS[likely] ?? NULL)) return likely;
    for (let field = 0; field < ENTRY_FIELDS.length; field++)
      if (isAt(bytes, at, KEYS[field] ?? NULL)) {
        this.#order[place] = field;
        return field;
      }
    return NOT_PLAIN;
  }

  #readValue(bytes: Buffer, at: number, field: number): number {
    if (byteAt(bytes, at) === QUOTE) {
      if (field === AUTO_SYNC || field === ABSENCES) return NOT_PLAIN;
      const end = endOfString(bytes, at + 1);
      this.#from[field] = at + 1;
      this.#to[field] = end;
      return end === NOT_PLAIN ? NOT_PLAIN : end + 1;
    }
    if (isAt(bytes, at, NULL)) return at + NULL.length;
    if (field === ABSENCES) return endOfEmptyList(bytes, at);
    if (field !== AUTO_SYNC) return NOT_PLAIN;
    const end = isAt(bytes, at, TRUE)
      ? at + TRUE.length
      : isAt(bytes, at, FALSE)
        ? at + FALSE.length
        : NOT_PLAIN;
    this.#from[field] = at;
    this.#to[field] = end;
    return end;
  }

  #isValid(): boolean {
    return (
      this.#isText(HR_ID, MAX_LENGTHS.hrId) &&
      this.#isText(FIRST_NAME, MAX_LENGTHS.firstName) &&
      this.#isText(LAST_NAME, MAX_LENGTHS.lastName) &&
      this.#isEmail() &&
      this.#areDates() &&
      this.#isProfileImage() &&
      this.#isPayroll()
    );
  }

  /** In bytes, or `ABSENT`. */
  #length(field: number): number {
    const to = this.#to[field] ?? ABSENT;
    return to === ABSENT ? ABSENT : to - (this.#from[field] ?? 0);
  }

  /** A text without white space around it. The limit is in characters, of which a text has no more than bytes. */
  #isText(field: number, maxLength: number): boolean {
    const length = this.#length(field);
    if (length < 1 || length > maxLength) return false;
    return this.#bytes[this.#from[field] ?? 0] !== SPACE && this.#bytes[(this.#to[field] ?? 0) - 1] !== SPACE;
  }

  #isEmail(): boolean {
    if (!this.#isText(EMAIL, MAX_LENGTHS.email)) return false;
    const bytes = this.#bytes;
    const from = this.#from[EMAIL] ?? 0;
    const length = this.#length(EMAIL);
    let at = -1;
    let dot = -1;
    for (let index = 0; index < length; index++) {
      const byte = bytes[from + index] ?? 0;
      if (byte === SPACE || byte > 0x7f) return false;
      if (byte === AT) {
        if (at !== -1) return false;
        at = index;
      }
      if (byte === DOT) dot = index;
      this.#lowerEmail[index] = byte >= UPPER_A && byte <= UPPER_Z ? byte + SPACE : byte;
    }
    // An address without a dot in its domain is valid, but it needs a warning.
    return at > 0 && at < length - 1 && dot > at;
  }

  /** Also false for valid dates that need a warning, except for a birth date in the future. */
  #areDates(): boolean {
    const birth = this.#day(DATE_OF_BIRTH);
    const start = this.#day(START_DATE);
    if (birth === NOT_A_DAY || start === NOT_A_DAY || start > NEVER_AS_NUMBER) return false;
    if (birth > start || start < EARLIEST_START) return false;
    this.#neverJoined = false;
    if (this.#length(TERMINATION_DATE) === ABSENT) return true;
    const termination = this.#day(TERMINATION_DATE);
    if (termination >= NEVER_AS_NUMBER) this.#to[TERMINATION_DATE] = ABSENT;
    else this.#neverJoined = termination < start;
    return termination !== NOT_A_DAY;
  }

  /** A day that exists, as a number: 20261101. */
  #day(field: number): number {
    if (this.#length(field) !== 10) return NOT_A_DAY;
    const from = this.#from[field] ?? 0;
    const bytes = this.#bytes;
    if (bytes[from + 4] !== MINUS || bytes[from + 7] !== MINUS) return NOT_A_DAY;
    const year = digits(bytes, from, 4);
    const month = digits(bytes, from + 5, 2);
    const day = digits(bytes, from + 8, 2);
    return isDay(year, month, day) ? (year * 100 + month) * 100 + day : NOT_A_DAY;
  }

  #isProfileImage(): boolean {
    if (this.#length(PROFILE_IMAGE) === ABSENT) return true;
    return this.#isText(PROFILE_IMAGE, MAX_LENGTHS.profileImage) && isWebAddress(this.#text(PROFILE_IMAGE));
  }

  #isPayroll(): boolean {
    this.#hasPayroll = false;
    for (let field = PAYROLL; field < ENTRY_FIELDS.length; field++) {
      if (this.#to[field] === ABSENT) continue;
      if (!this.#isText(field, MAX_LENGTHS.payroll)) return false;
      this.#hasPayroll = true;
    }
    return true;
  }
}

/** Returns 0 after the end: a single `undefined` would make V8 compile slower code for all further reads. */
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

/** Returns the offset of the closing quote. */
function endOfString(bytes: Buffer, from: number): number {
  const { length } = bytes;
  let at = from;
  while (at < length) {
    const characterBytes = CHARACTER_BYTES[bytes[at] ?? 0];
    if (characterBytes === 1) at++;
    else if (characterBytes === 2 && (byteAt(bytes, at + 1) & 0xc0) === 0x80) at += 2;
    else return bytes[at] === QUOTE ? at : NOT_PLAIN;
  }
  return NOT_PLAIN;
}

function endOfEmptyList(bytes: Buffer, at: number): number {
  if (byteAt(bytes, at) !== OPEN_BRACKET) return NOT_PLAIN;
  const end = skipSpace(bytes, at + 1);
  return byteAt(bytes, end) === CLOSE_BRACKET ? end + 1 : NOT_PLAIN;
}

/** Returns NaN unless all bytes are digits. */
function digits(bytes: Buffer, from: number, count: number): number {
  let number = 0;
  for (let at = from; at < from + count; at++) {
    const digit = (bytes[at] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}
