/** The calendar of the demo, relative to the business date: month 0 is the current month. */
export interface Timeline {
  today: string;
  now: Date;
  /** The first day of a month. */
  month(offset: number): string;
  /** A day of a month: 1 to 28, which every month has. */
  day(offset: number, day: number): string;
  /** A UTC time on a day, but never later than now. */
  moment(day: string, time: string): Date;
}

export function createTimeline(today: string, now: Date): Timeline {
  const months = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1;
  const day = (offset: number, number: number) => {
    const year = Math.floor((months + offset) / 12);
    const month = ((months + offset) % 12) + 1;
    return `${pad(year, 4)}-${pad(month, 2)}-${pad(number, 2)}`;
  };
  return {
    today,
    now,
    month: (offset) => day(offset, 1),
    day,
    moment: (date, time) => earlier(new Date(`${date}T${time}Z`), now),
  };
}

export function addDays(date: string, days: number): string {
  const moved = new Date(`${date}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

export function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}

export function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}

function pad(number: number, length: number): string {
  return String(number).padStart(length, '0');
}
