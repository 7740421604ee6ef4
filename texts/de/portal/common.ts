import type { common as enCommon, errors as enErrors } from '../../en/portal/common.ts';
import { n } from '../number.ts';
import { CODES } from './codes.ts';

export const common: typeof enCommon = {
  loading: 'Lädt',
  reload: 'Seite neu laden',
  pageFailed:
    'Diese Seite lässt sich wegen eines Fehlers im Dienst nicht anzeigen. Ihre Daten sind davon nicht betroffen. Wenn es nicht hilft, die Seite neu zu laden, wenden Sie sich bitte an den Betreiber des Dienstes.',
  pageOutdated:
    'Diese Seite ließ sich nicht laden. Vielleicht wurde der Dienst inzwischen aktualisiert: Laden Sie die Seite neu.',
  tryAgain: 'Noch einmal versuchen',
  cancel: 'Abbrechen',
  close: 'Schließen',
  messages: 'Meldungen',
  done: 'Fertig',
  save: 'Speichern',
  saved: 'Gespeichert.',
  copy: 'Kopieren',
  copied: 'Kopiert',
  download: 'Herunterladen',
  previous: 'Zurück',
  next: 'Weiter',
  shown: (from, to, total) => `${n(from)} bis ${n(to)} von ${n(total)}`,
  all: 'Alle',
  none: 'keine',
  never: 'nie',
  yes: 'Ja',
  no: 'Nein',
  show: 'Anzeigen',
  more: 'Mehr',
  on: 'An',
  off: 'Aus',
  notSet: 'nicht gesetzt',
  leaveTitle: 'Ohne Speichern verlassen?',
  leaveText: 'Ihre Änderungen auf dieser Seite sind noch nicht gespeichert.',
  leave: 'Ohne Speichern verlassen',
  stay: 'Hier bleiben',
  secretQuestion: 'Schon gespeichert?',
  secretQuestionText:
    'Nach dem Schließen wird es nicht noch einmal gezeigt. Geht es verloren, brauchen Sie ein neues.',
  secretClose: 'Schließen',
  secretStay: 'Noch einmal zeigen',
  optional: 'optional',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  name: 'Name',
  status: 'Status',
  created: 'Angelegt',
  actions: 'Aktionen',
  people: (count) => (count === 1 ? '1 Person' : `${n(count)} Personen`),
  mayNotChange: 'Ihre Rolle kann das nicht ändern.',
  exportCsv: 'Als CSV exportieren',
  from: 'Von',
  to: 'Bis',
  before: 'Vorher',
  after: 'Nachher',
  language: 'Sprache',
  theme: 'Darstellung',
  themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
  unknownDevice: 'Unbekannt',
  onSystem: (browser, system) => `${browser} auf ${system}`,
  steps: 'Schritte',
  stepDone: 'erledigt',
  skip: 'Zum Inhalt springen',
};

const VALUES: Record<string, string> = {
  missing: 'Das fehlt.',
  'wrong-type': 'Das Format stimmt nicht.',
  'not-allowed': 'Das ist hier nicht möglich.',
  'too-small': 'Das ist zu klein.',
  'too-large': 'Das ist zu groß.',
  'too-short': 'Das ist zu kurz.',
  'too-long': 'Das ist zu lang.',
  'too-few': 'Bitte mindestens eines wählen.',
  'too-many': 'Das sind zu viele.',
  duplicate: 'Das kommt mehrmals vor.',
  malformed: 'Das ist nicht gültig.',
  'enter-again': 'Bitte geben Sie das neu ein, denn die Adresse hat sich geändert.',
  'in-future': 'Das Datum liegt in der Zukunft.',
  repeated: 'Das steht mehrmals da.',
  wrong: 'Das stimmt nicht.',
  'unknown-parameter': 'Diesen Filter gibt es nicht.',
  repeats: 'Bitte nicht nur dieselben wenigen Zeichen.',
  'own-address': 'Bitte nicht Ihre E-Mail-Adresse oder ihren ersten Teil, auch nicht mit Ziffern dahinter.',
  'known-name':
    'Bitte nicht den Namen Ihres Unternehmens oder dieses Dienstes, auch nicht mit Ziffern dahinter.',
  'too-common': 'Dieses Passwort ist zu bekannt, auch mit Ziffern dahinter.',
};

export const errors: typeof enErrors = {
  title: 'Das hat nicht geklappt',
  unreachable: 'Der Dienst antwortet nicht. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  unexpected:
    'Ein unerwarteter Fehler ist aufgetreten. Laden Sie die Seite neu. Wenn das nicht hilft, wenden Sie sich an den Betreiber des Dienstes.',
  invalid: 'Bitte prüfen:',
  required: 'Bitte ausfüllen.',
  number: 'Bitte geben Sie eine Zahl ein.',
  value: (code, field) => {
    if (code === 'malformed' && ['email', 'technicalContact'].includes(field))
      return 'Bitte eine vollständige Adresse angeben, zum Beispiel name@example.com.';
    if (code === 'malformed' && /Date|dateOfBirth/.test(field))
      return 'Bitte ein gültiges Datum angeben, zum Beispiel 2026-11-01.';
    if (code === 'too-few' && field === 'employees') return 'Die Liste ist leer.';
    if (code === 'too-short' && ['firstName', 'lastName', 'email', 'hrId'].includes(field))
      return 'Das fehlt.';
    if (code === 'too-many' && field === 'search') return 'Bitte höchstens zehn Wörter.';
    return VALUES[code] ?? 'Das ist nicht gültig.';
  },
  wrongPassword: 'Dieses Passwort ist falsch.',
  tooMany: (seconds) => `Das war zu oft in kurzer Zeit. Bitte warten Sie ${n(seconds)} Sekunden.`,
  tooManyMails: {
    recipient: (most, hours) =>
      `An diese Adresse gingen in 24 Stunden schon ${most} solche Mails. Bitte versuchen Sie es in ${n(hours)} Stunden noch einmal.`,
    company: (most, hours) =>
      `Ihr Unternehmen hat in 24 Stunden schon ${most} solche Mails gesendet. Bitte versuchen Sie es in ${n(hours)} Stunden noch einmal.`,
  },
  notFoundTitle: 'Diese Seite gibt es nicht',
  notFoundText: 'Vielleicht gibt es sie nicht mehr, oder die Adresse enthält einen Tippfehler.',
  toOverview: 'Zur Übersicht',
  notAllowedTitle: 'Ihre Rolle kann diese Seite nicht öffnen',
  notAllowedText: (roles) => `Sie ist für: ${roles}.`,
  whoToAsk: 'Fragen Sie zum Beispiel:',
  toStart: 'Zur Startseite',
  passkey: {
    cancelled:
      'Es wurde kein Passkey benutzt: abgebrochen, zu lange gewartet, oder auf diesem Gerät gibt es keinen für das Portal.',
    known: 'Dieses Gerät ist schon hinzugefügt.',
    'other-address': 'Passkeys gelten nur unter der eigenen Adresse des Portals. Öffnen Sie es dort.',
    failed:
      'Ihr Browser konnte keinen Passkey benutzen. Versuchen Sie es noch einmal oder mit einem anderen Gerät.',
  },
  codes: CODES,
};
