import { TEXTS } from '../../../../texts/catalogue.ts';
import type { Language } from '../../../../texts/language.ts';
import { rosterRefusal } from '../../../../texts/roster-refusal.ts';

/** Such a roster was answered with 204: the sender does not know that it was not applied. */
export const isIgnored = ({ code }: { code: string }): boolean => code === 'sync-id-reused';

/** The service could not fetch the roster from the HR system: nobody has sent one. */
export const isNotFetched = ({ code }: { code: string }): boolean => code.startsWith('source-');

interface Refusal {
  status: number;
  code: string;
  /** What the HR system does not show, and the right to grant. */
  field: string | null;
  right: string | null;
}

/** The reason in words for HR, then status and code for those who build the export. */
export function refusalReason(language: Language, { status, code, field, right }: Refusal): string {
  const { vocabulary } = TEXTS[language];
  const reason = rosterRefusal(code, vocabulary, field);
  return `${right ? `${reason}. ${vocabulary.rightToGrant(right)}` : reason} (${status} ${code})`;
}
