import { groups as de } from '../../../../texts/de/portal/groups.ts';
import { groups as en } from '../../../../texts/en/portal/groups.ts';
import { useLanguage } from '../../language/use-language.ts';

const TEXTS = { de, en };

export const useGroupsText = () => TEXTS[useLanguage().language];
