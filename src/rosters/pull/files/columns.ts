import { type Column, guessColumn, PEOPLE, type TableKind } from '../../../../roster-files/columns.ts';
import { type ColumnChoices, type Matching, matchColumns } from '../../../../roster-files/match-columns.ts';
import type { AbsenceColumns, Mapping } from '../hr-system.ts';
import { PULLED_FIELDS, type PulledField } from '../pulled-fields.ts';

const ABSENCE_FIELDS = ['type', 'startDate', 'endDate'] as const;

/** Fields of nested objects are guessed by their own name too: `Leaves.Leave_Type`. */
const NESTED_PEOPLE: TableKind = {
  ...PEOPLE,
  guess: (heading) => {
    const nested = guessColumn(heading.slice(heading.lastIndexOf('.') + 1));
    return guessColumn(heading) ?? (nested && { ...nested, rank: -1 });
  },
};

/** A mapping has no room for longer ones: their columns have no name. */
const MAX_HEADING_LENGTH = 500;

export const matchHeadings = (headings: readonly string[], choices: ColumnChoices = {}) =>
  matchColumns(
    headings.map((heading) => (heading.length > MAX_HEADING_LENGTH ? '' : heading)),
    choices,
    NESTED_PEOPLE,
  );

/** The positions of the mapped columns. A field whose heading the file does not have is undefined. */
export interface Positions {
  fields: ReadonlyMap<PulledField, number>;
  absences: { type: number; startDate: number; endDate: number | undefined } | undefined;
}

/** Finds the mapped columns by their headings. Columns of absences that nobody has chosen are guessed. */
export function positionsOf(headings: readonly string[], mapping: Mapping): Positions {
  const matching = matchHeadings(headings, choicesOf(mapping));
  const at = (heading: string | null | undefined) => {
    const position = heading ? matching.headings.indexOf(heading) : -1;
    return position < 0 ? undefined : position;
  };
  const fields = new Map<PulledField, number>();
  for (const field of PULLED_FIELDS) {
    const position = at(mapping.fields[field]);
    if (position !== undefined) fields.set(field, position);
  }
  const columns = mapping.absenceColumns ?? absenceColumnsOf(matching);
  const [type, startDate, endDate] = ABSENCE_FIELDS.map((field) => at(columns[field]));
  const hasAbsences = type !== undefined && startDate !== undefined;
  return { fields, absences: hasAbsences ? { type, startDate, endDate } : undefined };
}

/** Headings that are mapped to a person are no absences, whatever they sound like. */
function choicesOf(mapping: Mapping): ColumnChoices {
  const chosen = PULLED_FIELDS.flatMap((field): [string, Column][] => {
    const heading = mapping.fields[field];
    return heading ? [[heading, field]] : [];
  });
  return Object.fromEntries(chosen);
}

/** The guesses for the fields of a person. */
export function guessesOf(matching: Matching): Record<PulledField, string | null> {
  const guesses = PULLED_FIELDS.map((field) => [field, headingOf(matching, field)] as const);
  return Object.fromEntries(guesses) as Record<PulledField, string | null>;
}

export function absenceColumnsOf(matching: Matching): AbsenceColumns {
  const guesses = ABSENCE_FIELDS.map((field) => [field, headingOf(matching, `absences.${field}`)] as const);
  return Object.fromEntries(guesses) as Record<keyof AbsenceColumns, string | null>;
}

function headingOf({ headings, columns }: Matching, column: Column): string | null {
  return headings[columns.indexOf(column)] ?? null;
}
