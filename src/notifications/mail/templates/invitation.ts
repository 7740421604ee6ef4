import { TEXTS } from '../../../../texts/catalogue.ts';
import { formatMinute } from '../../../../texts/format.ts';
import { languageOf } from '../../../../texts/language.ts';
import type { Role } from '../../../domain/access/roles.ts';
import { button, details, type Letter, note, paragraph } from '../letter/letter.ts';
import { companyWords } from './names.ts';

export interface InvitationFacts {
  kind: 'invitation';
  companyName: string;
  locale: string;
  timeZone: string;
  role: Role;
  /** The address of the inviting user; null: the operator. */
  invitedBy: string | null;
  expiresAt: string;
  link: string;
}

export function invitationLetter(facts: InvitationFacts): Letter {
  const language = languageOf(facts.locale);
  const company = companyWords(language, facts.companyName);
  const words = TEXTS[language].mails.invitation;
  const { invitedBy, role, link } = facts;
  const until = formatMinute(new Date(facts.expiresAt), facts.locale, facts.timeZone);
  return {
    language,
    companyName: company.head,
    subject: words.subject(company.of),
    preview: words.preview(until),
    title: words.title,
    parts: [
      paragraph(invitedBy ? words.by(invitedBy, company.of) : words.byNobody(company.of)),
      details(
        [words.role, TEXTS[language].vocabulary.role[role]],
        [words.mayDo, TEXTS[language].vocabulary.roleText[role]],
        [words.validUntil, until],
      ),
      button(words.accept, link),
      note(words.note),
    ],
    footer: [words.footer],
  };
}
