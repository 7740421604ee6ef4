import { type Language, USUAL_LOCALES } from './language.ts';

/** Formats dates, numbers and money for a language. Moments are shown in the company's time zone. */
export function createFormat(language: Language, timeZone: string) {
  const locale = USUAL_LOCALES[language];
  const day = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const longDay = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const monthAndYear = new Intl.DateTimeFormat(locale, { month: 'short', year: '2-digit', timeZone: 'UTC' });
  const monthName = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  const shortMonth = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' });
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const shortMoment = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone });
  const shortDate = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone });
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' });
  const wholeMoney = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'EUR',
    maximumFractionDigits: 0,
  });
  const number = new Intl.NumberFormat(locale);
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
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
