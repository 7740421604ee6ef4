import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { COLUMNS, guessColumn, isColumn } from '../../../roster-files/columns.ts';
import type { ColumnChoices, Matching } from '../../../roster-files/match-columns.ts';
import { SLASH_DATES, type SlashDates } from '../../../roster-files/values.ts';
import { wrongUsage } from './failure.ts';

export interface MappingFile {
  columns: ColumnChoices;
  dates?: SlashDates | undefined;
}

const invalid = (path: string, problem: string) => wrongUsage(`The mapping ${path} ${problem}`);

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads what people have said about the columns. A file that does not exist yet says nothing. */
export function readMapping(path: string | undefined): MappingFile {
  if (path === undefined || !existsSync(path)) return { columns: {} };
  let value: { columns?: unknown; dates?: unknown };
  try {
    value = { ...JSON.parse(utf8.decode(readFileSync(path))) };
  } catch (error) {
    if (error instanceof TypeError) throw invalid(path, 'is not in UTF-8.');
    throw invalid(path, error instanceof SyntaxError ? 'is not valid JSON.' : 'cannot be read.');
  }
  const { columns, dates } = value;
  if (typeof columns !== 'object' || columns === null || Array.isArray(columns))
    throw invalid(path, 'must have "columns": an object with a field for each heading.');
  for (const [heading, column] of Object.entries(columns)) {
    if (column === null || isColumn(column)) continue;
    const similar = guessColumn(String(column))?.column;
    throw invalid(
      path,
      `says ${JSON.stringify(column)} for "${heading}". ${similar ? `Is ${similar} meant?` : `It must be null or one of ${COLUMNS.join(', ')}.`}`,
    );
  }
  const known = SLASH_DATES.find((format) => format === dates);
  if (dates !== undefined && !known)
    throw invalid(path, `says ${JSON.stringify(dates)} for "dates". It must be ${SLASH_DATES.join(' or ')}.`);
  return { columns: columns as ColumnChoices, dates: known };
}

/** Writes the guesses to a file that does not exist yet, for people to correct. Returns whether it was written. */
export function writeMapping(path: string | undefined, { headings, columns }: Matching): boolean {
  if (path === undefined || existsSync(path)) return false;
  const choices = Object.fromEntries(headings.map((heading, index) => [heading, columns[index] ?? null]));
  writeFileSync(path, `${JSON.stringify({ columns: choices }, null, 2)}\n`);
  return true;
}
