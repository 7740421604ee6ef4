import { AppError } from '../errors.ts';

const SHORTEST_PASSWORD = 12;
export const LONGEST_PASSWORD = 1000;
/** Random passwords of 12 characters have more, even if they are digits only. */
const FEWEST_CHARACTERS = 5;

/** Why a password is refused: the code for the portal's texts, and the English sentence. */
const RULES = {
  'too-short': `must have ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`,
  'too-long': `must have ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`,
  repeats: 'must not repeat the same few characters',
  'own-address': 'must not be the e-mail address, or its first part, with digits or signs added',
  'too-common': 'is on a list of common passwords, or is one of them with digits or signs added',
} as const;

/** The rules for a new password. The e-mail address is that of the user who gets it. */
export async function checkPassword(
  password: string,
  { email, field = 'password' }: { email: string; field?: string },
): Promise<void> {
  const code = await brokenRule(password, email);
  if (!code) return;
  throw new AppError('invalid-values', `The password ${RULES[code]}.`, {
    errors: [{ in: 'body', pointer: `/${field}`, code, message: RULES[code] }],
  });
}

async function brokenRule(password: string, email: string): Promise<keyof typeof RULES | undefined> {
  const length = [...password].length;
  if (length < SHORTEST_PASSWORD) return 'too-short';
  if (length > LONGEST_PASSWORD) return 'too-long';
  const plain = fold(password);
  if (repeatsItself(plain)) return 'repeats';
  const address = fold(email);
  const localPart = address.slice(0, address.lastIndexOf('@'));
  if (isWithSigns(plain, address) || isWithSigns(plain, localPart)) return 'own-address';
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
  if (new Set(characters).size < FEWEST_CHARACTERS) return true;
  const longest = Math.min(SHORTEST_PASSWORD - 1, Math.floor(characters.length / 2));
  for (let period = 1; period <= longest; period++)
    if (characters.every((each, index) => index < period || each === characters[index - period])) return true;
  return false;
}

const LETTER = /\p{L}/u;

/** Whether the text is the part with nothing but digits, signs and spaces before or after it. */
function isWithSigns(text: string, part: string): boolean {
  return part !== '' && text.includes(part) && !LETTER.test(text.replace(part, ''));
}

/** Shorter words are so many that random digits with a few letters would be refused. */
const SHORTEST_COMMON_WORD = 4;

async function isCommon(text: string): Promise<boolean> {
  // Loaded with the first new password: the list takes a tenth of a second to unpack.
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const common = dictionary['passwords-common'];
  const word = text.replaceAll(/^\P{L}+|\P{L}+$/gu, '');
  return common.includes(text) || (word.length >= SHORTEST_COMMON_WORD && common.includes(word));
}

/** 422, not 401: the user is signed in, only the password in the form is wrong. */
export function wrongPassword(field: string): AppError {
  return new AppError('invalid-values', 'The password is wrong.', {
    errors: [{ in: 'body', pointer: `/${field}`, code: 'wrong', message: 'is wrong' }],
  });
}
