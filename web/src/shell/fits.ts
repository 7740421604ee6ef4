/** Whether every word of what was typed begins or is inside a word of the text. Accents and umlauts do not count. */
export function fits(typed: string, text: string): boolean {
  const plain = plainOf(text);
  return plainOf(typed)
    .split(/\s+/)
    .every((word) => plain.includes(word));
}

const plainOf = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
