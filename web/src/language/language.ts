import type { Messages } from '../messages/en/catalogue.ts';

export type Language = 'de' | 'en';
export const LANGUAGES: readonly Language[] = ['de', 'en'];

const KEY = 'transit-language';

/** The language that the person has chosen, or else the first of the browser's languages that we have. */
export function preferredLanguage(): Language {
  const chosen = localStorage.getItem(KEY);
  if (chosen === 'de' || chosen === 'en') return chosen;
  const asked = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return (asked.find((tag) => tag === 'de' || tag === 'en') as Language | undefined) ?? 'en';
}

export function rememberLanguage(language: Language): void {
  localStorage.setItem(KEY, language);
}

/** Loads only the catalogue of the chosen language. */
export async function loadMessages(language: Language): Promise<Messages> {
  return language === 'de'
    ? (await import('../messages/de/catalogue.ts')).de
    : (await import('../messages/en/catalogue.ts')).en;
}
