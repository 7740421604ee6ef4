interface Parts {
  day: string;
  month: string;
  year: string;
}

/** Whether the three fields name a day that exists. */
export function isDay(parts: Parts): boolean {
  if (!/^\d{1,2}$/.test(parts.day) || !/^\d{1,2}$/.test(parts.month) || !/^\d{4}$/.test(parts.year))
    return false;
  const moment = new Date(`${toDate(parts)}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === toDate(parts);
}

export function toDate({ day, month, year }: Parts): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
