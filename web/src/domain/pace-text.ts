import type { Messages } from '../../../texts/en/portal/catalogue.ts';
import type { Format } from '../../../texts/format.ts';
import type { Pace } from '../api/routes.ts';

const WORKING_DAYS = '1,2,3,4,5';
/** A little more than a day: jobs are sometimes late. */
const MAX_DAY = 30;

/** How often rosters come, in words. */
export function paceText(
  { hours, weekdays }: Pace,
  words: Messages['integrations']['pace'],
  format: Format,
): string {
  const days = hours / 24;
  if (hours <= MAX_DAY && !weekdays) return words.day;
  if (hours <= MAX_DAY && weekdays)
    return String(weekdays) === WORKING_DAYS ? words.workingDays : words.weekdays(format.weekdays(weekdays));
  if (days > 6.5 && days < 7.5) return words.week;
  if (days > 27 && days < 32) return words.month;
  return words.days(Math.ceil(days));
}
