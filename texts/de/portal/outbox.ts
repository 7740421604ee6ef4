import type { outbox as enOutbox } from '../../en/portal/outbox.ts';

export const outbox: typeof enOutbox = {
  text: 'In der Testumgebung wird nichts verschickt. Hier sehen Sie jede Mail, die verschickt worden wäre.',
  none: 'Noch keine Mail',
  noneText: 'Laden Sie zum Beispiel jemanden ein: Die Einladung erscheint gleich darauf hier.',
  to: 'An',
  from: 'Von',
  subject: 'Betreff',
  kind: 'Art',
  at: 'Gesendet',
  kinds: {
    invitation: 'Einladung',
    'password-reset': 'Neues Passwort',
    notice: 'Hinweis an Benutzer oder technischen Kontakt',
    digest: 'Tägliche Mail an Benutzer',
    'page-link': 'Link zur eigenen Seite',
    'contract-offered': 'Vertrag',
    'contract-reminder': 'Erinnerung an einen Vertrag',
    ticket: 'Ticket des Monats',
    'request-answered': 'Antwort auf eine Anfrage',
    receipt: 'Erstattung',
  },
  asHtml: 'Als HTML',
  asText: 'Als Text',
  form: 'Form der Mail',
  back: 'Alle Mails',
  frame: (subject) => `Mail: ${subject}`,
};
