import type { CompanyDay } from '../../domain/day/company-day.ts';
import { AppError } from '../../platform/errors.ts';
import {
  checkCancel,
  checkEnrol,
  checkPause,
  checkPlanChange,
  checkSubject,
} from '../../tickets/subscriptions/actions/checks.ts';
import type { Subject } from '../../tickets/subscriptions/actions/subject.ts';
import type { BulkInput, SubscriptionAction } from './bulk-action-types.ts';

type Values = Record<string, string | number>;

export interface Refusal {
  employeeId: number;
  reason: string;
  values: Values | null;
}

export interface Judged<Person> {
  possible: Person[];
  refused: Refusal[];
}

/** Asks each person a question that throws the refusal. */
export function judge<Person extends { employeeId: number }>(
  people: readonly Person[],
  question: (person: Person) => void,
): Judged<Person> {
  const judged: Judged<Person> = { possible: [], refused: [] };
  for (const person of people)
    try {
      question(person);
      judged.possible.push(person);
    } catch (error) {
      const { reason, values = null } = error instanceof AppError ? error.details : {};
      if (!reason) throw error;
      judged.refused.push({ employeeId: person.employeeId, reason, values });
    }
  return judged;
}

/** The conditions of an action, which the action itself requires too. */
export function checkAction(
  day: CompanyDay,
  subject: Subject,
  action: SubscriptionAction,
  input: BulkInput,
): void {
  checkSubject(subject, action);
  switch (action) {
    case 'enrol':
      checkEnrol(day, subject);
      return;
    case 'change-plan':
      checkPlanChange(subject, input.planType);
      return;
    case 'pause':
      checkPause(day, input);
      return;
    case 'cancel':
      checkCancel(day, subject);
  }
}
