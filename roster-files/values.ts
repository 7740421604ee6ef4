import { type Column, fieldOfAbsence, REQUIRED } from './columns.ts';

/** How dates with slashes are written: 12/31/2026 or 31/12/2026. Without it they stay as they are, and are refused. */
export const SLASH_DATES = ['MM/DD/YYYY', 'DD/MM/YYYY'] as const;
export type SlashDates = (typeof SLASH_DATES)[number];

/** Turns the values of a row into an entry of a roster. The service checks the values. */
export function entryOf(
  columns: readonly (Column | undefined)[],
  values: readonly string[],
  dates?: SlashDates,
): Record<string, unknown> {
  const entry: Record<string, unknown> = {};
  const absence: Record<string, unknown> = {};
  for (const [index, column] of columns.entries()) {
    if (!column) continue;
    const value = readValue(column, values[index]?.trim() ?? '', dates);
    const field = fieldOfAbsence(column);
    if (field !== undefined) {
      if (value !== '') absence[field] = value;
    } else if (value !== '' || REQUIRED.includes(column)) entry[column] = value;
  }
  return Object.keys(absence).length === 0 ? entry : { ...entry, absences: [absence] };
}

function readValue(column: Column, text: string, dates: SlashDates | undefined): unknown {
  if (column === 'autoSyncEmployee') {
    if (/^(true|yes|ja|1|x)$/i.test(text)) return true;
    return /^(false|no|nein|0)$/i.test(text) ? false : text;
  }
  return isDateColumn(column) ? isoDay(text, dates) : text;
}

export function isDateColumn(column: Column): boolean {
  return /Date$|^dateOfBirth$/.test(column);
}

/** SAP writes these for "no date". */
const NO_DATE = /^(?:00\.00\.0000|0000-00-00|00000000)$/;
const MIDNIGHT = /[T ]00:00(?::00(?:\.0+)?)?Z?$/;

/** Turns 12.4.1988, 19880412 and 1988/04/12 into 1988-04-12. Other texts stay as they are. */
export function isoDay(given: string, dates: SlashDates | undefined): string {
  const text = given.replace(MIDNIGHT, '');
  if (NO_DATE.test(text)) return '';
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  if (german) return join(german[3], german[2], german[1]);
  const yearFirst = /^(\d{4})\/(\d{1,2})\/(\d{1,2})$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (yearFirst) return join(yearFirst[1], yearFirst[2], yearFirst[3]);
  const slashes = dates && /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  if (!slashes) return text;
  return dates === 'MM/DD/YYYY'
    ? join(slashes[3], slashes[1], slashes[2])
    : join(slashes[3], slashes[2], slashes[1]);
}

/** Whether a text is a day in one of the forms that are read, in either order of day and month. */
export function isDay(text: string): boolean {
  return SLASH_DATES.some((dates) =>
    /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(isoDay(text, dates)),
  );
}

/** Whether a cell says nothing: it is blank, or means "no date". */
export function isEmptyCell(text: string): boolean {
  return isoDay(text, undefined) === '';
}

function join(year = '', month = '', day = ''): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
