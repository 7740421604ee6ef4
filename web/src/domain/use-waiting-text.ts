import { waiting as de } from '../../../texts/de/portal/waiting.ts';
import { waiting as en } from '../../../texts/en/portal/waiting.ts';
import { pageTexts } from '../language/page-texts.ts';

export const useWaitingText = pageTexts({ de, en });
