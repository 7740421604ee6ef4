import { monthFirst } from '../../../domain/calendar/months.ts';
import type { CompanyDay } from '../../../domain/day/company-day.ts';
import { refused } from '../../../platform/refusals.ts';
import { cancellationEnd, earliestPause, earliestStart, endsBefore } from './cut-offs.ts';
import type { ActionInput } from './input.ts';
import type { Subject } from './subject.ts';
import { type Action, requireTransition } from './transitions.ts';

/**
 * The conditions of the actions that can be done for many people. They throw the refusal. The actions call them, and so
 * does the preview of an action for many, so both refuse the same people.
 */

/** Returns the start of the ordered term. Refuses people who leave before it or have left. */
export function checkEnrol(
  day: CompanyDay,
  subject: Subject,
  { askedOn }: Pick<ActionInput, 'askedOn'> = {},
): { start: string } {
  if (subject.hasPendingEnrolment) throw refused('offer-open');
  const start = earliestStart(day, subject.employedFrom, askedOn);
  const { employedUntil } = subject;
  if (employedUntil !== null && endsBefore(employedUntil, start))
    throw refused('employment-ends', { day: employedUntil });
  if (subject.hasLeft) throw refused('not-listed');
  return { start };
}

/** Whether the change only takes back another one. */
export function checkPlanChange(subject: Subject, planType: ActionInput['planType']): { keeps: boolean } {
  if (subject.planType === planType) {
    if (!subject.hasPlanAhead) throw refused('plan-in-force');
    return { keeps: true };
  }
  if (subject.hasOpenOffer) throw refused('offer-open');
  return { keeps: false };
}

/** The first day of the pause, and the first day after it. */
export function checkPause(
  day: CompanyDay,
  months: Pick<ActionInput, 'fromMonth' | 'untilMonth' | 'askedOn'>,
): { from: string; until: string | null } {
  const earliest = earliestPause(day, months.askedOn);
  const from = months.fromMonth ? `${months.fromMonth}-01` : earliest;
  const until = months.untilMonth ? monthFirst(`${months.untilMonth}-01`, 1) : null;
  if (from < earliest) throw refused('too-early-to-pause', { month: earliest.slice(0, 7) });
  if (until !== null && until <= from) throw refused('pause-ends-first');
  return { from, until };
}

/**
 * The end of the term, and whether it is dropped because it ends before it begins. Somebody who has cancelled already can still refuse
 * the next term, after a gap.
 */
export function checkCancel(
  day: CompanyDay,
  subject: Subject,
  { askedOn }: Pick<ActionInput, 'askedOn'> = {},
): { end: string; dropped: boolean } {
  const { endPerson, nextTermStart, termStart } = subject;
  const isCancelled = endPerson !== null && endPerson <= cancellationEnd(day, askedOn);
  if (isCancelled && nextTermStart === null) throw refused('already-cancelled');
  const end = isCancelled ? endPerson : cancellationEnd(day, askedOn);
  return { end, dropped: termStart !== null && end <= termStart };
}

/** Checks the conditions that every action has. */
export function checkSubject(subject: Subject, action: Action): void {
  if (subject.isErased) throw refused('erased');
  requireTransition(action, subject.status);
}
