/** Comments, quoted names and texts, and bodies of functions. A semicolon in them ends no statement. */
const TOKENS =
  /--[^\n]*|\/\*.*?\*\/|\b[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$).*?\1|;/gs;

/**
 * Splits a migration into its statements. The coordinator of a cluster passes a foreign key on to the other servers together with
 * everything else that it was sent at once, and they accept one statement only.
 */
export function splitStatements(text: string): string[] {
  const ends = [...text.matchAll(TOKENS)].filter(([token]) => token === ';').map(({ index }) => index + 1);
  const parts = [...ends, text.length].map((end, at) => text.slice(ends[at - 1] ?? 0, end));
  return parts.filter((part) => part.replaceAll(TOKENS, '').trim() !== '');
}
