import * as de from '../../../texts/de/portal/conflicts.ts';
import * as en from '../../../texts/en/portal/conflicts.ts';
import { pageTexts } from '../language/page-texts.ts';

/** The texts of conflicts and possible duplicates. */
export const useConflictTexts = pageTexts({ de, en });
