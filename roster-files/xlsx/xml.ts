import { damaged } from './unreadable.ts';

/** What a part of a workbook has, in its order. Names have no prefix. */
export interface XmlHandler {
  open(name: string, attributes: string): void;
  close(name: string): void;
  /** A text may come in several pieces. It is as in the file, with references such as `&amp;`: `decodeText` replaces them. */
  text(text: string): void;
}

/** A workbook has no longer tags, comments and sections. The beginning of one is read again with each piece. */
const MAX_MARKUP = 128 * 1024;

/** Reads XML that arrives in pieces, as far as workbooks use it: without a document type. */
export class XmlReader {
  readonly #handler: XmlHandler;
  /** Markup that is not complete yet. */
  #rest = '';
  #depth = 0;
  #hasElement = false;

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  push(piece: string): void {
    const source = this.#rest + piece;
    let at = 0;
    while (at < source.length) {
      if (source.charCodeAt(at) === LESS) {
        const end = this.#readMarkup(source, at);
        if (end < 0) break;
        at = end;
      } else {
        const end = source.indexOf('<', at);
        this.#handler.text(source.slice(at, end < 0 ? undefined : end));
        at = end < 0 ? source.length : end;
      }
    }
    this.#rest = at === 0 ? source : source.slice(at);
    if (this.#rest.length > MAX_MARKUP) throw damaged('a tag or a comment in it has no end');
  }

  end(): void {
    if (this.#rest !== '' || this.#depth !== 0 || !this.#hasElement)
      throw damaged('a part of it breaks off, or is no XML');
  }

  /** Returns where it ends, or -1 if it goes on in the next piece. */
  #readMarkup(source: string, at: number): number {
    switch (source.charCodeAt(at + 1)) {
      case SLASH:
        return this.#readClosing(source, at);
      case QUESTION:
        return endOf(source, '?>', at + 2);
      case EXCLAMATION:
        return this.#readSection(source, at);
      default:
        return this.#readOpening(source, at);
    }
  }

  #readClosing(source: string, at: number): number {
    const end = source.indexOf('>', at);
    if (end < 0) return -1;
    this.#depth--;
    if (this.#depth < 0) throw damaged('a part of it closes an element that was not opened');
    this.#handler.close(localName(source.slice(at + 2, end).trimEnd()));
    return end + 1;
  }

  #readSection(source: string, at: number): number {
    if (source.startsWith('<!--', at)) return endOf(source, '-->', at + 4);
    if (source.startsWith(CDATA, at)) {
      const end = endOf(source, ']]>', at + CDATA.length);
      if (end > 0) this.#handler.text(source.slice(at + CDATA.length, end - 3).replaceAll('&', '&amp;'));
      return end;
    }
    if (source.length - at < CDATA.length) return -1;
    throw damaged('a part of it has a document type');
  }

  #readOpening(source: string, at: number): number {
    const end = endOfTag(source, at + 1);
    if (end < 0) return -1;
    const isEmpty = source.charCodeAt(end - 1) === SLASH;
    const last = isEmpty ? end - 1 : end;
    let nameEnd = at + 1;
    while (nameEnd < last && !isSpace(source.charCodeAt(nameEnd))) nameEnd++;
    const name = localName(source.slice(at + 1, nameEnd));
    this.#hasElement = true;
    this.#handler.open(name, source.slice(nameEnd, last));
    if (isEmpty) this.#handler.close(name);
    else this.#depth++;
    return end + 1;
  }
}

const CDATA = '<![CDATA[';
const [LESS, GREATER, SLASH, QUESTION, EXCLAMATION, EQUALS] = [0x3c, 0x3e, 0x2f, 0x3f, 0x21, 0x3d];
const [QUOTE, APOSTROPHE] = [0x22, 0x27];

const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13);

function endOf(source: string, mark: string, from: number): number {
  const found = source.indexOf(mark, from);
  return found < 0 ? -1 : found + mark.length;
}

/** Values of attributes may have `>`. */
function endOfTag(source: string, from: number): number {
  let quote = 0;
  for (let at = from; at < source.length; at++) {
    const code = source.charCodeAt(at);
    if (quote !== 0) quote = code === quote ? 0 : quote;
    else if (code === GREATER) return at;
    else if (code === QUOTE || code === APOSTROPHE) quote = code;
  }
  return -1;
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** Calls back with each attribute. Names have their prefix. */
export function eachAttribute(attributes: string, take: (name: string, value: string) => void): void {
  const { length } = attributes;
  for (let at = 0; at < length; ) {
    while (at < length && isSpace(attributes.charCodeAt(at))) at++;
    const nameAt = at;
    while (at < length && attributes.charCodeAt(at) !== EQUALS) at++;
    const name = attributes.slice(nameAt, at).trimEnd();
    at++;
    while (at < length && isSpace(attributes.charCodeAt(at))) at++;
    const quote = attributes[at];
    if (quote !== '"' && quote !== "'") return;
    const end = attributes.indexOf(quote, at + 1);
    if (end < 0) return;
    take(name, attributes.slice(at + 1, end));
    at = end + 1;
  }
}

/** The attributes by name, without references. */
export function attributesOf(attributes: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  eachAttribute(attributes, (name, value) => found.set(name, decodeText(value)));
  return found;
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const MAX_CODE_POINT = 0x10ffff;

/** Replaces references to characters. */
export function decodeText(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x[0-9a-fA-F]{1,6}|#[0-9]{1,7}|[a-z]{2,4});/g, (whole, reference: string) => {
    if (!reference.startsWith('#')) return NAMED[reference] ?? whole;
    const isHex = reference[1] === 'x';
    const code = Number.parseInt(reference.slice(isHex ? 2 : 1), isHex ? 16 : 10);
    return code <= MAX_CODE_POINT ? String.fromCodePoint(code) : whole;
  });
}
