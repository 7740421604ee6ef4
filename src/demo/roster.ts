import { INTEGRATIONS } from './company.ts';
import { payrollOf } from './payroll.ts';
import { PEOPLE } from './people.ts';
import type { Absence, Link, Person } from './person.ts';
import { dateOfBirth, emailOf, pictureOf } from './person-facts.ts';
import { addDays, type Timeline } from './timeline.ts';

export type IntegrationKey = keyof typeof INTEGRATIONS;

/** The entries that the HR system sends in a month: what it knows by then. */
export function rosterOf(key: IntegrationKey, month: number, timeline: Timeline): object[] {
  return PEOPLE.flatMap((person, index) =>
    person.links
      .filter((link) => link.integration === key && link.hrId !== null && isListed(link, month))
      .map((link) => entryOf(person, index, link, month, timeline)),
  );
}

function isListed({ integration, seen, omitted, missing }: Link, month: number): boolean {
  const since = seen ?? INTEGRATIONS[integration].since;
  return since <= month && (omitted === undefined || month < omitted) && month !== missing;
}

function entryOf(person: Person, index: number, link: Link, month: number, timeline: Timeline): object {
  return {
    hrId: link.hrId,
    firstName: person.firstName,
    lastName: month < 0 ? (person.lastNameBefore ?? person.lastName) : person.lastName,
    email: emailOf(person),
    dateOfBirth: dateOfBirth(person, timeline),
    profileImage: pictureOf(person, index),
    startDate: timeline.month(link.joins ?? -16 - ((index * 11) % 150)),
    terminationDate: terminationDate(link, person, month, timeline),
    autoSyncEmployee: link.autoSync ?? null,
    absences: (link.absences ?? []).flatMap((absence, position) =>
      month < knownFrom(absence.months[0])
        ? []
        : [absenceItem(absence, `${link.hrId}-${position + 1}`, timeline)],
    ),
    ...payrollOf(index),
  };
}

/** HR systems learn of an absence, and of the end of an employment, in the month before it. */
const knownFrom = (month: number) => Math.min(month, 0) - 1;

/** The employment ends with the last month that has a ticket, unless the roster omits the person. */
function terminationDate(link: Link, { term }: Person, month: number, timeline: Timeline): string | null {
  if (link.omitted !== undefined || term?.end === undefined || term.endedBy !== 'hr') return null;
  return month < knownFrom(term.end) ? null : addDays(timeline.month(term.end), -1);
}

/** An absence that covers exactly its months in full, and a few days around them. */
function absenceItem(absence: Absence, id: string, timeline: Timeline) {
  const { type, status = 'approved' } = absence;
  return {
    id,
    type,
    ...daysOf(absence, timeline),
    status,
    paid: type === 'vacation' || type === 'sick-leave',
  };
}

/** Sickness pauses from its 43rd day. This start puts that day into the month before the first full month. */
const SICK_DAYS_BEFORE = 50;

function daysOf({ type, months: [from, until] }: Absence, timeline: Timeline) {
  switch (type) {
    case 'vacation':
      return { startDate: timeline.day(from, 8), endDate: timeline.day(from, 21) };
    case 'sick-leave':
      return {
        startDate: addDays(timeline.month(from), -SICK_DAYS_BEFORE),
        endDate: lastDay(until, timeline),
      };
    case 'sabbatical':
    case 'unpaid-leave':
      return {
        startDate: timeline.month(from),
        endDate: until === null ? null : addDays(timeline.month(until), -1),
      };
    default:
      return { startDate: timeline.day(from - 1, 12), endDate: lastDay(until, timeline) };
  }
}

function lastDay(until: number | null, timeline: Timeline): string | null {
  return until === null ? null : timeline.day(until, 20);
}
