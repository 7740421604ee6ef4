import { createFormat } from '../../../texts/format.ts';
import { languageOfBrowser } from '../../../texts/language.ts';
import { MESSAGES } from './messages.ts';

/** The text of a contract stays in the company's language. */
export const language = languageOfBrowser(navigator.languages);

export const m = MESSAGES[language];

export const formatIn = (timeZone: string) => createFormat(language, timeZone);
