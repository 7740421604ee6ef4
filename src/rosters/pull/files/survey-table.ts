import type { AbsenceType, Survey } from '../hr-system.ts';
import { absenceColumnsOf, guessesOf, matchHeadings } from './columns.ts';
import type { FileTable, TableRow } from './table.ts';

const SAMPLES = 3;
const MAX_SAMPLE_LENGTH = 1_000;
const MAX_TYPES = 200;
const MAX_TYPE_LENGTH = 200;

/** What the columns of a file are, for setting up a source. */
export function surveyTable({ headings, rows }: FileTable, absenceTypeColumn?: string): Survey {
  const matching = matchHeadings(headings);
  const people = firstRowOfEach(rows, matching.columns.indexOf('hrId'));
  const samples = people.slice(0, SAMPLES);
  const guessed = absenceColumnsOf(matching);
  const absenceColumns = { ...guessed, type: absenceTypeColumn ?? guessed.type };
  return {
    people: people.length,
    fields: matching.headings.flatMap((key, index) =>
      key === '' ? [] : [{ key, label: key, samples: samples.map(({ values }) => sampleOf(values[index])) }],
    ),
    guesses: guessesOf(matching),
    absenceTypes: typesOf(
      rows,
      absenceColumns.type === null ? -1 : matching.headings.indexOf(absenceColumns.type),
    ),
    absenceColumns,
    missing: [],
  };
}

const sampleOf = (value = '') => value.trim().slice(0, MAX_SAMPLE_LENGTH) || null;

function firstRowOfEach(rows: readonly TableRow[], numberAt: number): TableRow[] {
  const seen = new Set<string>();
  return rows.filter(({ values, isContinuation }) => {
    const number = values[numberAt]?.trim() ?? '';
    const isNew = !isContinuation && !seen.has(number);
    if (number !== '') seen.add(number);
    return isNew;
  });
}

function typesOf(rows: readonly TableRow[], typeAt: number): AbsenceType[] | null {
  if (typeAt < 0) return null;
  const names = new Set<string>();
  for (const { values } of rows) {
    const name = values[typeAt]?.trim() ?? '';
    if (name !== '') names.add(name);
    // More than a mapping has room for: these are no types.
    if (names.size > MAX_TYPES || name.length > MAX_TYPE_LENGTH) return null;
  }
  return [...names].sort().map((name) => ({ id: name, name }));
}
