import { unreadable } from '../source-error.ts';
import { BoundedRows, requireColumns } from './bounded-rows.ts';
import { MAX_LEVELS, notJson, outlineOf, requireBounds, type Spans, tooManyLevels } from './json-outline.ts';
import type { FileTable, TableRow } from './table.ts';

/** The body of a sync, and a report of Workday. Other objects may be one page of several. */
const LISTS = ['employees', 'Report_Entry'];

/**
 * Makes a table of JSON. The fields of nested objects become columns such as `name.first`. Of a list of objects, each
 * becomes a row, as in exports with a row for each absence.
 */
export function tableOfJson(text: string, isLines: boolean): FileTable {
  const columns: Columns = new Map();
  const table = new BoundedRows();
  // They are columns of the other rows.
  table.countCells(0);
  let number = 0;
  for (const entry of isLines ? parseLines(text) : parseEntries(text)) {
    number++;
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
      throw unreadable(`Entry ${number} of the file is no object.`);
    for (const row of rowsOf(entry, number, columns)) table.add(row);
  }
  return { headings: [...columns.keys()], rows: table.rows };
}

/** The entries of the list. They are parsed one by one: as a whole they would take several times the memory. */
function* parseEntries(text: string): Generator<unknown> {
  const { outside, lists } = outlineOf(text);
  const chosen = listOf(parse(outside));
  for (const [index, list] of lists.entries()) if (index !== chosen) requireJson(text, list);
  const list = chosen === undefined ? undefined : lists[chosen];
  if (!list) throw unreadable(`The file is neither a list nor an object with a list ${LISTS.join(' or ')}.`);
  for (const entry of list.textsOf(text)) yield parse(entry);
}

/** Other lists of the file are read as well: it may break off in them. */
function requireJson(text: string, list: Spans): void {
  for (const entry of list.textsOf(text)) parse(entry);
}

/** The position of the list of people among the lists. */
function listOf(outside: unknown): number | undefined {
  const isObject = typeof outside === 'object' && outside !== null;
  const fields: Record<string, unknown> = isObject ? { ...outside } : {};
  const list = Array.isArray(outside)
    ? outside
    : LISTS.map((name) => fields[name]).find((value) => Array.isArray(value));
  return Array.isArray(list) ? Number(list[0]) : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson();
  }
}

function* parseLines(text: string): Generator<unknown> {
  let number = 0;
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    const line = text.slice(from, end < 0 ? text.length : end);
    from += line.length + 1;
    number++;
    if (line.trim() === '') continue;
    requireBounds(line);
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

/** The cells of an object. The items of its lists of objects are added to `lists`. */
function cellsOf(prefix: string, entry: object, lists: Lists, depth: number): Cells {
  if (depth > MAX_LEVELS) throw tooManyLevels();
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
