import { writtenLocale } from './language.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Formatters are cached: creating one takes far longer than using it, and an offer to a whole company formats
 * a date for each person.
 */
function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, options);
    formats.set(key, format);
  }
  return format;
}

/** Formats a day in words: 1. Dezember 2026. */
export function formatDay(day: string, locale: string): string {
  return formatOf(writtenLocale(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}

/** Formats the month of a day: Dezember 2026. */
export function formatMonth(day: string, locale: string): string {
  const options = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return formatOf(writtenLocale(locale), options).format(new Date(day));
}

/** Formats a range of days, in digits where the locale does so. */
export function formatPeriod(from: string, until: string, locale: string): string {
  const format = formatOf(writtenLocale(locale), { dateStyle: 'medium', timeZone: 'UTC' });
  return `${format.format(new Date(from))} – ${format.format(new Date(until))}`;
}

export function formatDayOf(moment: Date, locale: string, timeZone: string): string {
  return formatOf(writtenLocale(locale), { dateStyle: 'long', timeZone }).format(moment);
}

/** Formats a moment in words, to the minute: 23. November 2026 um 10:30 MEZ. */
export function formatMinute(moment: Date, locale: string, timeZone: string): string {
  return formatOf(writtenLocale(locale), {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(moment);
}

/** Formats a moment to the second with its UTC offset, as proof of when a contract was signed. */
export function formatMoment(moment: Date, locale: string, timeZone: string): string {
  return formatOf(writtenLocale(locale), {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(moment);
}
