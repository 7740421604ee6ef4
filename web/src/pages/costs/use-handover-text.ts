import { handover as de } from '../../../../texts/de/portal/handover.ts';
import { handover as en } from '../../../../texts/en/portal/handover.ts';
import { pageTexts } from '../../language/page-texts.ts';

export const useHandoverText = pageTexts({ de, en });
