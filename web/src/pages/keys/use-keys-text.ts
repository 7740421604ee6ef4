import { keys as de } from '../../../../texts/de/portal/keys.ts';
import { keys as en } from '../../../../texts/en/portal/keys.ts';
import { pageTexts } from '../../language/page-texts.ts';

export const useKeysText = pageTexts({ de, en });
