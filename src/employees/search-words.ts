/**
 * The words of a search, escaped for LIKE patterns around `searchable`. Punctuation around words does not count:
 * `Müller, Ilse` has two words, and a search of punctuation only has none.
 */
export function wordsOf(text: string): string[] {
  // Normalised before escaping: otherwise a full-width percent sign would become a wildcard.
  return text
    .normalize('NFKD')
    .split(/[\s,;]+/)
    .map((word) => word.replace(PUNCTUATION_AROUND, ''))
    .filter((word) => word !== '')
    .map(escapeForLike);
}

/** Includes marks at the beginning: without a letter, `searchable` removes them and leaves a pattern that matches all. */
const PUNCTUATION_AROUND = /^[\p{P}\p{Sm}\p{Sc}\p{Sk}\p{M}]+|[\p{P}\p{Sm}\p{Sc}\p{Sk}]+$/gu;

export function escapeForLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
