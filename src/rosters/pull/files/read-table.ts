import { CsvReader, OpenQuoteError } from '../../../../roster-files/csv.ts';
import { decode } from '../../../../roster-files/decode.ts';
import type { Row } from '../../../../roster-files/row.ts';
import { readXlsxRows, UnreadableXlsxError } from '../../../../roster-files/xlsx/xlsx.ts';
import type { SourceFile } from '../hr-system.ts';
import { SourceError, unreadable } from '../source-error.ts';
import { BoundedRows } from './bounded-rows.ts';
import { tableOfJson } from './json-table.ts';
import type { FileTable, TableRow } from './table.ts';
import { unpackedBytes } from './unpacked-bytes.ts';

/** A workbook of 100,000 people has about 100 MB. A few kilobytes can unpack to gigabytes. */
const MAX_UNPACKED_BYTES = 400 * 1024 * 1024;

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** Workbooks of Excel 97, and new ones with a password. */
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const GZIP = Buffer.from([0x1f, 0x8b]);

/** Reads a file of people: CSV, XLSX or JSON, by its content. `sheet` is the sheet of a workbook, by default the first. */
export async function readTable({ name, bytes }: SourceFile, sheet: string | undefined): Promise<FileTable> {
  if (startsWith(bytes, GZIP)) throw unreadable('The file is compressed with gzip.');
  if (startsWith(bytes, COMPOUND))
    throw unreadable('The file is a workbook with a password, or of a version of Excel before 2007.');
  const table = startsWith(bytes, ZIP) ? await readWorkbook(bytes, sheet) : await readText(name, bytes);
  if (table.rows.length === 0) throw emptyFile();
  return table;
}

const emptyFile = () => new SourceError('source-empty', { detail: 'The file has no people in it.' });

const startsWith = (bytes: Buffer, signature: Buffer) =>
  bytes.subarray(0, signature.length).equals(signature);

async function readText(name: string, bytes: Buffer): Promise<FileTable> {
  const text = decode(bytes).replace(/^\uFEFF/, '');
  const start = text.slice(0, 1000).trimStart();
  if (start === '' && text.trim() === '') throw emptyFile();
  // A portal whose session has ended answers 200 with its sign-in page.
  if (start.startsWith('<')) throw unreadable('The answer is a web page or XML, not a file of people.');
  if (/^[[{]/.test(start)) return await tableOfJson(text, /\.(ndjson|jsonl)$/i.test(name));
  return await readCsv(text);
}

/** The text is read in pieces of so many characters. */
const PIECE = 256 * 1024;

async function readCsv(text: string): Promise<FileTable> {
  const reader = new CsvReader();
  const table = new BoundedRows();
  let last: Row | undefined;
  const add = (rows: readonly Row[]) => {
    for (const row of rows) table.add(oneEntry(row));
    last = rows.at(-1) ?? last;
  };
  try {
    for (let from = 0; from < text.length; from += PIECE) {
      add(reader.push(text.slice(from, from + PIECE)));
      await table.pause();
    }
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

async function readWorkbook(bytes: Buffer, sheet: string | undefined): Promise<FileTable> {
  if (unpackedBytes(bytes) > MAX_UNPACKED_BYTES) throw unreadable('The workbook is too large.');
  const table = new BoundedRows();
  const onRow = async (width: number) => {
    table.countCells(width);
    await table.pause();
  };
  try {
    for await (const row of readXlsxRows(bytes, sheet, onRow)) table.add(withoutBlankEnd(row));
  } catch (error) {
    if (!(error instanceof UnreadableXlsxError)) throw error;
    throw error.cause instanceof SourceError
      ? error.cause
      : unreadable(`The workbook cannot be read: ${error.message}`);
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
