import { type ABSENCES, type Column, fieldOfAbsence } from '../../../../roster-files/columns.ts';
import { type PlacedEntry, RowJoiner } from '../../../../roster-files/join-rows.ts';
import { LeftOutDates } from '../../../../roster-files/left-out-dates.ts';
import { type ColumnChoices, type Matching, matchColumns } from '../../../../roster-files/match-columns.ts';
import { entryOf, isDateColumn, type SlashDates } from '../../../../roster-files/values.ts';
import type { EntriesFile, TableFile } from './open-file.ts';

/** A table, and what its columns hold. */
export interface MatchedTable {
  table: TableFile;
  matching: Matching;
  dates: SlashDates | undefined;
}

/** The roster that a file makes, and where each of its values is. */
export interface Draft {
  employees: readonly unknown[];
  people: EntriesFile | MatchedTable;
  absences: MatchedTable | undefined;
  /** By position in `employees`. Empty for files without rows. */
  places: readonly PlacedEntry[];
  /** Absences of people whom the roster does not list. */
  strangers: number;
}

type Fields = Readonly<Record<string, unknown>>;

export function matchTable(
  table: TableFile,
  choices: ColumnChoices,
  dates: SlashDates | undefined,
  kind?: typeof ABSENCES,
): MatchedTable {
  return { table, matching: matchColumns(table.headings, choices, kind), dates };
}

export function draftOf(people: EntriesFile | MatchedTable, absences?: MatchedTable): Draft {
  const placed = 'table' in people ? placedIn(people) : [];
  const plain = 'table' in people ? placed.map(({ entry }) => entry) : people.entries;
  if (!absences) return { employees: plain, people, absences, places: placed, strangers: 0 };
  const byPerson = absencesByPerson(absences);
  const listed = new Set(plain.map(hrIdOf));
  const strangers = [...byPerson].filter(([hrId]) => !listed.has(hrId)).length;
  const known = plain.map((entry) => byPerson.get(hrIdOf(entry)));
  return {
    employees: plain.map((entry, index) => {
      const found = known[index];
      return found ? { ...(entry as Fields), absences: found.map(({ absence }) => absence) } : entry;
    }),
    people,
    absences,
    places: placed.map((place, index) => {
      const found = known[index];
      return found ? { ...place, absenceRows: found.map(({ row }) => row) } : place;
    }),
    strangers,
  };
}

/** The roster without some of its entries. */
export function withoutEntries(draft: Draft, positions: readonly number[]): Draft {
  const left = new Set(positions);
  const isKept = (_: unknown, position: number) => !left.has(position);
  return { ...draft, employees: draft.employees.filter(isKept), places: draft.places.filter(isKept) };
}

const hrIdOf = (entry: unknown) => String((entry as Fields | null)?.['hrId'] ?? '');

function placedIn({ table, matching, dates }: MatchedTable): PlacedEntry[] {
  const joiner = new RowJoiner();
  const rows = table.rows.map(({ line, row, values }) => ({
    line,
    row,
    entry: entryOf(matching.columns, values, dates),
  }));
  return [...joiner.push(rows), ...joiner.end()];
}

function absencesByPerson({ table, matching, dates }: MatchedTable) {
  const found = new Map<string, { absence: unknown; row: number }[]>();
  for (const { row, values } of table.rows) {
    const { hrId = '', absences = [] } = entryOf(matching.columns, values, dates) as {
      hrId?: string;
      absences?: unknown[];
    };
    const known = found.get(hrId) ?? [];
    known.push(...absences.map((absence) => ({ absence, row })));
    if (known.length > 0) found.set(hrId, known);
  }
  return found;
}

/** Whether the roster itself says who is absent. */
export function hasAbsences(people: EntriesFile | MatchedTable): boolean {
  if ('table' in people) return people.matching.columns.some((column) => column && fieldOfAbsence(column));
  return people.entries.some((entry) => (entry as Fields | null)?.['absences'] !== undefined);
}

/** A value for each column, as an example: the first that is not empty. */
export function samplesOf({ rows, headings }: TableFile): string[] {
  const first = rows.slice(0, 200);
  return headings.map(
    (_, index) => first.map(({ values }) => values[index]?.trim() ?? '').find((value) => value !== '') ?? '',
  );
}

/** The headings of unused columns that hold dates. */
export function leftOutDatesOf({ table, matching }: MatchedTable): string[] {
  const found = new LeftOutDates(matching);
  for (const { values } of table.rows) found.push(values);
  return found.headings();
}

const SLASHES = /^(\d{1,2})\/(\d{1,2})\/\d{4}/;

/** How the dates with slashes are written. Undefined: there are none. Null: they do not tell. */
export function slashDatesOf(
  { rows }: TableFile,
  columns: readonly (Column | undefined)[],
): SlashDates | null | undefined {
  const found = rows.flatMap(({ values }) =>
    columns.flatMap((column, index) => {
      const parts = column && isDateColumn(column) && SLASHES.exec(values[index]?.trim() ?? '');
      return parts ? [[Number(parts[1]), Number(parts[2])] as const] : [];
    }),
  );
  if (found.length === 0) return undefined;
  const isDayFirst = found.some(([first]) => first > 12);
  const isMonthFirst = found.some(([, second]) => second > 12);
  if (isDayFirst === isMonthFirst) return null;
  return isDayFirst ? 'DD/MM/YYYY' : 'MM/DD/YYYY';
}

/** The choices with one more. No two columns hold the same, so another column gives it up. */
export function choose(
  choices: ColumnChoices,
  { headings, columns }: Matching,
  heading: string,
  column: Column | null,
): ColumnChoices {
  const before = column === null ? undefined : headings[columns.indexOf(column)];
  return {
    ...choices,
    ...(before !== undefined && before !== heading && { [before]: null }),
    [heading]: column,
  };
}
