import { type Column, columnAt, fieldOfAbsence } from '../../../../roster-files/columns.ts';
import { isDateColumn } from '../../../../roster-files/values.ts';
import type { FieldError } from '../../api/api-error.ts';
import type { Draft, MatchedTable } from './draft.ts';

type MistakeKind =
  | 'empty'
  | 'no-date'
  | 'no-such-day'
  | 'short-year'
  | 'slash-date'
  | 'ends-before-start'
  | 'no-email'
  | 'no-yes-or-no'
  | 'no-web-address'
  | 'duplicate'
  | 'too-long'
  | 'unprintable'
  | 'wrong';

export interface Mistake {
  /** The entry, counted from 0. */
  position: number;
  /** The file that has the value: the absences may be in one of their own. */
  file: string;
  /** The row as a spreadsheet shows it. Undefined for files without rows. */
  row: number | undefined;
  name: string;
  hrId: string;
  column: Column | undefined;
  /** The heading in the file. Undefined if the value has none. */
  heading: string | undefined;
  /** The field by its name in the API. */
  field: string;
  value: string;
  kind: MistakeKind;
  /** Of a personnel number that occurs twice: where it occurs first. */
  firstRow: number | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** Says of each error where in the file it is and what is wrong there, from the first row to the last. */
export function mistakesIn(draft: Draft, errors: readonly FieldError[]): Mistake[] {
  const index = indexOf(draft);
  const mistakes = errors.flatMap((error) => {
    const [, list, position, ...path] = error.pointer.split('/');
    if (list !== 'employees' || position === undefined) return [];
    return [mistakeAt(draft, index, error, Number(position), path.join('/'))];
  });
  // The service finds numbers that occur twice after all others.
  return mistakes.toSorted((one, other) => one.position - other.position);
}

/** For files of many thousand rows with many mistakes. */
function indexOf({ people, absences, employees, places }: Draft) {
  const cells = (matched: MatchedTable | undefined) =>
    new Map(matched?.table.rows.map(({ row, values }) => [row, values]));
  const firstRows = new Map<unknown, number>();
  for (const [position, { row }] of places.entries()) {
    const { hrId } = fieldsOf(employees[position]) as { hrId?: unknown };
    if (!firstRows.has(hrId)) firstRows.set(hrId, row);
  }
  return { people: cells('table' in people ? people : undefined), absences: cells(absences), firstRows };
}

function mistakeAt(
  draft: Draft,
  index: ReturnType<typeof indexOf>,
  { code, hrId }: FieldError,
  position: number,
  field: string,
): Mistake {
  const entry = fieldsOf(draft.employees[position]);
  const column = columnAt(field);
  const place = draft.places[position];
  const absence = column && fieldOfAbsence(column) ? Number(field.split('/')[1]) : undefined;
  const isInOtherFile = absence !== undefined && draft.absences !== undefined;
  const table = isInOtherFile ? draft.absences : 'table' in draft.people ? draft.people : undefined;
  const row = (absence !== undefined && place?.absenceRows?.[absence]) || place?.row;
  const cells = (isInOtherFile ? index.absences : index.people).get(row ?? -1);
  const value =
    table && column
      ? (cells?.[table.matching.columns.indexOf(column)]?.trim() ?? '')
      : textOf(valueAt(entry, field));
  const kind = kindOf(code, column, value);
  return {
    position,
    file: table?.table.name ?? ('table' in draft.people ? draft.people.table.name : draft.people.name),
    row,
    name: [entry['firstName'], entry['lastName']].map(textOf).filter(Boolean).join(' '),
    hrId: hrId ?? textOf(entry['hrId']),
    column,
    heading: table && column ? headingOf(table, column) : undefined,
    field,
    value,
    kind,
    firstRow: kind === 'duplicate' ? index.firstRows.get(entry['hrId']) : undefined,
  };
}

const fieldsOf = (entry: unknown): Fields =>
  typeof entry === 'object' && entry !== null ? (entry as Fields) : {};

const textOf = (value: unknown): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);

