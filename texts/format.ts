import { type Language, USUAL_LOCALES, writtenLocale } from './language.ts';

const EUROS = { style: 'currency', currency: 'EUR' } as const;
const MONTH = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
const MINUTE = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

const dateFormats = new Map<string, Intl.DateTimeFormat>();
const moneyFormats = new Map<string, Intl.NumberFormat>();

/**
 * Formatters are cached: creating one takes far longer than using it, and an offer to a whole company formats
 * a date for each person.
 */
function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  dateFormats.set(key, known);
  return known;
}

function moneyFormat(locale: string): Intl.NumberFormat {
  const known = moneyFormats.get(locale) ?? new Intl.NumberFormat(locale, EUROS);
  moneyFormats.set(locale, known);
  return known;
}

// For documents, mails and the API, in the company's locale. The texts of contracts are signed: what these functions write for
// them must never change.

/** Formats an amount with its currency. */
export function formatEuros(cents: number, locale: string): string {
  return moneyFormat(locale).format(cents / 100);
}

/** Formats a day in words: 1. Dezember 2026. */
export function formatDay(day: string, locale: string): string {
  return dateFormat(writtenLocale(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}

/** Formats the month of a day: Dezember 2026. */
export function formatMonth(day: string, locale: string): string {
  return dateFormat(writtenLocale(locale), MONTH).format(new Date(day));
}

/** Formats a range of days, in digits where the locale does so. */
export function formatPeriod(from: string, until: string, locale: string): string {
  const format = dateFormat(writtenLocale(locale), { dateStyle: 'medium', timeZone: 'UTC' });
  return `${format.format(new Date(from))} – ${format.format(new Date(until))}`;
}

export function formatDayOf(moment: Date, locale: string, timeZone: string): string {
  return dateFormat(writtenLocale(locale), { dateStyle: 'long', timeZone }).format(moment);
}

/** Formats a moment in words, to the minute: 23. November 2026 um 10:30 MEZ. */
export function formatMinute(moment: Date, locale: string, timeZone: string): string {
  return dateFormat(writtenLocale(locale), { ...MINUTE, timeZone }).format(moment);
}

/** Formats a moment to the second with its UTC offset, as proof of when a contract was signed. */
export function formatMoment(moment: Date, locale: string, timeZone: string): string {
  return dateFormat(writtenLocale(locale), { ...MINUTE, second: '2-digit', timeZone }).format(moment);
}

/** Formats dates, numbers and money for a language. Moments are shown in the company's time zone. */
export function createFormat(language: Language, timeZone: string) {
  const locale = USUAL_LOCALES[language];
  const inDays = (options: Intl.DateTimeFormatOptions, zone = 'UTC') =>
    dateFormat(locale, { ...options, timeZone: zone });
  const DAY = { day: 'numeric', month: 'short' } as const;
  const day = inDays({ ...DAY, year: 'numeric' });
  const shortDay = inDays(DAY);
  const longDay = inDays({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const month = inDays(MONTH);
  const monthAndYear = inDays({ month: 'short', year: '2-digit' });
  const monthName = inDays({ month: 'long' });
  const shortMonth = inDays({ month: 'short' });
  const moment = inDays({ dateStyle: 'medium', timeStyle: 'short' }, timeZone);
  const shortMoment = inDays({ ...DAY, hour: '2-digit', minute: '2-digit' }, timeZone);
  const date = inDays({ ...DAY, year: 'numeric' }, timeZone);
  const shortDate = inDays(DAY, timeZone);
  const money = moneyFormat(locale);
  const wholeMoney = new Intl.NumberFormat(locale, { ...EUROS, maximumFractionDigits: 0 });
  const number = new Intl.NumberFormat(locale);
  const weekday = inDays({ weekday: 'long' });
  const list = new Intl.ListFormat(locale);
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

  const utc = (text: string) => new Date(`${text.length === 7 ? `${text}-01` : text}T00:00:00Z`);
  return {
    locale,
    day: (value: string) => day.format(utc(value)),
    shortDay: (value: string) => shortDay.format(utc(value)),
    longDay: (value: string) => longDay.format(utc(value)),
    /** 1 is Monday. */
    weekdays: (days: readonly number[]) =>
      list.format(days.map((each) => weekday.format(utc(`2024-01-0${each}`)))),
    days: (from: string, until: string) => day.formatRange(utc(from), utc(until)),
    month: (value: string) => month.format(utc(value)),
    /** Without the year. */
    monthName: (value: string) => monthName.format(utc(value)),
    shortMonth: (value: string) => shortMonth.format(utc(value)),
    /** For the axis of a chart: Nov 26. */
    monthAndYear: (value: string) => monthAndYear.format(utc(value)),
    /** The first and last moment of a day in the company's time zone. A text that is not a day stays as it is. */
    startOfDay: (value: string) => isoOf(startOfDay(value, timeZone)) ?? value,
    endOfDay: (value: string) => isoOf(startOfDay(dayAfter(value), timeZone) - 1) ?? value,
    /** The day of a moment. */
    shortDate: (value: string) => shortDate.format(new Date(value)),
    date: (value: string) => date.format(new Date(value)),
    shortMoment: (value: string) => shortMoment.format(new Date(value)),
    moment: (value: string) => moment.format(new Date(value)),
    list: (items: readonly string[]) => list.format(items),
    money: (cents: number) => withMinus(money.format(cents / 100)),
    /** A difference, with its sign. */
    moneyChange: (cents: number) => `${cents > 0 ? '+' : ''}${withMinus(money.format(cents / 100))}`,
    /** Without cents, for the axis of a chart. */
    wholeMoney: (cents: number) => withMinus(wholeMoney.format(cents / 100)),
    number: (value: number) => withMinus(number.format(value)),
    numberChange: (value: number) => `${value > 0 ? '+' : ''}${withMinus(number.format(value))}`,
    ago: (value: string) => ago(relative, new Date(value)),
  };
}

/** Intl writes a hyphen; a minus sign is as wide as the plus sign and is never broken from its number. */
const withMinus = (text: string) => text.replace('-', '\u2212');

export type Format = ReturnType<typeof createFormat>;

const DAY_MS = 86_400_000;

function dayAfter(day: string): string {
  return isoOf(Date.parse(day) + DAY_MS)?.slice(0, 10) ?? '';
}

function isoOf(moment: number): string | undefined {
  return Number.isNaN(moment) ? undefined : new Date(moment).toISOString();
}

/**
 * The first moment of a day in the time zone. Around a clock change, the offset before it and the offset after it give two
 * moments for midnight. The day begins at the earlier one, unless the clocks still show the day before then.
 */
function startOfDay(day: string, timeZone: string): number {
  const midnight = Date.parse(day);
  if (Number.isNaN(midnight)) return midnight;
  const before = midnight - offsetOf(midnight - DAY_MS, timeZone);
  const after = midnight - offsetOf(midnight + DAY_MS, timeZone);
  const earlier = Math.min(before, after);
  return earlier + offsetOf(earlier, timeZone) < midnight ? Math.max(before, after) : earlier;
}

function offsetOf(moment: number, timeZone: string): number {
  const there = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  return Date.parse(`${there.format(moment).replace(' ', 'T')}Z`) - moment;
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

function ago(relative: Intl.RelativeTimeFormat, then: Date): string {
  const seconds = (then.getTime() - Date.now()) / 1000;
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['minute', 60];
  return relative.format(Math.round(seconds / size), unit);
}
