import type { Refusals } from '../../en/portal/refusals.ts';
import { CODES } from './codes.ts';

/** Complete: the sentences of the service are English. */
export const refusals: Refusals = {
  'no-subscription': () => 'Es gibt kein Abo.',
  'not-begun': () => 'Das Abo hat noch nicht begonnen.',
  'nothing-scheduled': () => 'Das Abo läuft, und es ist nichts geplant.',
  'pause-ahead': () => 'Eine Pause ist schon geplant.',
  paused: () => 'Das Abo ist pausiert.',
  'about-to-end': () => 'Das Abo läuft schon aus.',
  ended: () => 'Das Abo ist beendet.',
  erased: () => 'Die Daten dieser Person wurden gelöscht.',
  'offer-open': () => 'Ein Vertragsangebot ist noch nicht beantwortet.',
  'not-listed': () =>
    'Die Person ist nicht mehr im Unternehmen: Kein HR-System meldet sie mehr, oder ihr letzter Tag ist vorbei.',
  'employment-ends': ({ day }) => `Die Beschäftigung endet am ${day}.`,
  'employment-begins': ({ day }) => `Die Beschäftigung beginnt erst am ${day}.`,
  'plan-in-force': () => 'Dieser Tarif gilt schon.',
  'too-early-to-pause': ({ month }) => `Frühestens kann ab ${month} pausiert werden.`,
  'pause-ends-first': () => 'Die Pause würde enden, bevor sie beginnt.',
  'paused-by-hr': () => 'Die Pause kommt von einer Abwesenheit im HR-System und endet mit ihr.',
  'no-pause': () => 'Es gibt keine Pause, weder jetzt noch geplant.',
  'already-cancelled': () => 'Das Abo ist schon gekündigt.',
  'ended-by-hr': () => 'Das Ende kommt aus dem HR-System.',
  'not-cancelled': () => 'Das Abo ist nicht gekündigt.',
  'ticket-issued': () => 'Für diesen Monat gibt es schon ein Ticket.',
  'month-paused': () => 'Dieser Monat ist pausiert.',
  'offer-withdrawn': () => CODES['offer-withdrawn'],
  'offer-accepted': () => 'Das Angebot ist schon angenommen.',
  'offer-rejected': () => 'Das Angebot ist schon abgelehnt.',
  'offer-lapsed': () => 'Dieses Angebot kann nicht mehr beantwortet werden.',
  'offer-follows-amounts': () =>
    'Neue Bedingungen folgen aus Preis und Zuschuss und lassen sich nicht einzeln zurückziehen.',
  'already-subscribed': () => 'Es gibt schon ein Abo.',
  'employment-ends-first': () => 'Die Beschäftigung endet, bevor das Abo beginnen könnte.',
  'conflict-open': () => 'Es ist nicht sicher, wer die Person ist: Eine unklare Zuordnung ist offen.',
  'plan-not-offered': () => 'Diesen Tarif können Beschäftigte nicht selbst wählen.',
  'acts-switched-off': () => 'Das kann nur die Personalabteilung ändern.',
  'request-open': () => 'Eine Anfrage dieser Art ist noch nicht beantwortet.',
  'request-answered': () => 'Diese Anfrage wartet nicht mehr auf eine Antwort.',
  'outcome-changed': () =>
    'Inzwischen würde es zu einem anderen Tag gelten oder anders kosten. Bitte sehen Sie noch einmal hin.',
  'selection-changed': ({ people }) =>
    `Die Auswahl hat sich inzwischen geändert (Personen: ${people}). Bitte sehen Sie sich die Vorschau noch einmal an.`,
  'kept-by-hr': () => 'Die Daten dieser Person kommen aus dem HR-System. Bitte ändern Sie sie dort.',
  'something-issued': () =>
    'Die Person kann nicht gelöscht werden: Es gibt schon ein Ticket, ein Dokument oder einen beantworteten Vertrag.',
  'another-person': () =>
    'Mit anderem Geburtsdatum und anderem Vornamen oder anderer E-Mail-Adresse wäre das eine andere Person. Tickets und Dokumente dürfen nicht auf sie übergehen. Legen Sie die andere Person neu an.',
  'not-exchanged': () =>
    'Diese Nummer ist nicht mit einer anderen vertauscht, oder eine der beiden Personen ist inzwischen ausgeschieden.',
  'other-answer-given': () => 'Das Angebot ist schon anders beantwortet.',
  'already-linked': () => 'Diese Person ist mit dieser Anbindung schon verknüpft.',
  'key-revoked': () => 'Dieser Schlüssel ist widerrufen. Erzeugen Sie einen neuen.',
  'people-changed': ({ people }) =>
    `Die Zahl der Personen hat sich inzwischen geändert (jetzt: ${people}). Bitte prüfen Sie noch einmal.`,
  'contract-not-accepted': () => 'Ein Vertrag lässt sich erst freigeben, wenn er angenommen ist.',
  'mail-not-set-up': () => 'Dieser Server verschickt keine Mails.',
  'employee-mail-off': () =>
    'Mails an Beschäftigte sind ausgeschaltet. Schalten Sie sie zuerst in den Einstellungen ein.',
  'address-in-use': () => 'Diese E-Mail-Adresse hat schon ein Benutzer dieses Unternehmens.',
  'last-admin': () => 'Das ist der letzte Administrator. Machen Sie zuerst jemand anderen dazu.',
  'no-passkeys-here': () =>
    'Passkeys brauchen einen Rechnernamen: Das Portal muss über https und nicht über eine IP-Adresse erreichbar sein.',
  'passkey-known': () => 'Dieser Passkey ist schon hinzugefügt.',
  'too-many-passkeys': () => 'Mehr als 20 Passkeys gehen nicht. Entfernen Sie zuerst einen.',
  'last-passkey': () =>
    'Ihr Unternehmen verlangt einen Passkey. Fügen Sie einen anderen hinzu, bevor Sie den letzten entfernen.',
  'own-passkeys': () =>
    'Ihre Passkeys kann ein anderer Administrator zurücksetzen. Eigene entfernen Sie auf Ihrer Seite.',
  'only-through-provider': () => 'Dieses Unternehmen meldet sich nur über seinen Identitätsdienst an.',
  'admin-signs-in-first': () =>
    'Zuerst muss sich ein Administrator mit diesen Einstellungen über den Identitätsdienst anmelden. Erst dann kann er der einzige Zugang sein.',
  'no-other-way-in': () =>
    'Kein Administrator hat ein Passwort oder einen Passkey. Erzeugen Sie zuerst einen Link für ein neues Passwort, sonst kommt niemand mehr hinein.',
  'sign-in-over': () =>
    'Diese Anmeldung wurde in einem anderen Browser begonnen, ist schon abgeschlossen oder hat zu lange gedauert. Bitte beginnen Sie von vorn.',
  'provider-refused': () => 'Der Identitätsdienst hat Sie nicht angemeldet.',
  'sign-in-not-recent': () =>
    'Der Identitätsdienst bestätigt nicht, dass Sie sich gerade erst angemeldet haben (auth_time). Bitte melden Sie sich dort noch einmal an.',
  'email-not-verified': () => 'Der Identitätsdienst nennt keine E-Mail-Adresse, die er bestätigt hat.',
  'domain-not-allowed': () =>
    'Mit Adressen dieser Domain kann man sich bei diesem Unternehmen nicht anmelden.',
  'not-invited': () =>
    'Sie sind kein Benutzer dieses Unternehmens. Bitten Sie einen Administrator um eine Einladung.',
  'other-person': () =>
    'Der Benutzer mit dieser E-Mail-Adresse ist beim Identitätsdienst eine andere Person.',
  'no-role': () => 'Der Identitätsdienst gibt Ihnen keine Rolle in diesem Portal.',
  'other-user': () => 'Beim Identitätsdienst hat sich jemand anderes angemeldet.',
  'provider-unreachable': () =>
    'Der Identitätsdienst dieses Unternehmens antwortet nicht. Bitte versuchen Sie es später noch einmal.',
  'provider-answer-invalid': () =>
    'Die Antwort des Identitätsdienstes dieses Unternehmens ist nicht zu gebrauchen.',
  'provider-names-other-issuer': () =>
    'Der Identitätsdienst nennt einen anderen Aussteller, als in den Einstellungen steht.',
  'provider-rejects-client': () =>
    'Der Identitätsdienst nimmt Client-ID und Secret aus den Einstellungen nicht an.',
  'client-secret-unreadable': () =>
    'Das gespeicherte Client-Secret lässt sich nicht entschlüsseln. Geben Sie es neu ein.',
  'too-many-webhooks': () => 'Ein Unternehmen hat höchstens 20 Webhooks. Löschen Sie zuerst einen.',
  'webhook-off': () => 'Dieser Webhook ist nicht eingeschaltet. Schalten Sie ihn zuerst ein.',
  'too-many-replays': () =>
    'Es warten schon zu viele Wiederholungen. Bitte versuchen Sie es später noch einmal.',
  'nothing-to-replay': () => 'Ein solches Ereignis gibt es nicht mehr, oder dieser Webhook bekommt es nicht.',
  'still-subscribed': () => 'Das Abo dieser Person läuft noch.',
  'still-linked': () => 'Die Person ist noch mit einer Anbindung verknüpft.',
  'on-waiting-roster': () => 'Eine Liste, auf der die Person steht, wird gleich übernommen.',
  'entry-waits': () =>
    'Ein Eintrag einer Liste, der wohl zu dieser Person gehört, wartet auf eine Entscheidung. Entscheiden Sie zuerst.',
  'listed-under-number': ({ number }) => `Diese Anbindung führt die Person schon unter der Nummer ${number}.`,
  'entry-fits-somebody': () =>
    'Jemand hat die E-Mail-Adresse, das Geburtsdatum und den Vornamen des Eintrags. Ordnen Sie ihn dieser Person zu.',
  'not-with-this-address': () => 'Wählen Sie eine Person, die die E-Mail-Adresse des Eintrags hat.',
  'entries-changed': ({ entries }) =>
    `Inzwischen wären es ${entries} Einträge. Bitte sehen Sie sie noch einmal durch.`,
  'retention-not-over': ({ day }) => `Die Daten können ab dem ${day} gelöscht werden.`,
  'demo-not-ready': () => CODES['demo-not-ready'],
  'sync-in-progress': () => CODES['sync-in-progress'],
  'change-in-progress': () => 'Gerade ändert sich etwas anderes. Bitte versuchen Sie es gleich noch einmal.',
  'roster-not-kept': () =>
    'Diese Liste lässt sich nicht mehr genau wiederherstellen: Sie wurde nicht übernommen, ist zu alt, oder die Anbindung ist getrennt.',
  'not-held': () => CODES['not-held'],
  'integration-disconnected': () =>
    'Die Anbindung ist getrennt und nimmt keine Listen an. Verbinden Sie sie zuerst wieder.',
  'integration-is-pulled': () =>
    'Die Listen dieser Anbindung holt der Dienst selbst aus dem HR-System ab. Listen von anderswo würden ihnen widersprechen.',
  'not-a-pulled-integration': () =>
    'An diese Anbindung werden Listen gesendet. Legen Sie für das Abholen eine neue an.',
  'cannot-trigger': () =>
    'Diese Anbindung hat kein HR-System, das man fragen könnte. Verbinden Sie zuerst eines.',
  'files-come': () => 'Das System dieser Anbindung schickt seine Dateien selbst: Es gibt nichts abzuholen.',
  'already-running': () => CODES['already-running'],
  'no-source': () => CODES['cannot-trigger'],
  'no-draft-source': () => 'Für diese Anbindung wird gerade kein HR-System eingerichtet.',
  'source-not-mapped': () => 'Wählen Sie zuerst die Felder des HR-Systems aus.',
  'takes-no-files': () => CODES['takes-no-files'],
  'files-are-dropped': () =>
    'Die Dateien kommen, wenn Ihr System sie schickt. Einen Zeitplan gibt es dafür nicht.',
  'source-locked': () =>
    'Der Dienst kann die Zugangsdaten nicht mehr entschlüsseln. Bitte geben Sie sie noch einmal ein.',
  'datev-not-set-up': () =>
    'Für DATEV ist noch nichts eingestellt. Das macht eine Administratorin oder ein Administrator unter Lohnabrechnung.',
  'datev-company-missing': () =>
    'Einige Personen haben keine Gesellschaft, und für das Unternehmen selbst ist DATEV nicht eingestellt.',
  'datev-entity-missing': ({ entities }) =>
    `Für diese Gesellschaften ist DATEV nicht eingestellt: ${entities}.`,
  'datev-key-missing': ({ clients }) =>
    `LODAS braucht zu jeder Lohnart einen Bearbeitungsschlüssel. Er fehlt bei diesen Mandanten: ${clients}.`,
  'datev-number-refused': ({ count, people }) =>
    `DATEV braucht Personalnummern aus 1 bis 9 Ziffern. Diese Personen haben keine (${count}): ${people}.`,
  'datev-cost-centre-refused': ({ count, people }) =>
    `Die Kostenstellen dieser Personen beginnen wie eine Formel oder enthalten ein Semikolon, ein Anführungszeichen oder ein Zeichen, das in der Datei nicht vorkommen darf (${count}): ${people}.`,
  'group-name-taken': ({ name }) => `Eine Gruppe mit dem Namen ${name} gibt es schon.`,
  'too-many-groups': ({ most }) => `Mehr als ${most} Gruppen sind nicht möglich. Löschen Sie zuerst eine.`,
  'no-moves-held': () => 'Es sind keine Gruppenwechsel mehr angehalten.',
  'datev-nothing-to-book': () => 'In diesem Monat ist unter den eingestellten Lohnarten nichts zu buchen.',
  'month-handed-over': ({ month }) => `${month} ist schon an die Lohnabrechnung übergeben.`,
  'earlier-month-first': ({ month }) =>
    `Übergeben Sie zuerst ${month}. Die Monate werden der Reihe nach übergeben.`,
  'nothing-to-hand-over': () => 'In den Dateien dieses Monats steht nichts.',
  'month-changed': () => 'Inzwischen hat sich etwas geändert. Bitte sehen Sie sich den Monat noch einmal an.',
  'later-month-handed-over': ({ month }) =>
    `Zurücknehmen lässt sich nur die letzte Übergabe, also die von ${month}.`,
  'document-not-downloadable': () => CODES['document-not-downloadable'],
  'clock-cannot-go-back': ({ day }) => `Hier ist schon der ${day}, und zurück geht die Uhr nicht.`,
};
