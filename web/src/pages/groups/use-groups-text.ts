import { groups as de } from '../../../../texts/de/portal/groups.ts';
import { groups as en } from '../../../../texts/en/portal/groups.ts';
import { pageTexts } from '../../language/page-texts.ts';

export const useGroupsText = pageTexts({ de, en });
