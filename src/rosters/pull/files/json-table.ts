import { readJsonEntries } from '../../../../roster-files/json.ts';
import { unreadable } from '../source-error.ts';
import type { FileTable, TableRow } from './table.ts';

/** The body of a sync, and a report of Workday. Other objects may be one page of several. */
const LISTS = ['employees', 'Report_Entry'];

/**
 * Makes a table of JSON. The fields of nested objects become columns such as `name.first`. Of a list of objects, each
 * becomes a row, as in exports with a row for each absence.
 */
export function tableOfJson(text: string, isLines: boolean): FileTable {
  const entries = isLines ? parseLines(text) : parse(text);
  const columns = new Map<string, number>();
  const rows = entries.flatMap((entry, index) => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
      throw unreadable(`Entry ${index + 1} of the file is no object.`);
    return rowsOf(entry, index + 1, columns);
  });
  return { headings: [...columns.keys()], rows };
}

function parse(text: string): readonly unknown[] {
  try {
    const entries = readJsonEntries(text, LISTS);
    if (entries) return entries;
  } catch {
    throw unreadable('The file is no JSON, or it breaks off.');
  }
  throw unreadable(`The file is neither a list nor an object with a list ${LISTS.join(' or ')}.`);
}

function parseLines(text: string): readonly unknown[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [JSON.parse(line)];
    } catch {
      throw unreadable(`Line ${index + 1} of the file is no JSON, or it breaks off.`);
    }
  });
}

type Cells = [key: string, text: string][];
/** Lists of objects by their key, each with the cells of its items. */
type Lists = Map<string, Cells[]>;

function rowsOf(entry: object, row: number, columns: Map<string, number>): TableRow[] {
  const lists: Lists = new Map();
  const own = cellsOf('', entry, lists, 1);
  const items = [...lists.values()];
  const count = Math.max(1, ...items.map((list) => list.length));
  return Array.from({ length: count }, (_, index): TableRow => {
    const cells = [...(index === 0 ? own : []), ...items.flatMap((list) => list[index] ?? [])];
    const values = valuesOf(cells, columns);
    return index === 0 ? { row, values } : { row, values, isContinuation: true };
  });
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
    lists.set(key, [...(lists.get(key) ?? []), ...items]);
    return [];
  });
}

/** The texts by column; a key that is new becomes a column. */
function valuesOf(cells: Cells, columns: Map<string, number>): string[] {
  const values: string[] = [];
  for (const [key, text] of cells) {
    const position = columns.get(key) ?? columns.size;
    columns.set(key, position);
    values[position] = text;
  }
  return Array.from(values, (text) => text ?? '');
}
