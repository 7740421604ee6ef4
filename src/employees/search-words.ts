/** The words of a search, escaped for LIKE patterns around `searchable`. */
export function wordsOf(text: string): string[] {
  // Normalised before escaping: otherwise a full-width percent sign would become a wildcard.
  return escapeForLike(text.normalize('NFKD').trim()).split(/\s+/);
}

export function escapeForLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
