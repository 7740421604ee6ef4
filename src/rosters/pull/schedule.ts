import type { ExpectEvery } from '../../company/integrations/integration-types.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';

/** When a source is pulled: `manual`, `daily 02:30` in the company's time zone, or `every 6 hours`. */
export const SCHEDULE = '^(manual|daily ([01][0-9]|2[0-3]):[0-5][0-9]|every ([1-9]|1[0-9]|2[0-4]) hours)$';
export type Schedule = 'manual' | `daily ${string}` | `every ${number} hours`;

export function isSchedule(text: string): text is Schedule {
  return new RegExp(SCHEDULE).test(text);
}

const FIRST_MINUTE = 2 * 60;
const MINUTES = 3 * 60;
/** Has no factor in common with `MINUTES`, so that neighbouring integrations are far apart. */
const STEP = 67;

/** At night, between 02:00 and 05:00, not all integrations at once. */
export function usualSchedule(integrationId: number): Schedule {
  const minute = FIRST_MINUTE + ((integrationId * STEP) % MINUTES);
  const two = (number: number) => String(number).padStart(2, '0');
  return `daily ${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** The pace at which the integration is expected to get rosters. */
export function paceOf(schedule: Schedule): ExpectEvery {
  if (schedule === 'manual') return 'off';
  const [, hours] = /^every (\d+) hours$/.exec(schedule) ?? [];
  return hours ? `${Number(hours)}h` : '1d';
}

/** The next time after now, by the clock of the company. A time that was missed is not caught up a second time. */
export function nextPullAt(sql: Sql, companyId: number, schedule: Schedule): Fragment {
  if (schedule === 'manual') return sql`null::timestamptz`;
  const [, hours] = /^every (\d+) hours$/.exec(schedule) ?? [];
  return hours
    ? sql`now() + make_interval(hours => ${Number(hours)})`
    : sql`(select ${daily(sql, schedule.slice('daily '.length))} from companies c where c.id = ${companyId})`;
}

/** In the zone of the company `c`. */
function daily(sql: Sql, time: string): Fragment {
  const today = sql`((now() at time zone c.time_zone)::date + ${time}::time)`;
  return sql`(case
    when ${today} at time zone c.time_zone > now() then ${today}
    else ${today} + interval '1 day' end) at time zone c.time_zone`;
}
