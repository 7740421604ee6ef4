import { ownPage as de } from '../../../../texts/de/portal/own-page.ts';
import { ownPage as en } from '../../../../texts/en/portal/own-page.ts';
import { pageTexts } from '../../language/page-texts.ts';

export const useOwnPageText = pageTexts({ de, en });
