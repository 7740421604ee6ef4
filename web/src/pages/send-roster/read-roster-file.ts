import { OpenQuoteError, readCsv } from './read-csv.ts';

export const COLUMNS = [
  'firstName',
  'lastName',
  'email',
  'dateOfBirth',
  'hrId',
  'startDate',
  'terminationDate',
  'autoSyncEmployee',
  'profileImage',
] as const;
export type Column = (typeof COLUMNS)[number];
export const REQUIRED: readonly Column[] = COLUMNS.slice(0, 6);

/** Other headings for the columns, compared without case, spaces and punctuation. */
const OTHER_NAMES: Record<string, Column> = {
  vorname: 'firstName',
  givenname: 'firstName',
  nachname: 'lastName',
  familienname: 'lastName',
  surname: 'lastName',
  mail: 'email',
  emailadresse: 'email',
  emailaddress: 'email',
  geburtsdatum: 'dateOfBirth',
  birthdate: 'dateOfBirth',
  personalnummer: 'hrId',
  employeeid: 'hrId',
  eintritt: 'startDate',
  eintrittsdatum: 'startDate',
  austritt: 'terminationDate',
  austrittsdatum: 'terminationDate',
};

export type Reading =
  | { employees: unknown[] }
  | { problem: 'empty' | 'json' | 'shape' }
  | { problem: 'columns'; missing: Column[] }
  | { problem: 'quote'; line: number };

/** Turns a file into the entries of a roster. The service checks their values. */
export function readRosterFile(name: string, text: string): Reading {
  const isJson = /\.json$/i.test(name) || /^\s*[[{]/.test(text);
  return isJson ? readJson(text) : readTable(text);
}

function readJson(text: string): Reading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'json' };
  }
  const list = Array.isArray(value) ? value : (value as { employees?: unknown } | null)?.employees;
  if (!Array.isArray(list)) return { problem: 'shape' };
  return list.length === 0 ? { problem: 'empty' } : { employees: list };
}

function readTable(text: string): Reading {
  let rows: string[][];
  try {
    rows = readCsv(text);
  } catch (error) {
    if (error instanceof OpenQuoteError) return { problem: 'quote', line: error.line };
    throw error;
  }
  const [headings = [], ...people] = rows;
  const columns = headings.map(columnOf);
  const missing = REQUIRED.filter((column) => !columns.includes(column));
  if (missing.length > 0) return { problem: 'columns', missing };
  if (people.length === 0) return { problem: 'empty' };
  return { employees: people.map((values) => entryOf(columns, values)) };
}

function columnOf(heading: string): Column | undefined {
  const plain = heading.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');
  return COLUMNS.find((column) => column.toLowerCase() === plain) ?? OTHER_NAMES[plain];
}

function entryOf(
  columns: readonly (Column | undefined)[],
  values: readonly string[],
): Record<string, unknown> {
  const entry: Record<string, unknown> = {};
  for (const [index, column] of columns.entries()) {
    const text = values[index]?.trim() ?? '';
    if (!column || (text === '' && !REQUIRED.includes(column))) continue;
    entry[column] = readValue(column, text);
  }
  return entry;
}

function readValue(column: Column, text: string): unknown {
  if (column === 'autoSyncEmployee') {
    if (/^(true|yes|ja|1|x)$/i.test(text)) return true;
    return /^(false|no|nein|0)$/i.test(text) ? false : text;
  }
  return /Date$|^dateOfBirth$/.test(column) ? isoDay(text) : text;
}

/** Turns the German 12.4.1988 into 1988-04-12. Other texts stay as they are. */
function isoDay(text: string): string {
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  return day && month && year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
}
