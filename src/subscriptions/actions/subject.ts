import type { OpenDay } from '../../day/company-day.ts';
import type { Transaction } from '../../db/types.ts';
import { notFound } from '../../errors.ts';
import { refused } from '../../refusals.ts';
import { openDay } from '../../tickets/open-day.ts';
import { type Subject, selectSubjectForUpdate } from './sql.ts';
import { type Action, requireTransition } from './transitions.ts';

export interface Begun {
  day: OpenDay;
  subject: Subject;
}

/**
 * The beginning of every action: opens the company's day, locks the person, and checks the table of
 * transitions.
 */
export async function beginAction(
  tx: Transaction,
  companyId: number,
  employeeId: number,
  action: Action,
): Promise<Begun> {
  const day = await openDay(tx, companyId, 'short');
  const subject = await selectSubjectForUpdate(tx, day, employeeId);
  if (!subject) throw notFound();
  if (subject.isErased) throw refused('erased');
  requireTransition(action, subject.status);
  return { day, subject };
}
