import { type Actor, recordChange } from '../audit/record-change.ts';
import { isCalendarDate } from '../calendar/dates.ts';
import type { Sql } from '../db/connect.ts';
import { AppError, notFound } from '../errors.ts';
import { insertEmployee, type NewEmployee, selectBusinessDate } from './sql.ts';

export const LONGEST_NAME = 200;
export const LONGEST_EMAIL = 320;
/** Of a picture on the web. */
export const LONGEST_ADDRESS = 2000;

/** A person by hand: no HR system knows them, and they have no subscription yet. */
export async function createEmployee(
  sql: Sql,
  companyId: number,
  actor: Actor,
  employee: NewEmployee,
): Promise<number> {
  const today = await selectBusinessDate(sql, companyId);
  if (!today) throw notFound();
  const id = await insertEmployee(sql, companyId, {
    firstName: name('first name', employee.firstName),
    lastName: name('last name', employee.lastName),
    email: email(employee.email),
    dateOfBirth: dateOfBirth(employee.dateOfBirth, today),
    profileImage: profileImage(employee.profileImage ?? null),
  });
  await recordChange(sql, companyId, {
    actor,
    action: 'employee-created',
    subject: { type: 'employee', id },
  });
  return id;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const EMAIL = /^[^\s@\u0000-\u001f\u007f-\u009f]+@[^\s@\u0000-\u001f\u007f-\u009f]+$/;

/** Something before and after one @: whether it can be reached only a mail would show. */
export function isPlausibleEmail(address: string): boolean {
  return address.length <= LONGEST_EMAIL && EMAIL.test(address) && address.isWellFormed();
}

function invalid(problem: string): AppError {
  return new AppError('invalid-values', problem);
}

function name(which: string, given: string): string {
  const value = given.trim();
  if (value === '') throw invalid(`The ${which} must not be empty.`);
  if (value.length > LONGEST_NAME)
    throw invalid(`The ${which} must not be longer than ${LONGEST_NAME} characters.`);
  if (/\p{Cc}|\p{Cs}/u.test(value)) throw invalid(`The ${which} must not contain control characters.`);
  return value;
}

function email(given: string): string {
  const value = given.trim();
  if (!isPlausibleEmail(value)) throw invalid('The e-mail address must look like name@example.com.');
  return value;
}

function dateOfBirth(value: string, today: string): string {
  if (!isCalendarDate(value))
    throw invalid('The date of birth must be a day that exists, written as YYYY-MM-DD.');
  if (value > today) throw invalid('The date of birth must not lie in the future.');
  return value;
}

function profileImage(value: string | null): string | null {
  if (value === null) return null;
  const isWeb = /^https?:\/\/[^\s\p{Cc}\p{Cs}]+$/iu.test(value) && URL.canParse(value);
  if (!isWeb || value.length > LONGEST_ADDRESS)
    throw invalid('The profile image must be an address that begins with http:// or https://.');
  return value;
}
