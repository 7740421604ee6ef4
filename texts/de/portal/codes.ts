/** Every code has its text: the service's own sentences are English. */
export const CODES = {
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
    'Im Dienst ist ein Fehler aufgetreten. Versuchen Sie es noch einmal. Wenn das nicht hilft, wenden Sie sich an den Betreiber.',
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
  'takes-no-files': 'Diese Anbindung nimmt keine Dateien an.',
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
