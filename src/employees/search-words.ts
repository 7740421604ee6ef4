/** What is looked for, word by word, for patterns with `searchable` around each. */
export function wordsOf(text: string): string[] {
  // Normalised before it is escaped: a wide percent sign would become a wildcard otherwise.
  return escapeForLike(text.normalize('NFKD').trim()).split(/\s+/);
}

export function escapeForLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
