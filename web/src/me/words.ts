import { employeePage as de } from '../../../texts/de/employee-page.ts';
import { employeePage as en } from '../../../texts/en/employee-page.ts';
import { createFormat, type Format } from '../../../texts/format.ts';
import { languageOfBrowser } from '../../../texts/language.ts';

/** The text of a contract stays in the company's language. */
export const language = languageOfBrowser(navigator.languages);

/** The page is small: it has both languages. */
export const m = { de, en }[language];

export function formatIn(timeZone: string): Format {
  const format = createFormat(language, timeZone);
  // Lines are short on a phone, and a date is read as one word.
  return { ...format, day: (date) => format.day(date).replaceAll(' ', '\u00a0') };
}
