import { timingSafeEqual } from 'node:crypto';
import type { Client } from '../../accounts/sessions-sql.ts';
import { triedTooOften } from '../../accounts/throttle.ts';
import { recordChange } from '../../domain/audit/record-change.ts';
import { countDown, counterOf, countUp, forgetCounter } from '../../platform/db/counters-sql.ts';
import type { Sql } from '../../platform/db/types.ts';
import { AppError } from '../../platform/errors.ts';
import { RATES } from '../../platform/limits.ts';
import { networkOf } from '../../platform/network-of.ts';
import type { Owner } from './employee-page-sql.ts';

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
  const person = `birth-dates of ${companyId} ${employeeId} ${linkVersion}`;
  // A browser with a proof is counted separately, so strangers cannot lock it out.
  const isStranger = browserName === undefined;
  const bounds = isStranger
    ? [
        { counter: counterOf(person), bound: RATES.birthDatesOfPerson },
        { counter: counterOf(`${person} in a week`), bound: RATES.birthDatesOfPersonInWeek },
      ]
    : [{ counter: counterOf(`birth-dates in ${browserName}`), bound: RATES.birthDatesOfPerson }];
  if (isStranger) requireTry((await countUp(sql, address, RATES.birthDatesOfAddress)).wait);
  let left = Number.POSITIVE_INFINITY;
  for (const { counter, bound } of bounds) {
    const { attempts, wait } = await countUp(sql, counter, bound);
    if (wait !== undefined && isStranger) await countDown(sql, address);
    requireTry(wait);
    left = Math.min(left, bound.max - attempts);
  }
  if (!isSame(dateOfBirth, owner.dateOfBirth)) {
    await recordChange(sql, companyId, {
      actor: { type: 'system' },
      action: 'birth-date-refused',
      subject: { type: 'employee', id: employeeId },
      details: { ...client },
    });
    throw new AppError('wrong-date-of-birth', 'This is not the date of birth in the HR data.', {
      values: { left },
    });
  }
  for (const { counter } of bounds) await forgetCounter(sql, counter);
  if (isStranger) await countDown(sql, address);
}

function requireTry(wait: number | undefined): void {
  if (wait !== undefined) throw triedTooOften(wait);
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
