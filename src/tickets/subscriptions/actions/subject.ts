import type { OpenDay } from '../../../domain/day/company-day.ts';
import type { Transaction } from '../../../platform/db/types.ts';
import { notFound } from '../../../platform/errors.ts';
import { inDay } from '../../issue/open-day.ts';
import { type Subject, selectSubjectForUpdate } from './actions-sql.ts';
import { checkSubject } from './checks.ts';
import type { Action } from './transitions.ts';

export interface BegunAction {
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
  work: (begun: BegunAction) => Promise<Result>,
): Promise<Result> {
  const workIn = async (day: OpenDay) => work(await begin(tx, day, employeeId, action));
  return typeof company === 'number' ? await inDay(tx, company, 'short', workIn) : await workIn(company);
}

async function begin(
  tx: Transaction,
  day: OpenDay,
  employeeId: number,
  action: Action,
): Promise<BegunAction> {
  const subject = await selectSubjectForUpdate(tx, day, employeeId);
  if (!subject) throw notFound();
  checkSubject(subject, action);
  return { day, subject };
}
