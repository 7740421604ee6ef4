import { CsvReader, OpenQuoteError } from '../../../../roster-files/csv.ts';
import { type Encoding, encodingOf } from '../../../../roster-files/decode.ts';
import type { Row } from '../../../../roster-files/row.ts';
import { UnreadableXlsxError } from '../../../../roster-files/xlsx/unreadable.ts';
import { readXlsxRows } from '../../../../roster-files/xlsx/xlsx.ts';
import { TABLE_LIMITS } from '../../../platform/limits.ts';
import type { SourceFile } from '../hr-system.ts';
import { SourceError, unreadable } from '../source-error.ts';
import { BoundedRows } from './bounded-rows.ts';
import { tableOfJson } from './json-table.ts';
import type { FileTable, TableRow } from './table.ts';

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** Workbooks of Excel 97, and new ones with a password. */
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const GZIP = Buffer.from([0x1f, 0x8b]);

/** Reads a file of people: CSV, XLSX or JSON, by its content. `sheet` is the sheet of a workbook, by default the first. */
export async function readTable({ name, bytes }: SourceFile, sheet: string | undefined): Promise<FileTable> {
  if (startsWith(bytes, GZIP)) throw unreadable('The file is compressed with gzip.');
  if (startsWith(bytes, COMPOUND))
    throw unreadable('The file is a workbook with a password, or of a version of Excel before 2007.');
  const table = startsWith(bytes, ZIP) ? await readWorkbook(bytes, sheet) : readText(name, bytes);
  if (table.rows.length === 0) throw emptyFile();
  return table;
}

const emptyFile = () => new SourceError('source-empty', { detail: 'The file has no people in it.' });

const startsWith = (bytes: Buffer, signature: Buffer) =>
  bytes.subarray(0, signature.length).equals(signature);

function readText(name: string, bytes: Buffer): FileTable {
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes).replace(/^\uFEFF/, '');
  const start = text.slice(0, 1000).trimStart();
  if (start === '' && text.trim() === '') throw emptyFile();
  // A portal whose session has ended answers 200 with its sign-in page.
  if (start.startsWith('<')) throw unreadable('The answer is a web page or XML, not a file of people.');
  if (!/^[[{]/.test(start)) return readCsv(text);
  requireUnicode(text, encoding);
  return tableOfJson(text, /\.(ndjson|jsonl)$/i.test(name));
}

/** JSON has no other encodings. With a guess, a name would lose its letters. */
function requireUnicode(text: string, encoding: Encoding): void {
  if (encoding === 'windows-1252') throw unreadable('The file is JSON, and not in UTF-8.');
  // UTF-16 that is damaged has replacement characters.
  if (encoding === 'utf-16le' && text.includes('\uFFFD'))
    throw unreadable('The file is JSON, and not in UTF-8 or UTF-16.');
}

/** The text is read in pieces of so many characters. */
const PIECE = 256 * 1024;

function readCsv(text: string): FileTable {
  const reader = new CsvReader();
  const table = new BoundedRows();
  let last: Row | undefined;
  const add = (rows: readonly Row[]) => {
    for (const row of rows) table.add(oneEntry(row));
    last = rows.at(-1) ?? last;
  };
  try {
    for (let from = 0; from < text.length; from += PIECE) add(reader.push(text.slice(from, from + PIECE)));
    add(reader.end());
  } catch (error) {
    if (error instanceof OpenQuoteError) throw unreadable(error.message);
    throw error;
  }
  const { headings, rows } = tableOf(table);
  // Whoever writes a line break at the end of the other lines writes it at the end of the last one too, or ends with all cells.
  if (last && !text.endsWith('\n') && last.values.length < headings.length)
    throw unreadable(`The file breaks off within its last line, ${last.line}.`);
  return { headings, rows };
}

const WORKBOOK_LIMITS = {
  bytes: TABLE_LIMITS.workbookBytes,
  sharedTexts: TABLE_LIMITS.sharedTexts,
  cellLength: TABLE_LIMITS.length,
  characters: TABLE_LIMITS.characters,
  shownCharacters: TABLE_LIMITS.shownCharacters,
};

async function readWorkbook(bytes: Buffer, sheet: string | undefined): Promise<FileTable> {
  const table = new BoundedRows();
  const onRow = (width: number) => table.countCells(width);
  try {
    for await (const row of readXlsxRows(bytes, sheet, { limits: WORKBOOK_LIMITS, onRow }))
      table.keep(withoutBlankEnd(row));
  } catch (error) {
    throw error instanceof UnreadableXlsxError
      ? unreadable(`The workbook cannot be read: ${error.message}.`)
      : error;
  }
  return tableOf(table);
}

function tableOf({ rows: [headings, ...rows] }: BoundedRows): FileTable {
  if (!headings) throw emptyFile();
  return { headings: headings.values, rows };
}

const oneEntry = ({ row, values }: Row): TableRow => ({ row, values });

/** Sheets can have formatted cells without a value up to their last column. */
function withoutBlankEnd({ row, values }: Row): TableRow {
  const last = values.findLastIndex((value) => value.trim() !== '');
  return { row, values: values.slice(0, last + 1) };
}
