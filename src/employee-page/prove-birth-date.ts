import { timingSafeEqual } from 'node:crypto';
import { recordChange } from '../audit/record-change.ts';
import type { Sql } from '../db/types.ts';
import { AppError } from '../errors.ts';
import { type Bound, countDown, counterOf, countUp, forgetCounter } from '../portal/counters-sql.ts';
import type { Client } from '../portal/sessions-sql.ts';
import { networkOf, triedTooOften } from '../portal/throttle.ts';
import type { Owner } from './sql.ts';

const AN_HOUR = 60 * 60;
/** A hundred and twenty a day, of about twenty thousand possible dates. */
const PER_PERSON: Bound = { most: 5, seconds: AN_HOUR };
/** A whole company may share one address. */
const PER_ADDRESS: Bound = { most: 30, seconds: AN_HOUR };

export interface Visitor extends Client {
  /** The name of a browser that has proved the person's date of birth before. */
  browserName: string | undefined;
}

/**
 * Compares the date of birth, unless it was tried too often (docs/employee-page.md). Each try is counted before it is
 * compared, so that simultaneous ones all count. Not within a transaction: a refused try stays counted.
 */
export async function proveBirthDate(
  sql: Sql,
  owner: Owner,
  dateOfBirth: string,
  { browserName, ...client }: Visitor,
): Promise<void> {
  const { companyId, employeeId, linkVersion } = owner;
  const address = counterOf(`birth-dates from ${networkOf(client.address)}`);
  const person = counterOf(
    browserName === undefined
      ? `birth-dates of ${companyId} ${employeeId} ${linkVersion}`
      : `birth-dates in ${browserName}`,
  );
  if (browserName === undefined) requireTry((await countUp(sql, address, PER_ADDRESS)).wait);
  const { attempts, wait } = await countUp(sql, person, PER_PERSON);
  if (wait !== undefined && browserName === undefined) await countDown(sql, address);
  requireTry(wait);
  if (!isSame(dateOfBirth, owner.dateOfBirth)) {
    await recordChange(sql, companyId, {
      actor: { type: 'system' },
      action: 'birth-date-refused',
      subject: { type: 'employee', id: employeeId },
      details: { ...client },
    });
    throw new AppError('wrong-date-of-birth', 'This is not the date of birth in the HR data.', {
      values: { left: PER_PERSON.most - attempts },
    });
  }
  await forgetCounter(sql, person);
  if (browserName === undefined) await countDown(sql, address);
}

function requireTry(wait: number | undefined): void {
  if (wait !== undefined) throw triedTooOften(wait);
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
