/**
 * A second implementation of the subscription rules, written from the table in docs/subscriptions.md and not
 * from the SQL. It uses plain loops over days and months, so that both implementations are unlikely to share
 * a mistake.
 */
export interface Facts {
  termNumber: number;
  start: string | null;
  endHr: string | null;
  endPerson: string | null;
  endContract: string | null;
  reopenedOn: string | null;
  pausesHr: Pause[];
  pausesPerson: Pause[];
  earlierPausedOn: string | null;
  earlierReactivatedOn: string | null;
}

/** The first paused day, and the first day after the pause (null: open end). */
export interface Pause {
  from: string;
  until: string | null;
}

export interface Judgement {
  status: string;
  startAt: string | null;
  nextTicketAt: string | null;
  pausedAt: string | null;
  cancelledAt: string | null;
  reactivatedAt: string | null;
}

/** The tests create no dates after this one. */
const HORIZON = '2032-01-01';

function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

function isPausedBy(pauses: Pause[], day: string): boolean {
  return pauses.some(({ from, until }) => from <= day && (until === null || day < until));
}

export function judge(facts: Facts, today: string): Judgement {
  const { start } = facts;
  const ends = [facts.endHr, facts.endPerson, facts.endContract].filter((end) => end !== null).sort();
  const end = ends[0] ?? null;
  const isOver = (day: string) => end !== null && end <= day;
  const isPaused = (day: string) => isPausedBy(facts.pausesHr, day) || isPausedBy(facts.pausesPerson, day);

  const pausedOn: string[] = facts.earlierPausedOn ? [facts.earlierPausedOn] : [];
  const reactivatedOn: string[] = facts.earlierReactivatedOn ? [facts.earlierReactivatedOn] : [];
  if (facts.reopenedOn) reactivatedOn.push(facts.reopenedOn);
  if (start !== null && start <= today) {
    if (facts.termNumber > 1) reactivatedOn.push(start);
    for (let day = start; day <= today && !isOver(day); day = addDays(day, 1)) {
      const before = addDays(day, -1);
      const wasPaused = day !== start && isPaused(before);
      if (isPaused(day) && !wasPaused) pausedOn.push(day);
      if (!isPaused(day) && wasPaused) reactivatedOn.push(day);
    }
  }

  return {
    status: statusOf(facts, today, end, isPaused),
    startAt: start !== null && start <= today ? start : null,
    nextTicketAt: start === null ? null : nextTicket(start, today, isOver, isPaused),
    pausedAt: pausedOn.sort().at(-1) ?? null,
    cancelledAt: isOver(today) ? end : null,
    reactivatedAt: reactivatedOn.sort().at(-1) ?? null,
  };
}

function statusOf(
  facts: Facts,
  today: string,
  end: string | null,
  isPaused: (day: string) => boolean,
): string {
  if (facts.start === null) return 'no-subscription';
  if (end !== null && end <= today) return 'cancelled';
  if (facts.start > today) return 'scheduled';
  if (isPaused(today)) return 'paused';
  for (let day = addDays(today, 1); day < HORIZON; day = addDays(day, 1)) {
    if (day === end) return 'scheduled-cancellation';
    if (isPaused(day)) return 'scheduled-pause';
  }
  return 'active';
}

function nextTicket(
  start: string,
  today: string,
  isOver: (day: string) => boolean,
  isPaused: (day: string) => boolean,
): string | null {
  for (let day = addDays(today, 1); day < HORIZON; day = addDays(day, 1)) {
    if (isOver(day)) return null;
    if (day.endsWith('-01') && day >= start && !isPaused(day)) return day;
  }
  return null;
}
