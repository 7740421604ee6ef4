/**
 * The day of a date or timestamp as the system writes it. The offset is not applied: midnight at the beginning of a day stays in
 * that day. Texts that are no date are returned as they are, so that the check of the roster names them.
 */
export function dayOf(text: string): string {
  return /^\d{4}-\d{2}-\d{2}(?=T|\s)/.exec(text)?.[0] ?? text;
}

/** The day before, of a date YYYY-MM-DD. For ends that the system writes as the first day that is free again. */
export function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}
