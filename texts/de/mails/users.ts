import type { invitation as enInvitation, passwordReset as enPasswordReset } from '../../en/mails/users.ts';

const validUntil = 'Gültig bis';

export const invitation: typeof enInvitation = {
  subject: (company) => `Einladung ins Jobticket-Portal von ${company}`,
  preview: (until) => `Legen Sie ein Passwort fest. Der Link gilt bis ${until}.`,
  title: 'Sie sind ins Jobticket-Portal eingeladen',
  by: (inviter, company) => `${inviter} hat Sie ins Jobticket-Portal von ${company} eingeladen.`,
  byNobody: (company) => `Sie sind ins Jobticket-Portal von ${company} eingeladen.`,
  role: 'Ihre Rolle',
  mayDo: 'Was Sie dürfen',
  validUntil,
  accept: 'Einladung annehmen',
  note: 'Der Link ist nur für Sie. Geben Sie ihn nicht weiter: Wer ihn öffnet, kann Ihr Konto anlegen.',
  footer:
    'Wenn Sie diese Einladung nicht erwartet haben, können Sie diese Nachricht löschen. Es geschieht dann nichts.',
};

export const passwordReset: typeof enPasswordReset = {
  subject: 'Neues Passwort für das Jobticket-Portal',
  preview: 'Mit diesem Link legen Sie ein neues Passwort fest.',
  title: 'Legen Sie ein neues Passwort fest',
  intro: (company) =>
    `Für Ihr Konto im Jobticket-Portal von ${company} wurde ein neues Passwort angefordert.`,
  account: 'Konto',
  validUntil,
  choose: 'Neues Passwort festlegen',
  note: 'Ihr bisheriges Passwort gilt, bis Sie ein neues festgelegt haben. Danach werden Sie überall abgemeldet.',
  footer:
    'Wenn Sie kein neues Passwort brauchen, löschen Sie diese Nachricht und sagen Sie einem Administrator Ihres Unternehmens Bescheid.',
};
