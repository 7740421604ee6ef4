import type { Messages } from '../../../texts/en/portal/catalogue.ts';
import { LANGUAGES, type Language, languageOfBrowser } from '../../../texts/language.ts';

const KEY = 'transit-language';

/** The language that the person has chosen, or else the first of the browser's languages that we have. */
export function preferredLanguage(): Language {
  const chosen = localStorage.getItem(KEY);
  return LANGUAGES.find((language) => language === chosen) ?? languageOfBrowser(navigator.languages);
}

export function rememberLanguage(language: Language): void {
  localStorage.setItem(KEY, language);
}

/** Loads only the catalogue of the chosen language. */
export async function loadMessages(language: Language): Promise<Messages> {
  return language === 'de'
    ? (await import('../../../texts/de/portal/catalogue.ts')).de
    : (await import('../../../texts/en/portal/catalogue.ts')).en;
}
