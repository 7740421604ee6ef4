import { roster as de } from '../../../texts/de/portal/roster.ts';
import { roster as en } from '../../../texts/en/portal/roster.ts';
import { pageTexts } from '../language/page-texts.ts';

export type RosterText = typeof en;

export const useRosterText = pageTexts<RosterText>({ de, en });
