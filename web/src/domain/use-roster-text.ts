import { roster as de } from '../../../texts/de/portal/roster.ts';
import { roster as en } from '../../../texts/en/portal/roster.ts';
import { useLanguage } from '../language/use-language.ts';

export type RosterText = typeof en;

const TEXTS = { de, en };

export const useRosterText = (): RosterText => TEXTS[useLanguage().language];
