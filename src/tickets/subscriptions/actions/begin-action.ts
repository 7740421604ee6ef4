import type { OpenDay } from '../../../domain/day/company-day.ts';
import type { Transaction } from '../../../platform/db/types.ts';
import { notFound } from '../../../platform/errors.ts';
import { selectSubjectForUpdate } from './actions-sql.ts';
import { checkSubject } from './checks.ts';
import type { Subject } from './subject.ts';
import type { Action } from './transitions.ts';

/** Locks the person and checks the table of transitions. Every action on one person begins with it. */
export async function beginAction(
  tx: Transaction,
  day: OpenDay,
  employeeId: number,
  action: Action,
): Promise<Subject> {
  const subject = await selectSubjectForUpdate(tx, day, employeeId);
  if (!subject) throw notFound();
  checkSubject(subject, action);
  return subject;
}
