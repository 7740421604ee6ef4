import { TEXTS } from '../../../texts/catalogue.ts';
import type { Language } from '../../../texts/language.ts';
import type { Sql } from '../../platform/db/types.ts';
import { printableName } from './printable-name.ts';

/** What the company says to its employees in each mail. */
export interface CompanyNote {
  contact: string | null;
  hasPrivacyNote: boolean;
}

/** Undefined if the company has entered neither. */
export async function selectCompanyNote(sql: Sql, companyId: number): Promise<CompanyNote | undefined> {
  const [note] = await sql<CompanyNote[]>`
    select contact, privacy_note is not null as "hasPrivacyNote" from companies
    where id = ${companyId} and (contact is not null or privacy_note is not null)`;
  return note;
}

/** Lines for the foot of a mail. Those with the address of a website are left out: nobody sends a link in our name. */
export function noteLines(language: Language, { contact, hasPrivacyNote }: CompanyNote): string[] {
  const { note } = TEXTS[language].mails;
  const lines = (contact?.split('\n') ?? []).filter(
    (line) =>
      line.trim() !== '' && printableName(line.replaceAll(/(?<![^\s@])[^\s@]+@[^\s@]+/g, '')) !== null,
  );
  return [
    ...(lines.length > 0 ? [note.contact(lines.join(', '))] : []),
    ...(hasPrivacyNote ? [note.privacy] : []),
  ];
}
