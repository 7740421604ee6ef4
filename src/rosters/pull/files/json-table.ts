import { readJsonEntries } from '../../../../roster-files/json.ts';
import { TABLE_LIMITS } from '../../../platform/limits.ts';
import { unreadable } from '../source-error.ts';
import { BoundedRows, requireColumns } from './bounded-rows.ts';
import type { FileTable, TableRow } from './table.ts';

/** The body of a sync, and a report of Workday. Other objects may be one page of several. */
const LISTS = ['employees', 'Report_Entry'];

/**
 * Makes a table of JSON. The fields of nested objects become columns such as `name.first`. Of a list of objects, each
 * becomes a row, as in exports with a row for each absence.
 */
export async function tableOfJson(text: string, isLines: boolean): Promise<FileTable> {
  const columns: Columns = new Map();
  const table = new BoundedRows();
  let number = 0;
  for (const entry of isLines ? parseLines(text) : parse(text)) {
    number++;
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
      throw unreadable(`Entry ${number} of the file is no object.`);
    for (const row of rowsOf(entry, number, columns)) table.add(row);
    const pause = table.pause();
    if (pause) await pause;
  }
  return { headings: [...columns.keys()], rows: table.rows };
}

function parse(text: string): readonly unknown[] {
  requireFewValues(text);
  try {
    const entries = readJsonEntries(text, LISTS);
    if (entries) return entries;
  } catch {
    throw unreadable('The file is no JSON, or it breaks off.');
  }
  throw unreadable(`The file is neither a list nor an object with a list ${LISTS.join(' or ')}.`);
}

const [BRACE, BRACKET, COMMA] = [0x7b, 0x5b, 0x2c];
/** Texts can have commas too. */
const MAX_STARTS = 2 * TABLE_LIMITS.cells;

/** Before it is parsed: an empty object has 3 bytes in the file and 56 in memory. */
function requireFewValues(text: string): void {
  let starts = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === BRACE || code === BRACKET) starts++;
  }
  if (starts > MAX_STARTS) throw unreadable(`The file has more than ${TABLE_LIMITS.cells} values.`);
}

function* parseLines(text: string): Generator<unknown> {
  let number = 0;
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    const line = text.slice(from, end < 0 ? text.length : end);
    from += line.length + 1;
    number++;
    if (line.trim() === '') continue;
    yield parseLine(line, number);
  }
}

function parseLine(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw unreadable(`Line ${number} of the file is no JSON, or it breaks off.`);
  }
}

/** The position of each column. */
type Columns = Map<string, number>;
type Cells = [key: string, text: string][];
/** Lists of objects by their key, each with the cells of its items. */
type Lists = Map<string, Cells[]>;

function* rowsOf(entry: object, row: number, columns: Columns): Generator<TableRow> {
  const lists: Lists = new Map();
  const own = cellsOf('', entry, lists, 1);
  requireColumns(lists.size);
  const items = [...lists.values()];
  yield { row, values: valuesOf([...own, ...items.flatMap(([first = []]) => first)], columns) };
  const count = items.reduce((max, { length }) => Math.max(max, length), 1);
  for (let index = 1; index < count; index++) {
    const cells = items.flatMap((list) => list[index] ?? []);
    yield { row, values: valuesOf(cells, columns), isContinuation: true };
  }
}

const MAX_DEPTH = 8;

/** The cells of an object. The items of its lists of objects are added to `lists`. */
function cellsOf(prefix: string, entry: object, lists: Lists, depth: number): Cells {
  if (depth > MAX_DEPTH) throw unreadable(`The file has more than ${MAX_DEPTH} levels.`);
  return Object.entries(entry).flatMap(([name, value]): Cells => {
    const key = `${prefix}${name}`;
    if (!Array.isArray(value)) {
      if (typeof value === 'object' && value !== null) return cellsOf(`${key}.`, value, lists, depth + 1);
      return [[key, value === null ? '' : String(value)]];
    }
    const objects = value.filter((item) => typeof item === 'object' && item !== null);
    if (objects.length === 0) return [[key, value.join(', ')]];
    const items = objects.map((item) => cellsOf(`${key}.`, item, lists, depth + 1));
    const list = lists.get(key) ?? [];
    for (const item of items) list.push(item);
    lists.set(key, list);
    return [];
  });
}

/** The texts by column; a key that is new becomes a column. */
function valuesOf(cells: Cells, columns: Columns): string[] {
  const values: string[] = [];
  for (const [key, text] of cells) {
    const position = columns.get(key) ?? columns.size;
    columns.set(key, position);
    requireColumns(columns.size);
    values[position] = text;
  }
  return Array.from(values, (text) => text ?? '');
}
