import { WorkInTurns } from './in-turns.ts';
import { unreadable } from './source-error.ts';

const TAB = 0x09;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

const IS_PUNCTUATION = new Uint8Array(256);
for (const byte of [QUOTE, COMMA, COLON, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET])
  IS_PUNCTUATION[byte] = 1;

/** Bytes, and how many keys they have. */
interface Span {
  from: number;
  to: number;
  keys: number;
}

/** Some members of a list or an object, or one that is long itself. */
export type Part = Span & { long?: LongValue };

/** A list or an object that is parsed in parts. */
export interface LongValue extends Span {
  isObject: boolean;
  parts: Part[];
}

/** A list or an object that has begun. */
interface Level {
  from: number;
  keys: number;
  isObject: boolean;
  parts: Part[];
  /** Where the members begin that are in no part yet, and where the latest one begins. */
  next: number;
  nextKeys: number;
  member: number;
  memberKeys: number;
  members: number;
  /** The latest member, if it is long. */
  long: LongValue | undefined;
}

const newLevel = (): Level => ({
  ...{ from: 0, keys: 0, isObject: false, parts: [], next: 0, nextKeys: 0 },
  ...{ member: 0, memberKeys: 0, members: 0, long: undefined },
});

export interface JsonLimits {
  /** Of nested lists and objects. */
  depth: number;
  /** Lists, objects, their members. */
  values: number;
  /** Lists and objects: each takes much more memory than its bytes. */
  containers: number;
  /** Of one object. */
  fields: number;
  /** One text or number. */
  valueBytes: number;
}

const PART_BYTES = 32 * 1024;
const TURN_BYTES = 64 * 1024;

/**
 * Finds the parts of a JSON text that can be parsed one after the other. A text without a long value is one span, to be parsed as a
 * whole. Counts what memory depends on, and checks little else: `JSON.parse` does that with each part. Undefined: it is no JSON.
 */
export async function findLongValues(
  bytes: Uint8Array,
  limits: JsonLimits,
): Promise<LongValue | Span | undefined> {
  const work = new WorkInTurns();
  // One for each depth, used again and again: most lists and objects are short, and need no more.
  const levels = Array.from({ length: limits.depth }, newLevel);
  let depth = 0;
  let top: Level | undefined;
  let root: LongValue | undefined;
  let [keys, values, containers, punctuation] = [0, 0, 0, 0];
  let turn = TURN_BYTES;
  const { length } = bytes;
  for (let at = 0; at < length; at++) {
    if (at >= turn) {
      await work.next();
      turn = at + TURN_BYTES;
    }
    const byte = bytes[at] ?? TAB;
    if (IS_PUNCTUATION[byte] === 0) continue;
    if (at - punctuation > limits.valueBytes) throw unreadable('A value of the answer is too long.');
    punctuation = at;
    if (byte === QUOTE) {
      const last = at + limits.valueBytes + 2;
      for (at++; at < length && at < last && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
      if (at - punctuation > limits.valueBytes) throw unreadable('A value of the answer is too long.');
      punctuation = at;
    } else if (byte === COLON) keys++;
    else if (byte === COMMA) {
      values++;
      if (top) endMember(top, at, keys, limits);
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      containers++;
      values++;
      top = levels[depth++];
      if (!top) throw unreadable('The answer is nested too deep.');
      top.from = at;
      top.keys = keys;
      top.isObject = byte === OPEN_BRACE;
      top.next = at + 1;
      top.nextKeys = keys;
      top.member = at + 1;
      top.memberKeys = keys;
      top.members = 0;
    } else {
      if (!top) return undefined;
      const parent = levels[--depth - 1];
      if (at - top.from > PART_BYTES) {
        if (top.isObject !== (byte === CLOSE_BRACE)) return undefined;
        endMember(top, at, keys, limits);
        closePart(top, at, keys);
        const { from, isObject, parts } = top;
        const long = { from, to: at + 1, keys: keys - top.keys, isObject, parts };
        top.parts = [];
        if (parent) parent.long = long;
        else if (root) return undefined;
        else root = long;
      }
      top = parent;
    }
    if (values > limits.values || containers > limits.containers)
      throw unreadable('The answer has too many values.');
  }
  return root ?? { from: 0, to: length, keys };
}

function endMember(level: Level, at: number, keys: number, limits: JsonLimits): void {
  level.members++;
  if (level.isObject && level.members > limits.fields)
    throw unreadable('An object of the answer has too many fields.');
  if (level.long) {
    if (level.member > level.next)
      level.parts.push({ from: level.next, to: level.member - 1, keys: level.memberKeys - level.nextKeys });
    level.parts.push({ from: level.member, to: at, keys: keys - level.memberKeys, long: level.long });
    level.long = undefined;
    level.next = at + 1;
    level.nextKeys = keys;
  } else if (at - level.next > PART_BYTES) closePart(level, at, keys);
  level.member = at + 1;
  level.memberKeys = keys;
}

function closePart(level: Level, at: number, keys: number): void {
  // The last member was long, and has a part of its own. An empty part after a comma is kept: whoever parses it refuses it.
  if (at < level.next) return;
  level.parts.push({ from: level.next, to: at, keys: keys - level.nextKeys });
  level.next = at + 1;
  level.nextKeys = keys;
}
