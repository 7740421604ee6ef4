import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { CsvReader, OpenQuoteError } from '../../../roster-files/csv.ts';
import { type Encoding, EncodingDetector } from '../../../roster-files/decode.ts';
import { type PlacedEntry, RowJoiner } from '../../../roster-files/join-rows.ts';
import { readJsonEntries } from '../../../roster-files/json.ts';
import { LeftOutDates } from '../../../roster-files/left-out-dates.ts';
import { type Matching, matchColumns } from '../../../roster-files/match-columns.ts';
import type { Row } from '../../../roster-files/row.ts';
import { entryOf } from '../../../roster-files/values.ts';
import { UnreadableXlsxError } from '../../../roster-files/xlsx/unreadable.ts';
import { readXlsxRows } from '../../../roster-files/xlsx/xlsx.ts';
import type { RosterEntry } from '../roster-body.ts';
import { invalidFile } from './failure.ts';
import { LineNumbers } from './line-numbers.ts';
import type { MappingFile } from './mapping-file.ts';

type Format = 'csv' | 'xlsx' | 'ndjson' | 'json';

/** An entry as the file has it. The service checks its values. */
type Placed = Pick<PlacedEntry, 'line' | 'entry'>;

export interface RosterFile {
  readonly path: string;
  readonly bytes: number;
  /** What the columns hold. Undefined for JSON, whose fields have names of their own. */
  readonly matching: Matching | undefined;
  /** Reads the file from the beginning. `onRead` is told how many bytes have been read. */
  entries(onRead: (bytes: number) => void): AsyncGenerator<RosterEntry>;
  /** The number of entries that have been read. */
  count(): number;
  /** The headings of unused columns that hold dates, in what has been read. */
  leftOutDates(): string[];
  /** Where an entry is in the file, in words. */
  placeOf(position: number): string;
}

/** Opens a file and finds out what its columns hold. The people are read later, as often as they have to be sent. */
export async function openRosterFile(path: string, mapping: MappingFile): Promise<RosterFile> {
  const before = await look(path);
  if (before.bytes === 0) throw invalidFile(`${path} is empty.`);
  const format = formatOf(path, before.start);
  const table = await openTable(path, format);
  const matching =
    table &&
    matchColumns(
      (
        await firstRow(
          path,
          table.rows(() => {}),
        )
      ).values,
      mapping.columns,
    );
  const lines = new LineNumbers();
  const leftOutDates = matching && new LeftOutDates(matching);

  async function* read(onRead: (bytes: number) => void): AsyncGenerator<Placed[]> {
    if (!table || !matching) {
      yield* format === 'json' ? readJson(path) : readNdjson(path, onRead);
      return;
    }
    let isHeading = true;
    const joiner = new RowJoiner();
    for await (const rows of table.rows(onRead)) {
      const people = isHeading ? rows.slice(1) : rows;
      if (rows.length > 0) isHeading = false;
      for (const { values } of people) leftOutDates?.push(values);
      yield joiner.push(
        people.map(({ line, row, values }) => ({
          line,
          row,
          entry: entryOf(matching.columns, values, mapping.dates),
        })),
      );
    }
    yield joiner.end();
  }

  return {
    path,
    bytes: before.bytes,
    matching,
    async *entries(onRead) {
      lines.clear();
      for await (const batch of naming(path, read(onRead)))
        for (const { line, entry } of batch) {
          lines.add(line);
          yield entry as RosterEntry;
        }
      if (lines.count === 0) throw invalidFile(`${path} has no people in it.`);
      // A roster must be complete. If an export is still being written, the people at its end would be offboarded.
      const after = await look(path);
      if (after.bytes !== before.bytes || after.changedAt !== before.changedAt)
        throw invalidFile(
          `${path} has changed while it was read. Nothing was sent. Is it still being written?`,
        );
    },
    count: () => lines.count,
    leftOutDates: () => leftOutDates?.headings() ?? [],
    placeOf: (position) => {
      const line = lines.of(position);
      if (format === 'json' || line === undefined) return `entry ${position + 1}`;
      return `${format === 'xlsx' ? 'row' : 'line'} ${line}`;
    },
  };
}

/** Opens the file for a moment, so that one that cannot be read is refused before anything else. */
async function look(path: string): Promise<{ bytes: number; changedAt: number; start: string }> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const { size: bytes, mtimeMs: changedAt } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64);
    return { bytes, changedAt, start: buffer.toString('latin1', 0, bytesRead) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    if (code === 'ENOENT') throw invalidFile(`There is no file ${path}.`);
    throw invalidFile(`${path} cannot be read: ${UNREADABLE[code] ?? `the system says ${code}`}.`);
  } finally {
    await file?.close();
  }
}

const UNREADABLE: Readonly<Record<string, string>> = {
  EACCES: 'you have no permission for it',
  EPERM: 'you have no permission for it',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
};

const BY_ENDING: Record<string, Format> = {
  csv: 'csv',
  tsv: 'csv',
  txt: 'csv',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  json: 'json',
};

