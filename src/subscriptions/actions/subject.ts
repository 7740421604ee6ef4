import type { OpenDay } from '../../day/company-day.ts';
import type { Transaction } from '../../db/types.ts';
import { notFound } from '../../errors.ts';
import { inDay } from '../../tickets/open-day.ts';
import { checkSubject } from './checks.ts';
import { type Subject, selectSubjectForUpdate } from './sql.ts';
import type { Action } from './transitions.ts';

export interface Begun {
  day: OpenDay;
  subject: Subject;
}

/**
 * Does the work of an action in the company's day, after it has locked the person and checked the table of transitions.
 */
export async function inAction<Result>(
  tx: Transaction,
  companyId: number,
  employeeId: number,
  action: Action,
  work: (begun: Begun) => Promise<Result>,
): Promise<Result> {
  return await inDay(tx, companyId, 'short', async (day) => work(await begin(tx, day, employeeId, action)));
}

async function begin(tx: Transaction, day: OpenDay, employeeId: number, action: Action): Promise<Begun> {
  const subject = await selectSubjectForUpdate(tx, day, employeeId);
  if (!subject) throw notFound();
  checkSubject(subject, action);
  return { day, subject };
}
