import { languageOf } from '../../../../texts/language.ts';
import { formatMinute } from '../../../platform/language/dates.ts';
import { button, details, type Letter, note, paragraph } from '../letter/letter.ts';
import { companyWords } from './names.ts';

export interface InvitationFacts {
  kind: 'invitation';
  companyName: string;
  locale: string;
  timeZone: string;
  role: 'admin' | 'viewer';
  /** The address of the inviting user; null: the operator. */
  invitedBy: string | null;
  expiresAt: string;
  link: string;
}

export function invitationLetter(facts: InvitationFacts): Letter {
  const language = languageOf(facts.locale);
  const company = companyWords(language, facts.companyName);
  const { invitedBy, link } = facts;
  const until = formatMinute(new Date(facts.expiresAt), facts.locale, facts.timeZone);
  if (language === 'de')
    return {
      language,
      companyName: company.head,
      subject: `Einladung ins Jobticket-Portal von ${company.of}`,
      preview: `Legen Sie ein Passwort fest. Der Link gilt bis ${until}.`,
      title: 'Sie sind ins Jobticket-Portal eingeladen',
      parts: [
        paragraph(
          invitedBy
            ? `${invitedBy} hat Sie eingeladen, die Jobtickets von ${company.of} ${facts.role === 'admin' ? 'zu verwalten' : 'anzusehen'}.`
            : `Sie sind eingeladen, die Jobtickets von ${company.of} ${facts.role === 'admin' ? 'zu verwalten' : 'anzusehen'}.`,
        ),
        details(
          ['Ihre Rolle', facts.role === 'admin' ? 'Admin: darf alles ändern' : 'Leser: darf alles ansehen'],
          ['Gültig bis', until],
        ),
        button('Einladung annehmen', link),
        note('Der Link ist nur für Sie. Geben Sie ihn nicht weiter: Wer ihn öffnet, kann Ihr Konto anlegen.'),
      ],
      footer: [
        'Wenn Sie diese Einladung nicht erwartet haben, können Sie diese Nachricht löschen. Es geschieht dann nichts.',
      ],
    };
  return {
    language,
    companyName: company.head,
    subject: `Invitation to the job ticket portal of ${company.of}`,
    preview: `Choose a password. The link is valid until ${until}.`,
    title: 'You are invited to the job ticket portal',
    parts: [
      paragraph(
        invitedBy
          ? `${invitedBy} has invited you to ${facts.role === 'admin' ? 'manage' : 'see'} the job tickets of ${company.of}.`
          : `You are invited to ${facts.role === 'admin' ? 'manage' : 'see'} the job tickets of ${company.of}.`,
      ),
      details(
        [
          'Your role',
          facts.role === 'admin' ? 'Admin: can change everything' : 'Viewer: can read everything',
        ],
        ['Valid until', until],
      ),
      button('Accept the invitation', link),
      note('The link is only for you. Do not pass it on: anybody who opens it can create your account.'),
    ],
    footer: ['If you did not expect this invitation, delete this message. Nothing will happen.'],
  };
}
