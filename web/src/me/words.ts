import { employeePage as de } from '../../../texts/de/employee-page.ts';
import { employeePage as en } from '../../../texts/en/employee-page.ts';
import { createFormat } from '../../../texts/format.ts';
import { languageOfBrowser } from '../../../texts/language.ts';

/** The text of a contract stays in the company's language. */
export const language = languageOfBrowser(navigator.languages);

/** The page is small: it has both languages. */
export const m = { de, en }[language];

export const formatIn = (timeZone: string) => createFormat(language, timeZone);
