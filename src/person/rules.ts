/**
 * The rules for what is known about a person, wherever it comes from: a roster, the portal or the command line.
 * The lengths are in UTF-16 code units.
 */
export const LONGEST_NAME = 200;
export const LONGEST_EMAIL = 320;
/** Of the id in the HR system. */
export const LONGEST_HR_ID = 200;
/** Of the address of a picture. */
export const LONGEST_WEB_ADDRESS = 2000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are refused
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** No control character and no half of a surrogate pair. */
export function isPrintable(text: string): boolean {
  return !CONTROL.test(text) && text.isWellFormed();
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** One @ with something before and after it. Only a mail would show whether the address exists. */
export function isPlausibleEmail(address: string): boolean {
  return address.length <= LONGEST_EMAIL && EMAIL.test(address) && isPrintable(address);
}

const WEB_ADDRESS = /^https?:\/\/[^\s\p{Cc}\p{Cs}]+$/iu;

/** Whatever its length: callers report that as an error of its own. */
export function isWebAddress(text: string): boolean {
  return WEB_ADDRESS.test(text) && URL.canParse(text);
}
