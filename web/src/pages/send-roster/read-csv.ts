/** A quoted value has no end. `line` is the line on which it begins. */
export class OpenQuoteError extends Error {
  readonly line: number;
  constructor(line: number) {
    super(`a quotation mark on line ${line} is never closed`);
    this.line = line;
  }
}

/** Reads rows of values (RFC 4180). The headings tell the separator, which differs by country. */
export function readCsv(text: string): string[][] {
  const source = text.replace(/^\uFEFF/, '');
  const separator = separatorOf(source);
  const rows: string[][] = [];
  let row: string[] = [];
  let value = '';
  let line = 1;
  let quotedSince = 0;
  const endValue = () => {
    row.push(value);
    value = '';
  };
  const endRow = () => {
    endValue();
    if (row.some((cell) => cell.trim() !== '')) rows.push(row);
    row = [];
  };
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at];
    if (character === '\n') line += 1;
    if (quotedSince > 0) {
      if (character !== '"') value += character;
      else if (source[at + 1] === '"') {
        value += '"';
        at += 1;
      } else quotedSince = 0;
    } else if (character === '"' && value === '') quotedSince = line;
    else if (character === separator) endValue();
    else if (character === '\n') endRow();
    else if (character !== '\r') value += character;
  }
  if (quotedSince > 0) throw new OpenQuoteError(quotedSince);
  if (value !== '' || row.length > 0) endRow();
  return rows;
}

function separatorOf(source: string): string {
  const headings = source.slice(0, source.search(/[\r\n]|$/));
  const counts = [',', ';', '\t'].map((separator) => ({
    separator,
    count: headings.split(separator).length,
  }));
  return counts.toSorted((a, b) => b.count - a.count)[0]?.separator ?? ',';
}
