/** Formats of numbers that every workbook has, and that show a date or a time. */
const DATE_FORMATS: readonly [from: number, to: number][] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

/** Whether a format of numbers shows a date or a time. `code` is that of a format of its own, such as `dd.mm.yyyy`. */
export function isDateFormat(id: string, code = ''): boolean {
  const number = Number(code === '' ? id : code);
  if (DATE_FORMATS.some(([from, to]) => Number.isInteger(number) && number >= from && number <= to))
    return true;
  if (/\[(?:h+|m+|s+)\]/i.test(code)) return true;
  // Without colours and languages in brackets, texts in quotation marks, and characters that stand for themselves.
  const shown = code
    .replace(/\[[$\-\w]*\]/g, '')
    .replace(/\\./g, '')
    .replace(/"[^"]*"/g, '')
    .replace(/[*_]./g, '')
    .toLowerCase();
  if (/^\s*general\s*$/.test(shown)) return false;
  return (
    /am\/pm|a\/p|y|d|mmm/.test(shown) ||
    /(?:^|[^a-z])h{1,2}(?:[^a-z]|$)|(?:^|[^a-z])s{1,2}(?:[^a-z]|$)/.test(shown)
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;
const [START_1900, START_1904] = [Date.UTC(1899, 11, 31), Date.UTC(1904, 0, 1)];
/** Lotus 1-2-3 took 1900 for a leap year, and Excel does so too: this is 29 February 1900. */
const NO_DAY = 60;

/** The day of a number, as YYYY-MM-DD. Sheets have local times without a zone. */
export function dayOf(serial: number, is1904: boolean): string {
  const isLate = !is1904 && serial >= NO_DAY;
  const days = isLate ? serial - 1 : serial;
  const date = new Date((is1904 ? START_1904 : START_1900) + Math.round(days * DAY_MS));
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}
