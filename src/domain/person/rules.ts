/**
 * The rules for what is known about a person, wherever it comes from: a roster, the portal or the command line.
 * The lengths are in UTF-16 code units.
 */
export const MAX_NAME_LENGTH = 200;
export const MAX_EMAIL_LENGTH = 320;
/** Of the id in the HR system. */
export const MAX_HR_ID_LENGTH = 200;
/** Of the address of a picture. */
export const MAX_WEB_ADDRESS_LENGTH = 2000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are refused
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** No control character and no half of a surrogate pair. */
export function isPrintable(text: string): boolean {
  return !CONTROL.test(text) && text.isWellFormed();
}

const DIRECTION_MARKS = /\p{Bidi_Control}/gu;

/**
 * Removes the invisible characters that change the direction of writing: office programs add them when texts are copied,
 * and a name with one can turn the text after it around. Also removes white space around the text.
 */
export function cleanName(text: string): string {
  return text.replaceAll(DIRECTION_MARKS, '').trim();
}

/** For names that are typed in, of companies as well: one line, and no invisible character that turns text around. */
export function isName(text: string): boolean {
  return isPrintable(text) && text.search(DIRECTION_MARKS) === -1;
}

/** The characters that `isName` refuses, for messages. */
export const NOT_IN_NAMES = 'line breaks, control characters or marks that change the direction of writing';

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** One @ with something before and after it. Only a mail would show whether the address exists. */
export function isPlausibleEmail(address: string): boolean {
  return address.length <= MAX_EMAIL_LENGTH && EMAIL.test(address) && isPrintable(address);
}

const WEB_ADDRESS = /^https?:\/\/[^\s\p{Cc}\p{Cs}]+$/iu;

/** Does not check the length: callers report that as a separate error. */
export function isWebAddress(text: string): boolean {
  return WEB_ADDRESS.test(text) && URL.canParse(text);
}
