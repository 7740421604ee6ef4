import { isBlank, type Row } from './row.ts';

/** A quoted value has no end. `line` is the line on which it begins. */
export class OpenQuoteError extends Error {
  readonly line: number;
  constructor(line: number) {
    super(`A quotation mark on line ${line} is never closed.`);
    this.line = line;
  }
}

/** A row that is longer has a quotation mark that is never closed. The service takes entries up to 256 KiB. */
const MAX_ROW_LENGTH = 1024 * 1024;

/**
 * Reads rows of values (RFC 4180) from a text that arrives in pieces. The headings tell the separator, which differs by
 * country. Blank rows are left out.
 */
export class CsvReader {
  #separator: string | undefined;
  /** The beginning of the row that is not complete yet. */
  #rest = '';
  #line = 1;
  #row = 1;

  /** Returns the rows that this piece completes. */
  push(text: string): Row[] {
    const source = this.#rest + text;
    return this.#read(this.#separator === undefined ? source.replace(/^\uFEFF/, '') : source, false);
  }

  /** Returns the last row, if the text does not end with a line break. */
  end(): Row[] {
    return this.#read(this.#rest, true);
  }

  #read(source: string, isEnd: boolean): Row[] {
    if (this.#separator === undefined) {
      const end = source.indexOf('\n');
      if (end < 0 && !isEnd) return this.#keep(source, 0);
      this.#separator = separatorOf(end < 0 ? source : source.slice(0, end));
    }
    const rows: Row[] = [];
    let from = 0;
    for (;;) {
      const next = this.#readRow(source, from, isEnd);
      if (!next) return [...rows, ...this.#keep(source, from)];
      if (!isBlank(next.values)) rows.push({ line: this.#line, row: this.#row, values: next.values });
      this.#line += next.lines;
      this.#row += 1;
      from = next.end;
      if (from >= source.length) {
        this.#rest = '';
        return rows;
      }
    }
  }

  #keep(source: string, from: number): Row[] {
    this.#rest = source.slice(from);
    if (this.#rest.length > MAX_ROW_LENGTH) throw new OpenQuoteError(this.#line);
    return [];
  }

  /** Returns undefined if the row goes on in the next piece. */
  #readRow(source: string, from: number, isEnd: boolean) {
    const values: string[] = [];
    let lines = 0;
    let at = from;
    for (;;) {
      let value = '';
      if (source[at] === '"') {
        const opened = this.#line + lines;
        for (;;) {
          const end = source.indexOf('"', at + 1);
          // The next piece may begin with the second of two quotation marks.
          if (end < 0 || (end + 1 === source.length && !isEnd)) {
            if (isEnd) throw new OpenQuoteError(opened);
            return undefined;
          }
          const part = source.slice(at + 1, end);
          value += part;
          lines += countLines(part);
          at = end + 1;
          if (source[at] !== '"') break;
          value += '"';
        }
      }
      const end = this.#endOfValue(source, at);
      if (end === source.length && !isEnd) return undefined;
      values.push(value + source.slice(at, end).replaceAll('\r', ''));
      at = end + 1;
      if (source[end] !== this.#separator) return { values, lines: lines + 1, end: at };
    }
  }

  #endOfValue(source: string, from: number): number {
    const separator = this.#separator?.charCodeAt(0);
    for (let at = from; at < source.length; at++) {
      const code = source.charCodeAt(at);
      if (code === separator || code === NEW_LINE) return at;
    }
    return source.length;
  }
}

const NEW_LINE = 10;

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

function separatorOf(headings: string): string {
  const counts = [',', ';', '\t'].map((separator) => ({
    separator,
    count: headings.split(separator).length,
  }));
  return counts.toSorted((a, b) => b.count - a.count)[0]?.separator ?? ',';
}
