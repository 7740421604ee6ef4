import { isName, NOT_IN_NAMES } from '../../domain/person/rules.ts';
import type { Sql } from '../../platform/db/types.ts';
import { AppError } from '../../platform/errors.ts';
import type { CompanySettings } from './companies-sql.ts';

const MAX_RETENTION_MONTHS = 1_200;

/** Checks that the schema cannot make: PostgreSQL and Node must know the time zone and the locale. */
export async function checkSettings(sql: Sql, settings: CompanySettings): Promise<void> {
  const { name, timeZone, locale, retentionMonths } = settings;
  checkCutOffs(settings);
  if (name !== undefined) requireName('name', name);
  if (timeZone !== undefined) {
    const known = await sql`select from pg_timezone_names where name = ${timeZone}`;
    if (known.length === 0 || !isTimeZone(timeZone))
      throw new AppError('invalid-values', 'The time zone must be a name such as Europe/Berlin.');
  }
  if (locale !== undefined && !isLocale(locale))
    throw new AppError('invalid-values', 'The locale must be a tag such as de-DE or en-GB.');
  if (retentionMonths !== undefined && !(retentionMonths >= 0 && retentionMonths <= MAX_RETENTION_MONTHS))
    throw new AppError('invalid-values', `The retention must be 0 to ${MAX_RETENTION_MONTHS} months.`);
  checkCompanyData(settings);
}

/** The longest texts that the schema allows. */
export const MAX_TEXT_LENGTHS = {
  legalName: 200,
  address: 500,
  taxNumber: 50,
  costCentre: 100,
  wageType: 20,
  contact: 300,
  privacyNote: 2_000,
} as const;

const OF_SEVERAL_LINES: readonly string[] = ['address', 'contact', 'privacyNote'];

function checkCompanyData(settings: CompanySettings): void {
  for (const [name, max] of Object.entries(MAX_TEXT_LENGTHS)) {
    const text = settings[name as keyof typeof MAX_TEXT_LENGTHS];
    if (text != null && (text.trim() === '' || text.length > max))
      throw new AppError('invalid-values', `The ${WORDS[name]} must have 1 to ${max} characters.`);
    for (const line of (OF_SEVERAL_LINES.includes(name) ? text?.split('\n') : [text]) ?? [])
      if (line != null) requireName(WORDS[name] ?? name, line);
  }
  const { payrollColumns } = settings;
  if (payrollColumns && (payrollColumns.length === 0 || new Set(payrollColumns).size < payrollColumns.length))
    throw new AppError('invalid-values', 'The payroll file needs at least one column, and each only once.');
}

function requireName(what: string, text: string): void {
  if (!isName(text)) throw new AppError('invalid-values', `The ${what} must not contain ${NOT_IN_NAMES}.`);
}

const WORDS: Record<string, string> = {
  legalName: 'legal name',
  address: 'address',
  taxNumber: 'tax number',
  costCentre: 'cost centre',
  wageType: 'wage type',
  contact: 'contact',
  privacyNote: 'privacy note',
};

/** Days that every month has (1 to 28). */
const LATEST_CUT_OFF = 28;

const isDay = (day: number) => Number.isInteger(day) && day >= 1 && day <= LATEST_CUT_OFF;

function checkCutOffs({ orderUntilDay, cancelUntilDay, pauseUntilDay, payrollDay }: CompanySettings): void {
  if (payrollDay !== undefined && !isDay(payrollDay))
    throw new AppError('invalid-values', `The payroll day is a day from 1 to ${LATEST_CUT_OFF}.`);
  for (const day of [orderUntilDay, cancelUntilDay, pauseUntilDay])
    if (day != null && !isDay(day))
      throw new AppError(
        'invalid-values',
        `A cut-off is a day from 1 to ${LATEST_CUT_OFF}, or the month's last.`,
      );
}

/** PostgreSQL also lists names that no other program knows, such as posix/Europe/Berlin. */
function isTimeZone(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }));
  } catch {
    return false;
  }
}

function isLocale(locale: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale).length === 1;
  } catch {
    return false;
  }
}
