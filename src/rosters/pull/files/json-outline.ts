import { TABLE_LIMITS } from '../../../platform/limits.ts';
import { unreadable } from '../source-error.ts';
import { requireColumns, tooManyRows } from './bounded-rows.ts';

/** Where a list has its entries in the text. */
export class Spans {
  readonly #ends: number[] = [];
  readonly #from: number;

  constructor(from: number) {
    this.#from = from;
  }

  add(end: number): void {
    if (end - (this.#ends.at(-1) ?? this.#from) > TABLE_LIMITS.length) throw tooLong();
    this.#ends.push(end);
    if (this.#ends.length > TABLE_LIMITS.rows) throw tooManyRows();
  }

  /** The texts between the commas. */
  *textsOf(text: string): Generator<string> {
    let from = this.#from;
    for (const end of this.#ends) {
      yield text.slice(from, end);
      from = end + 1;
    }
  }
}

/** A JSON text without the entries of its outer lists. Instead of them, each list has its position in `lists`. */
export interface Outline {
  outside: string;
  lists: readonly Spans[];
}

/** Levels of an entry, each of an object and of a list. */
export const MAX_LEVELS = 8;
const MAX_DEPTH = 2 * MAX_LEVELS + 3;

/**
 * Finds the entries of a JSON text, so that each can be parsed alone. Counts what would take memory or time before anything is parsed.
 * Whether the text is JSON is found out by parsing the outside and each entry.
 */
export function outlineOf(text: string): Outline {
  const lists: Spans[] = [];
  let outside = '';
  let outsideFrom = 0;
  let list: Spans | undefined;
  let listFrom = 0;
  const open = (at: number) => {
    outside += text.slice(outsideFrom, at + 1);
    list = new Spans(at + 1);
    listFrom = at + 1;
  };
  const close = (spans: Spans, at: number, hasComma: boolean) => {
    if (hasComma || text.slice(listFrom, at).trim() !== '') spans.add(at);
    lists.push(spans);
    outside += String(lists.length - 1);
    outsideFrom = at;
    list = undefined;
  };
  let listDepth = 0;
  let commas = 0;
  const isWhole = scan(text, {
    open(at, depth, isList) {
      if (list || !isList || depth > 2) return;
      open(at);
      listDepth = depth;
      commas = 0;
    },
    comma(at, depth) {
      if (!list || depth !== listDepth) return;
      list.add(at);
      commas++;
    },
    close(at, depth) {
      if (list && depth === listDepth) close(list, at, commas > 0);
    },
  });
  if (!isWhole) throw notJson();
  outside += text.slice(outsideFrom);
  if (outside.length > TABLE_LIMITS.length) throw tooLong();
  return { outside, lists };
}

/** For an entry that is a text of its own. Whether it is JSON is found out by parsing it. */
export function requireBounds(text: string): void {
  if (text.length > TABLE_LIMITS.length) throw tooLong();
  scan(text);
}

const tooLong = () => unreadable(`A person in the file has more than ${TABLE_LIMITS.length} characters.`);
export const notJson = () => unreadable('The file is no JSON, or it breaks off.');

interface Events {
  /** `depth` counts the list or object that opens. */
  open(at: number, depth: number, isList: boolean): void;
  comma(at: number, depth: number): void;
  close(at: number, depth: number): void;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Returns false if the text breaks off, or closes what is not open. */
function scan(text: string, events?: Events): boolean {
  /** The members of each object that is open. Undefined: it is a list. */
  const members: (number | undefined)[] = [];
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfText(text, at);
        if (at < 0) return false;
        break;
      case OPEN_LIST:
      case OPEN_OBJECT: {
        const isList = text.charCodeAt(at) === OPEN_LIST;
        members.push(isList ? undefined : 1);
        if (members.length > MAX_DEPTH) throw tooManyLevels();
        events?.open(at, members.length, isList);
        break;
      }
      case COMMA: {
        const count = members.at(-1);
        if (count !== undefined) {
          members[members.length - 1] = count + 1;
          requireColumns(count + 1);
        }
        events?.comma(at, members.length);
        break;
      }
      case CLOSE_LIST:
      case CLOSE_OBJECT: {
        const isList = text.charCodeAt(at) === CLOSE_LIST;
        if (members.length === 0 || isList !== (members.at(-1) === undefined)) return false;
        events?.close(at, members.length);
        members.pop();
        break;
      }
    }
  }
  return members.length === 0;
}

export const tooManyLevels = () => unreadable(`The file has more than ${MAX_LEVELS} levels.`);

/** Where the quotation mark is that ends a text, or -1. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    if (end - start > TABLE_LIMITS.length) throw tooLong();
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return -1;
}
