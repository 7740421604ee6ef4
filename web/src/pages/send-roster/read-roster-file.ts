import type { Column } from '../../../../roster-files/columns.ts';
import { CsvReader, OpenQuoteError } from '../../../../roster-files/csv.ts';
import { readJsonEntries } from '../../../../roster-files/json.ts';
import { type Matching, matchColumns } from '../../../../roster-files/match-columns.ts';
import type { Row } from '../../../../roster-files/row.ts';
import { entryOf } from '../../../../roster-files/values.ts';

export type Reading =
  | { employees: unknown[] }
  | { problem: 'empty' | 'json' | 'shape' }
  | { problem: 'columns'; missing: readonly Column[] }
  | { problem: 'ambiguous'; headings: Matching['ambiguous'][number]['headings'] }
  | { problem: 'quote'; line: number };

/** Turns a file into the entries of a roster. The service checks their values. */
export function readRosterFile(name: string, text: string): Reading {
  const isJson = /\.json$/i.test(name) || /^\s*[[{]/.test(text);
  return isJson ? readJson(text) : readTable(text);
}

function readJson(text: string): Reading {
  let list: unknown[] | undefined;
  try {
    list = readJsonEntries(text);
  } catch {
    return { problem: 'json' };
  }
  if (!list) return { problem: 'shape' };
  return list.length === 0 ? { problem: 'empty' } : { employees: list };
}

function readTable(text: string): Reading {
  const reader = new CsvReader();
  let rows: Row[];
  try {
    rows = [...reader.push(text), ...reader.end()];
  } catch (error) {
    if (error instanceof OpenQuoteError) return { problem: 'quote', line: error.line };
    throw error;
  }
  const [headings, ...people] = rows;
  const { columns, missing, ambiguous } = matchColumns(headings?.values ?? []);
  if (ambiguous[0]) return { problem: 'ambiguous', headings: ambiguous[0].headings };
  if (missing.length > 0) return { problem: 'columns', missing };
  if (people.length === 0) return { problem: 'empty' };
  return { employees: people.map(({ values }) => entryOf(columns, values)) };
}
