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

/** The company whose day an action opens, or its day if the caller has opened it. */
export type CompanyOrDay = number | OpenDay;

/**
 * Does the work of an action in the company's day, after it has locked the person and checked the table of transitions.
 */
export async function inAction<Result>(
  tx: Transaction,
  company: CompanyOrDay,
  employeeId: number,
  action: Action,
  work: (begun: Begun) => Promise<Result>,
): Promise<Result> {
  const workIn = async (day: OpenDay) => work(await begin(tx, day, employeeId, action));
  return typeof company === 'number' ? await inDay(tx, company, 'short', workIn) : await workIn(company);
}

async function begin(tx: Transaction, day: OpenDay, employeeId: number, action: Action): Promise<Begun> {
  const subject = await selectSubjectForUpdate(tx, day, employeeId);
  if (!subject) throw notFound();
  checkSubject(subject, action);
  return { day, subject };
}
