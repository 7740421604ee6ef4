import type { Language } from '../../../texts/language.ts';
import { useLanguage } from './use-language.ts';

/** A hook for texts that only some pages load (`texts/en/portal/of-pages.ts`). */
export function pageTexts<Texts>(texts: Readonly<Record<Language, Texts>>): () => Texts {
  return () => texts[useLanguage().language];
}