/** By the ending of the name, or else by the first bytes. */
function formatOf(path: string, start: string): Format {
  if (start.startsWith('\x1f\x8b')) throw invalidFile(`${path} is compressed with gzip. Unpack it first.`);
  const known = BY_ENDING[/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''];
  if (known) return known;
  const text = start.replace(/^\xEF\xBB\xBF/, '').trimStart();
  if (text.startsWith('PK')) return 'xlsx';
  return /^[[{]/.test(text) ? 'json' : 'csv';
}

/** Rows and entries come in batches: one by one they took most of the time. */
interface Table {
  rows(onRead: (bytes: number) => void): AsyncGenerator<Row[]>;
}

async function openTable(path: string, format: Format): Promise<Table | undefined> {
  if (format === 'csv') {
    const encoding = await encodingOf(path);
    return { rows: (onRead) => readCsv(path, encoding, onRead) };
  }
  if (format !== 'xlsx') return undefined;
  const bytes = await readFile(path);
  return { rows: () => inBatches(readXlsxRows(bytes)) };
}

async function firstRow(path: string, batches: AsyncGenerator<Row[]>): Promise<Row> {
  for await (const [first] of naming(path, batches)) if (first) return first;
  throw invalidFile(`${path} is empty.`);
}

const BATCH = 500;

async function* inBatches<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

async function encodingOf(path: string): Promise<Encoding> {
  const detector = new EncodingDetector();
  for await (const bytes of createReadStream(path, { highWaterMark: 1024 * 1024 })) detector.push(bytes);
  return detector.end();
}

async function* decoded(
  path: string,
  encoding: Encoding,
  onRead: (bytes: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const bytes of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    onRead(bytes.length);
    yield decoder.decode(bytes, { stream: true });
  }
  yield decoder.decode();
}

async function* readCsv(
  path: string,
  encoding: Encoding,
  onRead: (bytes: number) => void,
): AsyncGenerator<Row[]> {
  const reader = new CsvReader();
  for await (const text of decoded(path, encoding, onRead)) yield reader.push(text);
  yield reader.end();
}

async function* readNdjson(path: string, onRead: (bytes: number) => void): AsyncGenerator<Placed[]> {
  let rest = Buffer.alloc(0);
  let line = 0;
  const parse = (lines: Buffer): Placed[] => {
    if (!isUtf8(lines)) throw notUtf8(path, lines, line);
    const text = line === 0 ? withoutMark(lines.toString('utf8')) : lines.toString('utf8');
    return text.split('\n').flatMap((each) => {
      line += 1;
      return each.trim() === '' ? [] : [{ line, entry: parseLine(path, line, each) }];
    });
  };
  for await (const bytes of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    onRead(bytes.length);
    const read = Buffer.concat([rest, bytes]);
    const end = read.lastIndexOf(NEW_LINE);
    rest = read.subarray(end + 1);
    if (end !== -1) yield parse(read.subarray(0, end));
  }
  yield parse(rest);
}

const NEW_LINE = 0x0a;

/** Names the first line that is not. No character of UTF-8 contains the byte of a line's end. */
function notUtf8(path: string, bytes: Buffer, linesBefore = 0) {
  let line = linesBefore;
  for (let from = 0; from <= bytes.length; ) {
    line += 1;
    const end = bytes.indexOf(NEW_LINE, from);
    const to = end === -1 ? bytes.length : end;
    if (!isUtf8(bytes.subarray(from, to))) break;
    from = to + 1;
  }
  return invalidFile(`${path} is not in UTF-8: line ${line}. Export it in UTF-8.`);
}

const withoutMark = (text: string) => text.replace(/^\uFEFF/, '');

function parseLine(path: string, line: number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidFile(`${path}: line ${line} is not valid JSON.`);
  }
}

/** Reads the whole file: its list has no lines to go by. Large rosters should be NDJSON or CSV. */
async function* readJson(path: string): AsyncGenerator<Placed[]> {
  const bytes = await readFile(path);
  if (!isUtf8(bytes)) throw notUtf8(path, bytes);
  const text = bytes.toString('utf8');
  let list: unknown[] | undefined;
  try {
    list = readJsonEntries(text);
  } catch {
    if (text.trim() === '') throw invalidFile(`${path} is empty.`);
    throw invalidFile(`${path} is not valid JSON.`);
  }
  if (!list) throw invalidFile(`${path} must be a list of people, or an object with the list "employees".`);
  yield list.map((entry, index) => ({ line: index + 1, entry }));
}

/** Turns the readers' errors about the file into ours. */
async function* naming<Item>(path: string, items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  try {
    yield* items;
  } catch (error) {
    if (error instanceof OpenQuoteError) throw invalidFile(`${path}: ${error.message}`);
    if (error instanceof UnreadableXlsxError)
      throw invalidFile(`${path} cannot be read as XLSX: ${error.message}`);
    throw error;
  }
}
