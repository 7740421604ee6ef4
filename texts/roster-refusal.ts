import type { vocabulary } from './en/vocabulary.ts';

/** Why a roster was refused, in words for HR. */
export function rosterRefusal(code: string | null, words: typeof vocabulary): string {
  const known: Readonly<Record<string, string>> = words.rosterRefusal;
  return known[code ?? ''] ?? words.rosterRefused;
}
