import { InvalidArgumentError } from 'commander';
import { isSchedule, type Schedule } from '../../rosters/pull/schedule.ts';

export const WHEN = 'manual, "daily 02:30" (in the company\'s time zone) or "every 6 hours"';

export function readSchedule(text: string): Schedule {
  if (!isSchedule(text)) throw new InvalidArgumentError(`It must be ${WHEN}.`);
  return text;
}

export function nextLine(nextPullAt: Date | null | undefined): string {
  return nextPullAt
    ? `The next roster is fetched at ${nextPullAt.toISOString()}.`
    : 'Rosters are fetched by hand only.';
}
