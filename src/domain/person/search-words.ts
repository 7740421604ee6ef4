/** Without an index every word is looked for in the text of every person. The longest names have fewer. */
export const MAX_SEARCH_WORDS = 10;

/**
 * The words of a search, escaped for LIKE patterns around `searchable`. Punctuation around words does not count:
 * `Müller, Ilse` has two words, and a search of punctuation only has none. A word within another one adds nothing.
 */
export function wordsOf(text: string): string[] {
  // Normalised before escaping: otherwise a full-width percent sign would become a wildcard.
  const words = new Set(
    text
      .normalize('NFKD')
      .split(/[\s,;]+/)
      .map((word) => word.replace(PUNCTUATION_AROUND, ''))
      .filter((word) => word !== ''),
  );
  return [...words]
    .filter((word) => ![...words].some((other) => other !== word && other.includes(word)))
    .map(escapeForLike);
}

export function isShortSearch(text: string): boolean {
  return wordsOf(text).length <= MAX_SEARCH_WORDS;
}

/** Includes marks at the beginning: without a letter, `searchable` removes them and leaves a pattern that matches all. */
const PUNCTUATION_AROUND = /^[\p{P}\p{Sm}\p{Sc}\p{Sk}\p{M}]+|[\p{P}\p{Sm}\p{Sc}\p{Sk}]+$/gu;

export function escapeForLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
