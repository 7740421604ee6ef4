import type { users as enUsers } from '../../en/portal/users.ts';
import { n } from '../number.ts';

export const users: typeof enUsers = {
  title: 'Benutzer',
  text: 'Wer dieses Portal benutzen darf. Jede Änderung steht im Protokoll.',
  invite: 'Jemanden einladen',
  lastSignIn: 'Letzte Anmeldung',
  you: 'Sie',
  role: 'Rolle',
  changeRole: (email) => `Rolle von ${email}`,
  roleChanged: 'Die Rolle wurde geändert.',
  reset: 'Neues Passwort',
  resetTitle: (email) => `Neues Passwort für ${email}?`,
  resetText:
    'Sie bekommen einen Link zum Weitergeben, über den die Person ein neues Passwort wählt. Bis dahin gilt das alte.',
  resetMailText:
    'Die Person bekommt eine Mail mit einem Link, über den sie ein neues Passwort wählt. Bis dahin gilt das alte.',
  resetButton: 'Link erzeugen',
  resetSend: 'Mail senden',
  remove: 'Entfernen',
  removeTitle: (email) => `${email} entfernen?`,
  removeText:
    'Die Person wird sofort abgemeldet und kann sich nicht mehr anmelden. Was sie getan hat, bleibt im Protokoll.',
  keysStay: (keys) =>
    keys === 1
      ? 'Die Person kennt das Passwort eines API-Schlüssels, der weiter gilt. Geben Sie ihm unter „API-Schlüssel“ ein neues.'
      : `Die Person kennt die Passwörter von ${n(keys)} API-Schlüsseln, die weiter gelten. Geben Sie ihnen unter „API-Schlüssel“ neue.`,
  webhooksStay: (webhooks) =>
    webhooks === 1
      ? 'Die Person hat die Adresse eines Webhooks eingetragen, der weiter Ereignisse bekommt. Prüfen Sie ihn unter „Webhooks“.'
      : `Die Person hat die Adressen von ${n(webhooks)} Webhooks eingetragen, die weiter Ereignisse bekommen. Prüfen Sie sie unter „Webhooks“.`,
  sourcesStay: (sources) =>
    sources === 1
      ? 'Die Person hat ein HR-System verbunden, aus dem weiter Listen kommen, oder das Passwort dafür erzeugt. Prüfen Sie es unter „HR-Anbindungen“.'
      : `Die Person hat ${n(sources)} HR-Systeme verbunden, aus denen weiter Listen kommen, oder die Passwörter dafür erzeugt. Prüfen Sie sie unter „HR-Anbindungen“.`,
  providerStays:
    'Die Person hat den Identitätsdienst der Firma eingetragen. Wer ihn betreibt, kann sich als andere Benutzer anmelden. Prüfen Sie unter „Firmenanmeldung“, ob es Ihrer ist.',
  removed: 'Der Benutzer wurde entfernt.',
  open: 'Offene Einladungen',
  openText: 'Ein Link gilt einmal. Mailversand ist nicht eingerichtet: Geben Sie ihn selbst weiter.',
  openMailText: 'Der Link steht in einer Mail an diese Adresse und gilt einmal.',
  expires: 'Gültig bis',
  invitedBy: 'Eingeladen von',
  withdraw: 'Zurückziehen',
  withdrawn: 'Die Einladung wurde zurückgezogen.',
  inviteText: 'Die Person wählt ihr Passwort selbst, über einen Link, den Sie weitergeben.',
  inviteMailText: 'Die Person bekommt eine Mail mit einem Link, über den sie ihr Passwort selbst wählt.',
  send: 'Einladung senden',
  create: 'Link erzeugen',
  linkTitle: 'Der Link ist fertig',
  linkText: (email) => `Geben Sie diesen Link an ${email} weiter. Er wird nur jetzt gezeigt und gilt einmal.`,
  mailedTitle: 'Die Mail ist unterwegs',
  mailedText: (email) => `Der Link steht in einer Mail an ${email}. Er gilt einmal.`,
  outboxText: (email) =>
    `In der Testumgebung wird nichts verschickt. Die Mail an ${email} liegt im Postausgang. Der Link gilt einmal; hier ist er auch.`,
  toOutbox: 'Zum Postausgang',
  passwordTitle: 'Passwort ändern',
  passwordText: 'Auf allen anderen Geräten werden Sie abgemeldet.',
  passwordChanged: 'Ihr Passwort wurde geändert.',
  notices: {
    title: 'Mails an Sie',
    text: 'Es geht um alles, worum Sie sich mit Ihrer Rolle kümmern können, zum Beispiel: Listen, die abgewiesen wurden oder ausgeblieben sind, Abgleiche, die angehalten oder fehlgeschlagen sind, unklare Zuordnungen, Anfragen von Beschäftigten, abgeschaltete Webhooks, Schlüssel, die bald ablaufen, und Monate, die für die Lohnabrechnung bereit sind.',
    label: 'Welche Mails möchten Sie?',
    wishes: {
      'at-once': {
        label: 'Dringende sofort',
        text: 'Die anderen morgens um 7 in einer Mail, wenn es etwas gibt.',
      },
      digest: { label: 'Eine Mail am Tag', text: 'Alles morgens um 7, wenn es etwas gibt.' },
      none: { label: 'Keine', text: 'Die Übersicht im Portal zeigt alles.' },
    },
    saved: 'Ihre Auswahl ist gespeichert.',
  },
  sessions: 'Wo Sie angemeldet sind',
  sessionsText: 'Beenden Sie Sitzungen, die Sie nicht kennen, und ändern Sie Ihr Passwort.',
  device: 'Gerät',
  address: 'Netzwerkadresse',
  lastUse: 'Zuletzt benutzt',
  thisSession: 'dieser Browser',
  endSession: 'Beenden',
  endOthers: 'Alle anderen beenden',
  sessionEnded: 'Die Sitzung ist beendet.',
};
