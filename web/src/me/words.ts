import { createFormat } from '../language/format.ts';
import { MESSAGES } from './messages.ts';

/** The first of the browser's languages that we have. The text of a contract stays in the company's language. */
export const language = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isOurs) ?? 'en';

export const m = MESSAGES[language];

export const formatIn = (timeZone: string) => createFormat(language, timeZone);

function isOurs(tag: string): tag is keyof typeof MESSAGES {
  return tag in MESSAGES;
}
