import { type Day, dayOf, firstOf, HORIZON, type Month, monthOf } from './calendar.ts';

export interface Absence {
  id?: string | null;
  type: string;
  startDate: string;
  endDate: string | null;
  status?: 'approved' | 'requested' | 'declined' | 'cancelled';
  paid?: boolean | null;
  halfDayStart?: boolean;
  halfDayEnd?: boolean;
}

const PAUSING = new Set([
  'parental-leave',
  'maternity-leave',
  'unpaid-leave',
  'sabbatical',
  'military-service',
  'voluntary-service',
  'care-leave',
]);
const SICK = 'sick-leave';
/** German words for the same kinds. */
const SAME: Record<string, string> = {
  elternzeit: 'parental-leave',
  'unbezahlter urlaub': 'unpaid-leave',
  bundesfreiwilligendienst: 'voluntary-service',
  krankheit: SICK,
};
const kindOf = (type: string) => SAME[type.toLowerCase()] ?? type.toLowerCase();

/** Whether a roster of today lists the earlier absence again: docs/lifecycle.md, "Corrected absences". */
export function isSameAbsence(now: Absence, earlier: Absence, today: Day): boolean {
  if (kindOf(now.type) !== kindOf(earlier.type)) return false;
  if (now.startDate === earlier.startDate) return true;
  if (now.id && earlier.id) return now.id === earlier.id;
  const lastOf = ({ endDate }: Absence) => (endDate === null ? Number.POSITIVE_INFINITY : dayOf(endDate));
  const overlap = dayOf(now.startDate) <= lastOf(earlier) && dayOf(earlier.startDate) <= lastOf(now);
  return overlap && dayOf(now.startDate) <= today;
}
const SICK_DAYS_WITH_TICKET = 42;

/** Returns the paused months, checked day by day: docs/integrating.md, "Absences". */
export function pausedMonths(absences: readonly Absence[]): Set<Month> {
  const approved = absences.filter(({ status }) => status === undefined || status === 'approved');
  const covered = new Set<Day>();
  const sick = new Set<Day>();
  for (const absence of approved)
    for (const day of daysOf(absence)) {
      const kind = kindOf(absence.type);
      if (PAUSING.has(kind)) covered.add(day);
      if (kind === SICK) sick.add(day);
      if (kind === SICK && absence.paid === false) covered.add(day);
    }
  let inRow = 0;
  let before = Number.NEGATIVE_INFINITY;
  for (const day of [...sick].sort((a, b) => a - b)) {
    inRow = day === before + 1 ? inRow + 1 : 1;
    before = day;
    if (inRow > SICK_DAYS_WITH_TICKET) covered.add(day);
  }
  const whole = new Set<Month>();
  for (const month of new Set([...covered].map(monthOf))) {
    let all = true;
    for (let day = firstOf(month); day < firstOf(month + 1); day++) all &&= covered.has(day);
    if (all) whole.add(month);
  }
  return whole;
}

function* daysOf({ startDate, endDate, halfDayStart, halfDayEnd }: Absence): Generator<Day> {
  const last = endDate === null ? firstOf(HORIZON) - 1 : dayOf(endDate);
  for (let day = dayOf(startDate); day <= last; day++) {
    if (day === dayOf(startDate) && halfDayStart) continue;
    if (endDate !== null && day === last && halfDayEnd) continue;
    yield day;
  }
}
