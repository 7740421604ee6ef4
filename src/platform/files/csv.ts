import type { Language } from '../../../texts/language.ts';

/** An amount of money. A file writes it with two decimals and without a currency, so that spreadsheets can add it up. */
interface Cents {
  cents: number;
}

/** A byte order mark: without it, Excel does not recognise UTF-8 and breaks umlauts. */
export const BYTE_ORDER_MARK = '\uFEFF';

export type Cell = string | number | Cents | null;

/** How a file separates cells, and the sign before decimals. */
export interface CsvStyle {
  separator: ',' | ';';
  decimal: '.' | ',';
}

/** As spreadsheets in Germany and in English-speaking countries read files. */
export const CSV_STYLES: Record<Language, CsvStyle> = {
  de: { separator: ';', decimal: ',' },
  en: { separator: ',', decimal: '.' },
};

const RFC_4180: CsvStyle = { separator: ',', decimal: '.' };

/** Formats rows as CSV (RFC 4180) with every cell quoted. */
export function toCsv(headings: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  return toCsvLines([headings, ...rows]);
}

export function toCsvLines(rows: readonly (readonly Cell[])[], style: CsvStyle = RFC_4180): string[] {
  return rows.map((row) => row.map((cell) => quote(textOf(cell, style))).join(style.separator));
}

/** The lines as a text, each with its end. */
export function toCsvText(rows: readonly (readonly Cell[])[], style: CsvStyle): string {
  return toCsvLines(rows, style)
    .map((line) => `${line}\r\n`)
    .join('');
}

/** Numbers are no text that could be a formula: an apostrophe before a minus would make them text. */
function textOf(cell: Cell, { decimal }: CsvStyle): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return harmless(cell);
  const text = typeof cell === 'number' ? String(cell) : (cell.cents / 100).toFixed(2);
  return text.replace('.', decimal);
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

const FORMULA = '[=+\\-@\\uFF0B\\uFF0D\\uFF1D\\uFF20]';
const FIRST_OF_CELL = new RegExp(`^(?=\\s*${FORMULA}|[\\t\\r\\n])`);
/** White space, quotes and separators before a sign. Only from its beginning: the time would grow with the square of its length. */
const BEFORE_FORMULA = new RegExp(`(?<![\\s";,])[\\s";,]+(?=${FORMULA})`, 'g');

/**
 * Prevents formula injection: a spreadsheet evaluates cells that begin like a formula. The apostrophe makes them
 * text. A spreadsheet that splits at another sign than the file's ignores the quotes of all cells but the first of a
 * line, so any separator or line break inside a text may begin a cell.
 */
function harmless(text: string): string {
  return text.replace(BEFORE_FORMULA, markSeparators).replace(FIRST_OF_CELL, "'");
}

/** Behind the last semicolon or comma, each separator may begin the cell. */
function markSeparators(before: string): string {
  const last = Math.max(before.lastIndexOf(';'), before.lastIndexOf(','), 0);
  return before.slice(0, last) + before.slice(last).replace(/[;,\t\r\n]/g, "$&'");
}
