import { TEXTS } from '../../../../texts/catalogue.ts';
import type { Language } from '../../../../texts/language.ts';
import { rosterRefusal } from '../../../../texts/roster-refusal.ts';

/** Such a roster was answered with 204: the sender does not know that it was not applied. */
export const isIgnored = ({ code }: { code: string }): boolean => code === 'sync-id-reused';

/** The reason in words for HR, then status and code for those who build the export. */
export function refusalReason(
  language: Language,
  { status, code }: { status: number; code: string },
): string {
  return `${rosterRefusal(code, TEXTS[language].vocabulary)} (${status} ${code})`;
}
