export const LANGUAGES = ['de', 'en'] as const;
/** The languages of the portal and of everything that the service writes. */
export type Language = (typeof LANGUAGES)[number];

/** How the portal writes dates and numbers, and the service for companies in another language. */
export const USUAL_LOCALES = { de: 'de-DE', en: 'en-GB' } as const;

function languagePart(locale: string): string | undefined {
  return locale.toLowerCase().split('-')[0];
}

/** English for a company whose locale is in neither language. */
export function languageOf(locale: string): Language {
  const part = languagePart(locale);
  return LANGUAGES.find((language) => language === part) ?? 'en';
}

/** The first of the languages of a browser that we have. */
export function languageOfBrowser(tags: readonly string[]): Language {
  const isOurs = (part: string | undefined) => LANGUAGES.some((language) => language === part);
  return languageOf(tags.find((tag) => isOurs(languagePart(tag))) ?? '');
}

/** How to write dates and amounts in a language: as in the company's locale (de-AT, en-US) if it is in that language. */
export function writtenLocale(locale: string, language: Language = languageOf(locale)): string {
  return languagePart(locale) === language ? locale : USUAL_LOCALES[language];
}
