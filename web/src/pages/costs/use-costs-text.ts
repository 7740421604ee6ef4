import { costs as de } from '../../../../texts/de/portal/costs.ts';
import { costs as en } from '../../../../texts/en/portal/costs.ts';
import { pageTexts } from '../../language/page-texts.ts';

export const useCostsText = pageTexts({ de, en });
