import type { hrSource } from '../../../texts/en/portal/hr-source.ts';

const DAILY = /^daily (\d\d:\d\d)$/;
const HOURLY = /^every (\d+) hours$/;

/** The time of `daily 02:30`. */
export const timeOf = (schedule: string): string | undefined => DAILY.exec(schedule)?.[1];

/** The hours of `every 6 hours`. */
export function hoursOf(schedule: string): number | undefined {
  const [, hours] = HOURLY.exec(schedule) ?? [];
  return hours === undefined ? undefined : Number(hours);
}

export function scheduleText(schedule: string, { schedules }: typeof hrSource): string {
  const [time, hours] = [timeOf(schedule), hoursOf(schedule)];
  if (time !== undefined) return schedules.daily(time);
  return hours === undefined ? schedules.manual : schedules.hourly(hours);
}
