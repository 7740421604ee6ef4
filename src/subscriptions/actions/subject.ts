import type { CompanyDay } from '../../day/company-day.ts';
import { lockCompanySoon } from '../../day/lock-company.ts';
import type { Transaction } from '../../db/types.ts';
import { notFound } from '../../errors.ts';
import { refused } from '../../refusals.ts';
import { issueDue } from '../../tickets/issue-due.ts';
import { type Subject, selectSubjectForUpdate } from './sql.ts';
import { type Action, requireTransition } from './transitions.ts';

export interface Begun {
  day: CompanyDay;
  subject: Subject;
}

/** How every action begins: the company's lock, what is due by today, the person, and the table of transitions. */
export async function beginAction(
  tx: Transaction,
  companyId: number,
  employeeId: number,
  action: Action,
): Promise<Begun> {
  const day = await lockCompanySoon(tx, companyId);
  await issueDue(tx, day);
  const subject = await selectSubjectForUpdate(tx, day, employeeId);
  if (!subject) throw notFound();
  if (subject.isErased) throw refused('erased');
  requireTransition(action, subject.status);
  return { day, subject };
}
