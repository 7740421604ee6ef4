import { requests as de } from '../../../../texts/de/portal/requests.ts';
import { requests as en } from '../../../../texts/en/portal/requests.ts';
import { pageTexts } from '../../language/page-texts.ts';

export const useRequestsText = pageTexts({ de, en });
