import { languageOf } from '../../../../texts/language.ts';
import { formatMinute } from '../../../platform/language/dates.ts';
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
  const { email, link } = facts;
  const until = formatMinute(new Date(facts.expiresAt), facts.locale, facts.timeZone);
  if (language === 'de')
    return {
      language,
      companyName: company.head,
      subject: 'Neues Passwort für das Jobticket-Portal',
      preview: 'Mit diesem Link legen Sie ein neues Passwort fest.',
      title: 'Legen Sie ein neues Passwort fest',
      parts: [
        paragraph(
          `Für Ihr Konto im Jobticket-Portal von ${company.of} wurde ein neues Passwort angefordert.`,
        ),
        details(['Konto', email], ['Gültig bis', until]),
        button('Neues Passwort festlegen', link),
        note(
          'Ihr bisheriges Passwort gilt, bis Sie ein neues festgelegt haben. Danach werden Sie überall abgemeldet.',
        ),
      ],
      footer: [
        'Wenn Sie kein neues Passwort brauchen, löschen Sie diese Nachricht und sagen Sie einem Admin Ihrer Firma Bescheid.',
      ],
    };
  return {
    language,
    companyName: company.head,
    subject: 'A new password for the job ticket portal',
    preview: 'Use this link to choose a new password.',
    title: 'Choose a new password',
    parts: [
      paragraph(`A new password was requested for your account in the job ticket portal of ${company.of}.`),
      details(['Account', email], ['Valid until', until]),
      button('Choose a new password', link),
      note(
        'Your present password works until you have chosen a new one. After that, you are signed out everywhere.',
      ),
    ],
    footer: ['If you do not need a new password, delete this message and tell an admin of your company.'],
  };
}
