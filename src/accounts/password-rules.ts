import { AppError } from '../platform/errors.ts';

const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 1000;
/** Random passwords of 12 characters have more, even if they are digits only. */
const MIN_CHARACTERS = 5;

/** Why a password is refused: the code for the portal's texts, and the English sentence. */
const RULES = {
  'too-short': `must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`,
  'too-long': `must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`,
  repeats: 'must not repeat the same few characters',
  'own-address': 'must not be the e-mail address, or its first part, with digits or signs added',
  'known-name': 'must not consist of the name of the company or of this service, with digits or signs added',
  'too-common': 'is on a list of common passwords, or is one of them with digits or signs added',
} as const;

/** The owner of the password. Attackers know these names, so passwords must not consist of them. */
interface Owner {
  email: string;
  companyName: string;
}

/** The rules for a new password. */
export async function checkPassword(
  password: string,
  { field = 'password', ...owner }: Owner & { field?: string },
): Promise<void> {
  const code = await brokenRule(password, owner);
  if (!code) return;
  throw new AppError('invalid-values', `The password ${RULES[code]}.`, {
    errors: [{ in: 'body', pointer: `/${field}`, code, message: RULES[code] }],
  });
}

async function brokenRule(
  password: string,
  { email, companyName }: Owner,
): Promise<keyof typeof RULES | undefined> {
  const length = [...password].length;
  if (length < MIN_PASSWORD_LENGTH) return 'too-short';
  if (length > MAX_PASSWORD_LENGTH) return 'too-long';
  const plain = fold(password);
  if (repeatsItself(plain)) return 'repeats';
  const address = fold(email);
  const localPart = address.slice(0, address.lastIndexOf('@'));
  if (isWithSigns(plain, address) || isWithSigns(plain, localPart)) return 'own-address';
  if (consistsOf(plain, [...wordsOf(companyName), ...SERVICE_WORDS])) return 'known-name';
  if (await isCommon(plain)) return 'too-common';
  return undefined;
}

/** The same characters in another form or case count as the same. */
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Whether the text consists of few characters, or of one part that is repeated and too short by itself. */
function repeatsItself(text: string): boolean {
  const characters = [...text];
  if (new Set(characters).size < MIN_CHARACTERS) return true;
  const longest = Math.min(MIN_PASSWORD_LENGTH - 1, Math.floor(characters.length / 2));
  for (let period = 1; period <= longest; period++)
    if (characters.every((each, index) => index < period || each === characters[index - period])) return true;
  return false;
}

const LETTER = /\p{L}/u;

/** Whether the text is the part with nothing but digits, signs and spaces before or after it. */
function isWithSigns(text: string, part: string): boolean {
  return part !== '' && text.includes(part) && !LETTER.test(text.replace(part, ''));
}

/** Of the service's own name, and what its users call it. */
const SERVICE_WORDS = ['transit', 'ticket', 'tickets', 'service', 'portal', 'jobticket'];
/** Shorter ones, such as single letters of a name, would make up other words. */
const MIN_WORD_OF_NAME_LENGTH = 3;

/** The words of a name, and the name without spaces and signs: `bahnag` of `Bahn AG`. Umlauts in both usual spellings. */
function wordsOf(name: string): string[] {
  const spellings = [fold(name), transliterated(fold(name)), withoutMarks(fold(name))];
  return spellings
    .flatMap((each) => [each.replaceAll(NO_LETTER, ''), ...each.split(NO_LETTER)])
    .filter((word) => word.length >= MIN_WORD_OF_NAME_LENGTH);
}

const NO_LETTER = /[^\p{L}\p{N}]+/gu;
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

function transliterated(text: string): string {
  return text.replaceAll(/[äöüß]/g, (letter) => UMLAUTS[letter] ?? letter);
}

function withoutMarks(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '');
}

/** Whether the text is a row of these words, with digits, signs and spaces anywhere between them. */
function consistsOf(text: string, words: readonly string[]): boolean {
  if (!LETTER.test(text)) return false;
  // The places up to which the text is such a row. A regular expression would take exponential time for some names.
  const reached = new Set([0]);
  for (let at = 0; at < text.length; at++) {
    if (!reached.has(at)) continue;
    if (!LETTER.test(text[at] ?? '')) reached.add(at + 1);
    for (const word of words) if (text.startsWith(word, at)) reached.add(at + word.length);
  }
  return reached.has(text.length);
}

/** Shorter words are so many that random digits with a few letters would be refused. */
const MIN_COMMON_WORD_LENGTH = 4;

async function isCommon(text: string): Promise<boolean> {
  // Loaded with the first new password: the list takes a tenth of a second to unpack.
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const common = dictionary['passwords-common'];
  const word = text.replaceAll(/^\P{L}+|\P{L}+$/gu, '');
  return common.includes(text) || (word.length >= MIN_COMMON_WORD_LENGTH && common.includes(word));
}

/** 422, not 401: the user is signed in, only the password in the form is wrong. */
export function wrongPassword(field: string): AppError {
  return new AppError('invalid-values', 'The password is wrong.', {
    errors: [{ in: 'body', pointer: `/${field}`, code: 'wrong', message: 'is wrong' }],
  });
}
