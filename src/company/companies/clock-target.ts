import { addDays, lastOfMonth, monthFirst } from '../../domain/calendar/months.ts';
import { AppError } from '../../platform/errors.ts';

export type ClockMove = { date: string } | { advanceDays: number } | { advanceMonths: number };

/** Every month on the way is issued while the caller waits. */
export const MAX_MONTHS_AT_ONCE = 120;
/** Slightly more days than the months allow: it only refuses absurd dates early. */
export const MAX_DAYS_AT_ONCE = 3_660;
/** Years have four digits, and the following month must too. */
const LAST_DAY = '9998-12-31';
const LAST_DECADE = '9988-12-31';

/**
 * Returns the target day of a move. Refuses targets that are too far away; the clock itself refuses earlier
 * days.
 */
export function clockTarget(today: string, move: ClockMove): string {
  const [field, target] = resolve(today, move);
  const latest = today < LAST_DECADE ? sameDayLater(today, MAX_MONTHS_AT_ONCE) : LAST_DAY;
  // A five-digit year is written with a sign, which sorts before digits.
  if (target !== undefined && /^\d/.test(target) && target <= latest) return target;
  const message = `leads beyond ${latest}: a clock moves by at most ${MAX_MONTHS_AT_ONCE} months at a time`;
  throw new AppError('invalid-values', `This ${message}.`, {
    errors: [{ in: 'body', pointer: `/${field}`, code: 'too-large', message }],
  });
}

function resolve(today: string, move: ClockMove): [field: string, target: string | undefined] {
  if ('date' in move) return ['date', move.date];
  if ('advanceDays' in move)
    return [
      'advanceDays',
      move.advanceDays > MAX_DAYS_AT_ONCE ? undefined : addDays(today, move.advanceDays),
    ];
  const { advanceMonths } = move;
  return [
    'advanceMonths',
    advanceMonths > MAX_MONTHS_AT_ONCE ? undefined : sameDayLater(today, advanceMonths),
  ];
}

/** One month after January 31st is the last day of February. */
function sameDayLater(today: string, months: number): string {
  const last = lastOfMonth(monthFirst(today, months));
  const sameDay = `${last.slice(0, 8)}${today.slice(8)}`;
  return sameDay < last ? sameDay : last;
}
