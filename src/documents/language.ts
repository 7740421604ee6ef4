export type Language = 'de' | 'en';

/** A company whose language is neither gets English. */
export function languageOf(locale: string): Language {
  return locale.toLowerCase().split('-')[0] === 'de' ? 'de' : 'en';
}

/** How dates and amounts are written: the company's own way (de-AT, en-US), where it is of that language. */
export function writtenLocale(locale: string): string {
  const language = locale.toLowerCase().split('-')[0];
  return language === 'de' || language === 'en' ? locale : 'en-GB';
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Kept, because making one takes far longer than using it, and an offer to everybody writes a date for each. */
function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, options);
    formats.set(key, format);
  }
  return format;
}

/** A day written YYYY-MM-DD in words: 1. Dezember 2026. */
export function formatDay(day: string, locale: string): string {
  return formatOf(writtenLocale(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}

/** Of a day or a month: Dezember 2026. */
export function formatMonth(day: string, locale: string): string {
  const options = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return formatOf(writtenLocale(locale), options).format(new Date(day));
}

/** From one day to another, in digits where the locale does so. */
export function formatPeriod(from: string, until: string, locale: string): string {
  const format = formatOf(writtenLocale(locale), { dateStyle: 'medium', timeZone: 'UTC' });
  return `${format.format(new Date(from))} – ${format.format(new Date(until))}`;
}

export function formatDayOf(moment: Date, locale: string, timeZone: string): string {
  return formatOf(writtenLocale(locale), { dateStyle: 'long', timeZone }).format(moment);
}

/** To the second, with the offset the clocks there had: it is a proof of when something was signed. */
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
