import type { common as enCommon, errors as enErrors } from '../../en/portal/common.ts';
import { n } from '../number.ts';

export const common: typeof enCommon = {
  loading: 'Lädt',
  reload: 'Seite neu laden',
  pageFailed:
    'Diese Seite lässt sich wegen eines Fehlers im Dienst nicht anzeigen. Ihre Daten sind davon nicht betroffen. Hilft neu laden nicht, melden Sie es bitte dem Betreiber des Dienstes.',
  pageOutdated:
    'Diese Seite ließ sich nicht laden. Vielleicht wurde der Dienst inzwischen aktualisiert: Laden Sie die Seite neu.',
  tryAgain: 'Noch einmal versuchen',
  cancel: 'Abbrechen',
  close: 'Schließen',
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

/** Every code has its text: the service's own sentences are English. */
const CODES = {
  'sign-in-failed': 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  'sign-in-expired': 'Die Anmeldung hat zu lange gedauert. Bitte fangen Sie noch einmal an.',
  'passkey-refused':
    'Dieser Passkey ist hier nicht bekannt, oder die Antwort kam zu spät. Bitte versuchen Sie es noch einmal.',
  'passkey-required':
    'Ihr Unternehmen verlangt einen Passkey. Laden Sie die Seite neu, um einen hinzuzufügen.',
  'role-required': 'Ihre Rolle erlaubt das nicht.',
  'method-not-allowed': 'Diese Adresse nimmt solche Anfragen nicht an.',
  'not-found': 'Das gibt es nicht oder nicht mehr.',
  'too-many-mails':
    'Von diesen Mails wurden in 24 Stunden zu viele gesendet. Bitte später noch einmal versuchen.',
  'roster-outdated':
    'Inzwischen wurde eine andere Liste dieser Anbindung angenommen. Sehen Sie nach, was sie geändert hat, und versuchen Sie es dann noch einmal.',
  'too-many-unfinished-runs': 'Zu viele Listen dieser Anbindung warten noch. Versuchen Sie es später wieder.',
  'request-timeout': 'Die Datei kam nicht rechtzeitig an. Bitte versuchen Sie es noch einmal.',
  'link-ended': 'Dieser Link gilt nicht mehr.',
  'date-of-birth-required': 'Dafür wird zuerst das Geburtsdatum gebraucht.',
  'wrong-date-of-birth': 'Das Geburtsdatum stimmt nicht.',
  'mail-not-configured': 'Dieser Dienst verschickt keine Mails.',
  'link-expired':
    'Dieser Link wurde benutzt, zurückgezogen oder ist zu alt. Bitten Sie um eine neue Einladung.',
  'confirmation-required': 'Dafür brauchen wir Ihr Passwort.',
  'internal-error':
    'Im Dienst ist ein Fehler aufgetreten. Versuchen Sie es noch einmal; wenn das nicht hilft, wenden Sie sich an den Betreiber.',
  busy: 'Der Server hat gerade zu viel zu tun. Versuchen Sie es gleich noch einmal.',
  'database-unavailable': 'Die Datenbank ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.',
  'shutting-down': 'Der Dienst startet gerade neu. Versuchen Sie es gleich noch einmal.',
  'malformed-request':
    'Der Dienst konnte die Anfrage nicht lesen. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
  'invalid-credentials': 'Die Zugangsdaten fehlen oder sind falsch.',
  'not-signed-in': 'Sie sind nicht angemeldet. Bitte melden Sie sich an.',
  'missing-permission': 'Dem API-Schlüssel fehlt eine Berechtigung.',
  'address-not-allowed': 'Der API-Schlüssel darf von dieser Adresse nicht benutzt werden.',
  'key-restricted': 'Der API-Schlüssel gilt nur für bestimmte Anbindungen.',
  'approval-in-portal-only': 'Diesen Abgleich darf nur ein Mensch im Portal freigeben.',
  'foreign-origin':
    'Die Anfrage kam von einer anderen Seite. Öffnen Sie das Portal unter seiner eigenen Adresse.',
  'https-required': 'Das Portal ist nur über https erreichbar.',
  'identity-refused': 'Die Anmeldung über Ihren Identitätsdienst wurde nicht angenommen.',
  'identity-provider-failed':
    'Ihr Identitätsdienst ist zurzeit nicht zu gebrauchen. Versuchen Sie es später noch einmal.',
  'document-not-downloadable': 'Das Dokument wird zurückgehalten.',
  'clock-cannot-go-back': 'Zurück geht die Uhr nicht.',
  'demo-not-ready':
    'Die Demo-Firma bekommt gerade ihre Vorgeschichte. Bitte versuchen Sie es in einigen Sekunden noch einmal.',
  'sync-in-progress': 'Gerade läuft ein Abgleich. Bitte versuchen Sie es gleich noch einmal.',
  'integration-disconnected': 'Die Anbindung ist getrennt und nimmt keine Listen an.',
  'integration-is-pulled': 'Die Listen dieser Anbindung holt der Dienst selbst ab.',
  'cannot-trigger': 'Diese Anbindung ist mit keinem HR-System verbunden.',
  'already-running': 'Die Liste dieser Anbindung wird gerade schon abgeholt.',
  'not-held': 'Über diesen Abgleich ist nichts mehr zu entscheiden.',
  'transition-refused': 'Das ist beim jetzigen Stand des Abos nicht möglich.',
  conflict: 'Das passt nicht mehr zum jetzigen Stand. Laden Sie die Seite neu.',
  'ticket-not-valid': 'Dieses Ticket ist nicht mehr gültig.',
  'offer-withdrawn': 'Das Angebot wurde zurückgezogen.',
  'offer-replaced': 'An die Stelle dieses Angebots ist ein anderes getreten.',
  'payload-too-large': 'Das ist zu groß.',
  'unsupported-media-type': 'Dieses Format nimmt der Dienst nicht an.',
  'invalid-values': 'Einige Angaben sind nicht gültig.',
  'too-many-requests': 'Das war zu oft in kurzer Zeit. Bitte warten Sie etwas.',
  'headers-too-large':
    'Die Anfrage ist zu groß. Löschen Sie die Cookies dieser Seite und versuchen Sie es noch einmal.',
  'query-too-slow': 'Die Suche hat zu lange gedauert. Grenzen Sie sie ein und versuchen Sie es noch einmal.',
  'wallet-not-configured': 'Für diese Wallet ist der Dienst noch nicht eingerichtet.',
};

export const errors: typeof enErrors = {
  title: 'Das hat nicht geklappt',
  unreachable: 'Der Dienst antwortet nicht. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  unexpected:
    'Etwas Unerwartetes ist passiert. Laden Sie die Seite neu; wenn das nicht hilft, wenden Sie sich an den Betreiber.',
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
