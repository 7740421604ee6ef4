import { type Actor, recordChange } from '../audit/record-change.ts';
import { isCalendarDate } from '../calendar/dates.ts';
import type { Transaction } from '../db/types.ts';
import { AppError } from '../errors.ts';
import { tell } from '../events/tell.ts';
import {
  isPlausibleEmail,
  isPrintable,
  isWebAddress,
  LONGEST_NAME,
  LONGEST_WEB_ADDRESS,
} from '../person/rules.ts';
import { inDay } from '../tickets/open-day.ts';
import { insertEmployee, type NewEmployee } from './sql.ts';

/** Creates a person by hand, without an HR link and without a subscription. */
export async function createEmployee(
  tx: Transaction,
  companyId: number,
  actor: Actor,
  employee: NewEmployee,
): Promise<number> {
  return await inDay(tx, companyId, 'short', async (day) => {
    const id = await insertEmployee(tx, day, {
      firstName: name('first name', employee.firstName),
      lastName: name('last name', employee.lastName),
      email: email(employee.email),
      dateOfBirth: dateOfBirth(employee.dateOfBirth, day.today),
      profileImage: profileImage(employee.profileImage ?? null),
    });
    await tell(tx, companyId, 'employee.added', [{ employeeId: id }]);
    await recordChange(tx, companyId, {
      actor,
      action: 'employee-created',
      subject: { type: 'employee', id },
    });
    return id;
  });
}

function invalid(problem: string): AppError {
  return new AppError('invalid-values', problem);
}

function name(which: string, given: string): string {
  const value = given.trim();
  if (value === '') throw invalid(`The ${which} must not be empty.`);
  if (value.length > LONGEST_NAME)
    throw invalid(`The ${which} must not be longer than ${LONGEST_NAME} characters.`);
  if (!isPrintable(value)) throw invalid(`The ${which} must not contain control characters.`);
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
  if (!isWebAddress(value) || value.length > LONGEST_WEB_ADDRESS)
    throw invalid('The profile image must be an address that begins with http:// or https://.');
  return value;
}
