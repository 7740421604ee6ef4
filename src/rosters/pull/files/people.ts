import { isoDay, SLASH_DATES } from '../../../../roster-files/values.ts';
import { TABLE_LIMITS } from '../../../platform/limits.ts';
import { dayOf } from '../dates.ts';
import type { AbsenceWindow, Mapping, PulledPerson } from '../hr-system.ts';
import { overlaps } from '../overlap.ts';
import { PULLED_FIELDS, type PulledField } from '../pulled-fields.ts';
import { SourceError, unreadable } from '../source-error.ts';
import { type Positions, positionsOf } from './columns.ts';
import type { FileTable, TableRow } from './table.ts';

type Absence = NonNullable<PulledPerson['absences']>[number];

const DATES: readonly PulledField[] = ['dateOfBirth', 'startDate', 'terminationDate'];

/** Reads the people of a file. Rows of the same person are joined: exports with a row for each absence repeat the person. */
export function peopleOf(
  { headings, rows }: FileTable,
  mapping: Mapping,
  window: AbsenceWindow,
  slashDates: string | undefined,
): PulledPerson[] {
  const positions = positionsOf(headings, mapping);
  if (mapping.absenceTypes.length > 0 && !positions.absences)
    throw new SourceError('source-field-missing', {
      detail: 'The file has no columns with the type and the first day of absences.',
      field: 'absences',
      right: 'Columns with type, first and last day of the absence',
    });
  for (const field of PULLED_FIELDS) {
    const heading = mapping.fields[field];
    if (heading && !positions.fields.has(field)) throw missingColumn(field, heading, headings);
  }
  const isWanted = absenceFilter(mapping, window);
  const people = new Map<string, Joined>();
  let last: Joined | undefined;
  for (const row of rows) {
    const absence = absenceOf(row, positions, slashDates);
    if (!row.isContinuation) last = join(people, row, fieldsOf(row, positions, slashDates));
    if (absence && last && isWanted(absence)) addAbsence(last, row, absence);
  }
  return [...people.entries()].map(([id, { fields, absences }]) => ({
    id,
    hasLeft: false,
    fields,
    absences,
  }));
}

function missingColumn(field: PulledField, heading: string, headings: readonly string[]): SourceError {
  const found = headings.filter(Boolean).join(', ');
  return new SourceError('source-field-missing', {
    detail: `The file has no column "${heading}" for ${field}. It has: ${found}.`,
    ...{ field, right: `Column "${heading}"` },
  });
}

interface Joined {
  row: number;
  fields: Record<string, string | null>;
  absences: Absence[];
}

/** An entry of a roster has no room for thousands. */
function addAbsence({ absences }: Joined, { row }: TableRow, absence: Absence): void {
  absences.push(absence);
  if (absences.length > TABLE_LIMITS.absences)
    throw unreadable(`The person of row ${row} has more than ${TABLE_LIMITS.absences} absences.`);
}

/** Adds a person, or returns the one of an earlier row. */
function join(people: Map<string, Joined>, { row }: TableRow, fields: Joined['fields']): Joined {
  // The check of the roster refuses people without a number, one by one.
  const id = fields['hrId'] || `(row ${row})`;
  const known = people.get(id);
  if (!known) {
    const person = { row, fields, absences: [] };
    people.set(id, person);
    return person;
  }
  const different = Object.keys(fields).filter((field) => fields[field] !== known.fields[field]);
  if (different.length === 0) return known;
  throw unreadable(
    `Rows ${known.row} and ${row} have the same personnel number and differ in ${different.join(', ')}.`,
  );
}

function fieldsOf({ values }: TableRow, positions: Positions, slashDates: string | undefined) {
  const fields: Joined['fields'] = {};
  for (const [field, position] of positions.fields) {
    const text = values[position]?.trim() ?? '';
    fields[field] = (DATES.includes(field) ? readDay(text, slashDates) : text) || null;
  }
  return fields;
}

function absenceOf({ values }: TableRow, { absences }: Positions, slashDates: string | undefined) {
  if (!absences) return undefined;
  const text = (position: number | undefined) =>
    position === undefined ? '' : (values[position] ?? '').trim();
  const absence: Absence = {
    id: null,
    type: text(absences.type),
    startDate: readDay(text(absences.startDate), slashDates),
    endDate: readDay(text(absences.endDate), slashDates) || null,
  };
  return absence.type || absence.startDate || absence.endDate ? absence : undefined;
}

/** The mapped types, if they overlap the time. */
function absenceFilter({ absenceTypes }: Mapping, window: AbsenceWindow): (absence: Absence) => boolean {
  const wanted = new Set(absenceTypes.map(({ id }) => id));
  return (absence) => wanted.has(absence.type) && overlaps(absence, window);
}

/** Workday writes the offset of its server after a date. */
const OFFSET = /(?<=^\d{4}-\d{2}-\d{2})(?:Z|[+-]\d{2}:\d{2})$/;

function readDay(text: string, slashDates: string | undefined): string {
  return isoDay(
    dayOf(text.replace(OFFSET, '')),
    SLASH_DATES.find((order) => order === slashDates),
  );
}
