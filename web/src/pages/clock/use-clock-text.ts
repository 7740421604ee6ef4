import { clock as de } from '../../../../texts/de/portal/clock.ts';
import { clock as en } from '../../../../texts/en/portal/clock.ts';
import { pageTexts } from '../../language/page-texts.ts';

export const useClockText = pageTexts({ de, en });
