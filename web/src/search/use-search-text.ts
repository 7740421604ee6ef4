import { search as de } from '../../../texts/de/portal/search.ts';
import { search as en } from '../../../texts/en/portal/search.ts';
import { useLanguage } from '../language/use-language.ts';

export type SearchText = typeof en;

const TEXTS = { de, en };

export const useSearchText = (): SearchText => TEXTS[useLanguage().language];
