import { knownKind } from '../domain/person/absence-kinds.ts';
import type { Stay } from './build-runs.ts';
import type { Row } from './demo-sql.ts';
import type { Absence, Link, Person } from './person.ts';
import { addDays, type Timeline } from './timeline.ts';

/** `stay` is undefined for a link made by hand. */
export function linkRow(
  link: Link,
  person: Person,
  index: number,
  timeline: Timeline,
  facts: { employeeId: number; stay: Stay | undefined },
): Row {
  const { stay } = facts;
  const addedAt = stay?.added.finishedAt ?? timeline.moment(timeline.day(-2, 14), '13:10:00');
  return {
    employee_id: facts.employeeId,
    type: link.hrId === null ? 'custom' : 'hr-integration',
    hr_id: link.hrId,
    start_date: link.hrId === null ? null : timeline.month(link.joins ?? -16 - ((index * 11) % 150)),
    termination_date: terminationDate(link, person, timeline),
    auto_sync: link.autoSync ?? null,
    absences: (link.absences ?? []).map((absence, position) =>
      absenceItem(absence, `${link.hrId}-${position + 1}`, timeline),
    ),
    ended_at: stay?.ended?.finishedAt ?? null,
    last_run_id: stay?.lastListed?.id ?? null,
    first_seen_on: link.hrId === null ? null : addedAt.toISOString().slice(0, 10),
    created_at: addedAt,
  };
}

/** The employment ends with the last month that has a ticket, unless the roster omitted the person. */
export function terminationDate(link: Link, { term }: Person, timeline: Timeline): string | null {
  const isTermination =
    link.hrId !== null && link.omitted === undefined && term?.end !== undefined && term.endedBy === 'hr';
  return isTermination ? addDays(timeline.month(term.end ?? 0), -1) : null;
}

/** An absence that covers exactly its months in full, and a few days around them. */
function absenceItem(absence: Absence, id: string, timeline: Timeline) {
  const { type, status = 'approved' } = absence;
  const { startDate, endDate } = daysOf(absence, timeline);
  return {
    id,
    type,
    kind: knownKind(type),
    startDate,
    endDate,
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
