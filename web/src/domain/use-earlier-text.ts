import { earlier as de } from '../../../texts/de/portal/earlier.ts';
import { earlier as en } from '../../../texts/en/portal/earlier.ts';
import { pageTexts } from '../language/page-texts.ts';

export const useEarlierText = pageTexts({ de, en });