function valueAt(entry: Fields, field: string): unknown {
  let value: unknown = entry;
  for (const name of field.split('/')) value = fieldsOf(value)[name];
  return field === '' ? undefined : value;
}

function headingOf({ matching }: MatchedTable, column: Column): string | undefined {
  return matching.headings[matching.columns.indexOf(column)];
}

const DAY = /^(\d{1,2}\.\d{1,2}\.\d{4}|\d{4}-\d{1,2}-\d{1,2}|\d{4}\/\d{1,2}\/\d{1,2}|\d{8})$/;

function kindOf(code: string, column: Column | undefined, value: string): MistakeKind {
  if (code === 'duplicate') return 'duplicate';
  if (code === 'too-long') return 'too-long';
  if (code === 'missing' || code === 'too-short' || (value === '' && column)) return 'empty';
  if (column && isDateColumn(column)) return kindOfDate(column, value);
  if (column === 'email' && code === 'malformed') return 'no-email';
  if (column === 'autoSyncEmployee') return 'no-yes-or-no';
  if (column === 'profileImage') return 'no-web-address';
  return code === 'malformed' && column ? 'unprintable' : 'wrong';
}

function kindOfDate(column: Column, value: string): MistakeKind {
  if (/^\d{1,2}\/\d{1,2}\/\d{4}$/.test(value)) return 'slash-date';
  if (/^\d{1,2}\.\d{1,2}\.\d{2}$/.test(value)) return 'short-year';
  if (!DAY.test(value)) return 'no-date';
  return column === 'absences.endDate' && exists(value) ? 'ends-before-start' : 'no-such-day';
}

function exists(value: string): boolean {
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(value);
  const [year, month, day] = german
    ? [german[3], german[2], german[1]].map(Number)
    : value.split(/[-/]/).map(Number);
  const date = new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day ?? 0));
  return date.getUTCMonth() + 1 === month && date.getUTCDate() === day;
}

export type KeepProblem = { why: 'nameless' | 'duplicate' | 'too-many' | 'other'; count: number };

const MAX_PERCENT = 5;
const FEW = 10;

/** The rule of the service (docs/sync.md, "Invalid entries"); a test compares the two. */
export function mayKeep(invalid: number, entries: number): boolean {
  return invalid * 100 <= entries * MAX_PERCENT || (invalid < FEW && invalid * 2 < entries);
}

/** Why a file cannot be sent as it is without its wrong rows. Undefined if it can. Rows without a number are not even sent. */
export function whyNotKeep(
  errors: readonly FieldError[],
  errorCount: number,
  entries: number,
): KeepProblem | undefined {
  const wrong = wrongPositions(errors);
  const ofEntries = errors.filter(({ pointer }) => positionOf(pointer) !== undefined);
  if (ofEntries.length < errors.length) return { why: 'other', count: errors.length - ofEntries.length };
  const duplicates = errors.filter(({ code }) => code === 'duplicate').length;
  if (duplicates > 0) return { why: 'duplicate', count: duplicates };
  if (errorCount > errors.length || !mayKeep(wrong.length, entries))
    return { why: 'too-many', count: wrong.length };
  const nameless = namelessPositions(errors).length;
  return nameless > 0 ? { why: 'nameless', count: nameless } : undefined;
}

/** The wrong entries without a number: nobody can say whose they are. */
export function namelessPositions(errors: readonly FieldError[]): number[] {
  const named = new Set(
    errors.filter(({ hrId }) => hrId !== undefined).map(({ pointer }) => positionOf(pointer)),
  );
  return wrongPositions(errors).filter((position) => !named.has(position));
}

/** The entries that have errors. */
export function wrongPositions(errors: readonly Pick<FieldError, 'pointer'>[]): number[] {
  return [...new Set(errors.flatMap(({ pointer }) => positionOf(pointer) ?? []))];
}

function positionOf(pointer: string): number | undefined {
  const position = /^\/employees\/(\d+)(?:\/|$)/.exec(pointer)?.[1];
  return position === undefined ? undefined : Number(position);
}
