import { guessColumn } from '../../../../roster-files/columns.ts';
import { CsvReader, OpenQuoteError } from '../../../../roster-files/csv.ts';
import { decode } from '../../../../roster-files/decode.ts';
import { readJsonEntries } from '../../../../roster-files/json.ts';
import type { Row } from '../../../../roster-files/row.ts';
import { UnreadableXlsxError } from '../../../../roster-files/xlsx/unreadable.ts';

/** A table whose columns have to be understood. */
export interface TableFile {
  kind: 'table';
  name: string;
  headings: readonly string[];
  rows: readonly Row[];
  /** Of a workbook: the sheets to choose from, and the chosen one. */
  sheets: readonly string[];
  sheet: string | undefined;
}

/** A file whose fields have the names of the API. */
export interface EntriesFile {
  kind: 'entries';
  name: string;
  entries: readonly unknown[];
}

export type FileProblem =
  | { problem: 'empty' | 'json' | 'shape' | 'workbook' | 'old-workbook' | 'no-headings' }
  | { problem: 'quote'; line: number };

export type OpenedFile = TableFile | EntriesFile | (FileProblem & { kind: 'problem'; name: string });

interface GivenFile {
  name: string;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Reads a file in the browser. Of a workbook it reads the given sheet, or else the first. */
export async function openFile(file: GivenFile, sheet?: string): Promise<OpenedFile> {
  const { name } = file;
  try {
    return await read(name, await file.arrayBuffer(), sheet);
  } catch (error) {
    if (error instanceof OpenQuoteError) return { kind: 'problem', name, problem: 'quote', line: error.line };
    if (error instanceof Unusable) return { kind: 'problem', name, problem: error.problem };
    throw error;
  }
}

class Unusable extends Error {
  readonly problem: Exclude<FileProblem['problem'], 'quote'>;
  constructor(problem: Exclude<FileProblem['problem'], 'quote'>) {
    super(problem);
    this.problem = problem;
  }
}

const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** Workbooks of Excel 97, and new ones with a password. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];

async function read(name: string, bytes: ArrayBuffer, sheet: string | undefined): Promise<OpenedFile> {
  const start = [...new Uint8Array(bytes.slice(0, 4))];
  const begins = (signature: readonly number[]) => signature.every((byte, index) => start[index] === byte);
  if (begins(COMPOUND)) throw new Unusable('old-workbook');
  if (begins(ZIP)) return await readWorkbook(name, new Uint8Array(bytes), sheet);
  const text = decode(bytes);
  if (/\.(ndjson|jsonl)$/i.test(name))
    return entriesFile(name, text.split('\n').filter(isNotBlank).map(parse));
  if (/\.json$/i.test(name) || /^\s*[[{]/.test(text)) return entriesFile(name, readJson(text));
  const reader = new CsvReader();
  return tableFile(name, [...reader.push(text), ...reader.end()]);
}

const isNotBlank = (text: string) => text.trim() !== '';

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unusable('json');
  }
}

function readJson(text: string): readonly unknown[] {
  let entries: unknown[] | undefined;
  try {
    entries = readJsonEntries(text);
  } catch {
    throw new Unusable('json');
  }
  if (!entries) throw new Unusable('shape');
  return entries;
}

function entriesFile(name: string, entries: readonly unknown[]): EntriesFile {
  if (entries.length === 0) throw new Unusable('empty');
  return { kind: 'entries', name, entries };
}

async function readWorkbook(name: string, bytes: Uint8Array, sheet: string | undefined): Promise<TableFile> {
  // Loaded only for workbooks.
  const { readSheetNames, readXlsxRows } = await import('../../../../roster-files/xlsx/xlsx.ts');
  try {
    const sheets = await readSheetNames(bytes);
    const chosen = sheet ?? sheets[0];
    const rows: Row[] = [];
    for await (const row of readXlsxRows(bytes, chosen)) rows.push(row);
    return tableFile(name, rows, sheets, chosen);
  } catch (error) {
    if (error instanceof UnreadableXlsxError) throw new Unusable('workbook');
    throw error;
  }
}

function tableFile(
  name: string,
  rows: readonly Row[],
  sheets: readonly string[] = [],
  sheet?: string,
): TableFile {
  const at = headingsAt(rows);
  const headings = rows[at]?.values ?? [];
  if (headings.some(looksLikeData)) throw new Unusable('no-headings');
  // Another sheet may have the people, so that an empty one is no reason to give up.
  if (rows.length <= at + 1 && sheets.length < 2) throw new Unusable('empty');
  return { kind: 'table', name, headings, rows: rows.slice(at + 1), sheets, sheet };
}

/** Exports may begin with a title and a date. */
const MAX_TITLE_ROWS = 10;
const MIN_KNOWN = 3;

function headingsAt(rows: readonly Row[]): number {
  const found = rows
    .slice(0, MAX_TITLE_ROWS)
    .findIndex(({ values }) => values.filter((value) => guessColumn(value.trim())).length >= MIN_KNOWN);
  return Math.max(0, found);
}

/** Headings are remembered, so a person's data must not be taken for them. */
const looksLikeData = (heading: string) =>
  /\S@[^\s@.]+\.\S/.test(heading) || /^\s*(\d{1,2}\.\d{1,2}\.\d{2,4}|\d{4}-\d{2}-\d{2})\s*$/.test(heading);
