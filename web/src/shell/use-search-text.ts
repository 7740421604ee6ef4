import { search as de } from '../../../texts/de/portal/search.ts';
import { search as en } from '../../../texts/en/portal/search.ts';
import { pageTexts } from '../language/page-texts.ts';

export type SearchText = typeof en;

export const useSearchText = pageTexts<SearchText>({ de, en });
