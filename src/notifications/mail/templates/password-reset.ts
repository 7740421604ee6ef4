import { TEXTS } from '../../../../texts/catalogue.ts';
import { formatMinute } from '../../../../texts/format.ts';
import { languageOf } from '../../../../texts/language.ts';
import { button, details, type Letter, note, paragraph } from '../letter/letter.ts';
import { companyWords } from './names.ts';

export interface PasswordResetFacts {
  kind: 'password-reset';
  companyName: string;
  locale: string;
  timeZone: string;
  email: string;
  expiresAt: string;
  link: string;
}

export function passwordResetLetter(facts: PasswordResetFacts): Letter {
  const language = languageOf(facts.locale);
  const company = companyWords(language, facts.companyName);
  const words = TEXTS[language].mails.passwordReset;
  const { email, link } = facts;
  const until = formatMinute(new Date(facts.expiresAt), facts.locale, facts.timeZone);
  return {
    language,
    companyName: company.head,
    subject: words.subject,
    preview: words.preview,
    title: words.title,
    parts: [
      paragraph(words.intro(company.of)),
      details([words.account, email], [words.validUntil, until]),
      button(words.choose, link),
      note(words.note),
    ],
    footer: [words.footer],
  };
}
