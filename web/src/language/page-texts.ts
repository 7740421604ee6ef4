import type { Language } from '../../../texts/language.ts';
import { useLanguage } from './use-language.ts';

/** A hook for texts that only some pages load (a file of `texts/en/portal/` that is not in the catalogue). */
export function pageTexts<Texts>(texts: Readonly<Record<Language, Texts>>): () => Texts {
  return () => texts[useLanguage().language];
}
