import { hrSource as de } from '../../../texts/de/portal/hr-source.ts';
import { hrSource as en } from '../../../texts/en/portal/hr-source.ts';
import { pageTexts } from '../language/page-texts.ts';

export const useHrSourceText = pageTexts({ de, en });
