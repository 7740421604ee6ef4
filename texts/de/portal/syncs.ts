import type { syncs as enSyncs } from '../../en/portal/syncs.ts';
import { n } from '../number.ts';

export const syncs: typeof enSyncs = {
  title: (moment) => `Abgleich vom ${moment}`,
  syncId: 'Kennung des Abgleichs',
  fetched: 'Aus dem HR-System abgeholt',
  sentAsFile: 'Als Datei gesendet',
  repeated: 'Frühere Liste, noch einmal gesendet',
  back: 'Zurück zur Anbindung',
  backToSync: 'Zurück zum Abgleich',
  progress: (done, total) => `${done} von ${total} Personen`,
  running: 'Die Liste wird gerade übernommen. Diese Seite aktualisiert sich von selbst.',
  queued: 'Wartet, bis er an der Reihe ist. Die Abgleiche eines Unternehmens laufen nacheinander.',
  failedTitle: 'Es wurde nichts geändert',
  failedText: (attempts) =>
    `Der Dienst konnte die Liste auch beim ${n(attempts)}. Versuch nicht übernehmen. Das liegt nicht an Ihrer Liste.`,
  failedHelp: 'Senden Sie sie mit derselben Kennung noch einmal, oder senden Sie eine neuere.',
  supersededText: 'Eine spätere Liste ist an seine Stelle getreten. Hier gibt es nichts mehr zu entscheiden.',
  discardedText: 'Die Austritte dieses Abgleichs wurden verworfen: Diese Personen bleiben.',
  heldTitle: (count) =>
    count === 1 ? '1 Person würde ausscheiden' : `${n(count)} Personen würden ausscheiden`,
  manyLeftTitle: (count, all) => `${n(count)} von ${n(all)} Personen sind ausgeschieden`,
  manyLeftText:
    'Das sind ungewöhnlich viele auf einmal. Für die Anbindung ist keine Grenze eingestellt, ab der Austritte auf eine Freigabe warten.',
  manyLeftBack:
    'War die Liste unvollständig, senden Sie die vollständige: Dann sind alle wieder da. Wessen Abo erst noch beginnen sollte, wartet danach auf eine neue Bestellung, wenn nicht automatisch bestellt wird.',
  markSeen: 'Als gesehen markieren',
  markedSeen: 'Als gesehen markiert.',
  heldText:
    'Alles andere ist übernommen. Diese Austritte warten auf Ihre Freigabe, weil es mehr sind, als für die Anbindung eingestellt ist. Die nächste Liste tritt an ihre Stelle.',
  heldNumbersTitle: (count) =>
    count === 1 ? '1 Person wartet auf Ihre Freigabe' : `${n(count)} Personen warten auf Ihre Freigabe`,
  heldNumbersText:
    'Alles andere ist übernommen. Die Liste führt ungewöhnlich viele Personen unter einer neuen Personalnummer. Bis Sie freigeben, bleiben die alten Nummern und die Daten dieser Personen; auch Austritte, die angehalten sind, warten. Die nächste Liste tritt an ihre Stelle.',
  approveNumbers: 'Freigeben',
  approveNumbersTitle: (count) => (count === 1 ? '1 Person freigeben?' : `${n(count)} Personen freigeben?`),
  approveNumbersText:
    'Genau die gezeigten Personen bekommen die neuen Nummern oder scheiden aus. Abos und Tickets bleiben bei ihren Personen.',
  approvedNumbers: 'Freigegeben und gleich umgesetzt.',
  discardNumbers: 'Alles beim Alten lassen',
  discardNumbersText:
    'Die alten Nummern bleiben, und niemand scheidet aus. Kommen die neuen Nummern mit der nächsten Liste wieder, wird auch deren Abgleich angehalten.',
  approve: 'Ausscheiden lassen',
  approveTitle: (count) =>
    count === 1 ? '1 Person ausscheiden lassen?' : `${n(count)} Personen ausscheiden lassen?`,
  approveText: 'Genau die gezeigten Personen scheiden aus. Ausgegebene Tickets gelten bis zum Monatsende.',
  approved: 'Freigegeben. Die Personen sind ausgeschieden.',
  approveHelp:
    'Mehr als 20\u00a0% der Personen würden ausscheiden. Das kommt fast nur bei einer unvollständigen Liste vor.',
  heldPeople: 'Wen das betrifft',
  discard: 'Alle behalten',
  discardTitle: 'Alle behalten?',
  discardText:
    'Niemand davon scheidet aus. Fehlen sie auf der nächsten Liste wieder, wird auch deren Abgleich angehalten.',
  discarded: 'Verworfen. Alle bleiben.',
  entries: 'Einträge',
  lines: 'Zeilen',
  added: 'Neu',
  updated: 'Geändert',
  offboarded: 'Ausgeschieden',
  invalid: 'Fehlerhaft',
  unchanged: 'Unverändert',
  changes: 'Was sich geändert hat',
  changesText: 'Person für Person. Bei allen anderen blieb alles, wie es war.',
  noChanges: 'Bei niemandem hat sich etwas geändert',
  noChangesText: 'Die Liste stimmt mit den Stammdaten überein.',
  noDetails: 'Bei wem sich etwas geändert hat, ist nicht gespeichert',
  nothingFits: 'Zu diesen Filtern passt niemand',
  search: 'Name oder Personalnummer',
  person: 'Person',
  outcome: 'Ergebnis',
  why: 'Warum',
  unknownPerson: 'eine neue Person',
  reasons: {
    'new-in-roster': 'Zum ersten Mal auf der Liste.',
    'same-email-and-birth-date':
      'Jemand, der schon bekannt ist, hat dieselbe E-Mail-Adresse und dasselbe Geburtsdatum.',
    'known-number-returned': 'Die Personalnummer steht wieder auf der Liste.',
    'returned-under-new-number':
      'Unter anderer Personalnummer wieder da, mit derselben E-Mail-Adresse und demselben Geburtsdatum.',
    'new-number': 'Andere Personalnummer, dieselbe E-Mail-Adresse und dasselbe Geburtsdatum.',
    'roster-differs': 'Die Liste weicht von den Stammdaten ab.',
    'missing-from-roster': 'Nicht mehr auf der Liste.',
    'still-linked-elsewhere': 'Nicht mehr auf dieser Liste, aber anderswo verknüpft.',
    'identity-differs':
      'Die Nummer ist bekannt, aber das Geburtsdatum ist ein anderes und auch der Vorname oder die E-Mail-Adresse.',
    'entry-of-another':
      'Die Nummer ist bekannt, aber Vorname, E-Mail-Adresse und Geburtsdatum sind die einer anderen Person auf der Liste.',
    'numbers-exchanged':
      'Zwei bekannte Nummern scheinen vertauscht: Jede hat Vornamen, E-Mail-Adresse und Geburtsdatum der anderen Person.',
    'waits-for-approval': 'Wartet auf Freigabe.',
    'new-number-waits': 'Die neue Personalnummer wartet auf Freigabe. Bis dahin bleibt die alte.',
    approved: 'War angehalten, dann freigegeben.',
    discarded: 'War angehalten, dann verworfen: Die Person bleibt.',
    'superseded-by-later-roster': 'War angehalten, bis eine spätere Liste kam.',
    'known-outside-scope':
      'Der Schlüssel, mit dem die Liste kam, ist eingeschränkt. Jemand außerhalb seiner Anbindungen hat diese E-Mail-Adresse.',
    'same-person': 'Entschieden: dieselbe Person.',
    'new-person': 'Entschieden: eine andere Person.',
    'ambiguous-match':
      'E-Mail und Geburtsdatum passen auf mehrere oder auf jemanden mit anderem Vornamen: neu angelegt.',
    unknown: 'Nicht aufgezeichnet.',
  },
  starts: (day) => `Tickets ab ${day}.`,
  offers: (day) => `Ein Vertrag wird angeboten; Tickets frühestens ab ${day}.`,
  ends: (month) => `Letztes Ticket: ${month}.`,
  warnings: 'Bitte prüfen',
  warningsText: 'Abgewiesen wurde deswegen nichts.',
  warning: {
    'invalid-entry': 'Der Eintrag ist fehlerhaft; bei der Person bleibt alles, wie es ist.',
    'unknown-field': 'Dieses Feld ist unbekannt und wurde übergangen:',
    'unknown-absence-type': 'Diese Art von Abwesenheit ist unbekannt und pausiert nichts:',
    'never-joined':
      'Die Beschäftigung endet, bevor sie beginnt: nie angetreten oder nach einer früheren Beschäftigung neu begonnen.',
    'email-used-twice': 'Mehrere Einträge haben dieselbe E-Mail-Adresse.',
    'implausible-birth-date': 'Das Geburtsdatum liegt in der Zukunft oder nach dem Eintritt.',
    'implausible-start-date': 'Der Eintritt liegt vor 1900.',
    'implausible-email': 'Die E-Mail-Adresse hat hinter dem @ keinen Punkt.',
    'unprintable-name':
      'Der Name hat Zeichen, die sich nicht drucken lassen. Belege und Verträge zeigen deshalb auch die E-Mail-Adresse und die Personalnummer.',
    'ambiguous-match':
      'E-Mail und Geburtsdatum passen auf mehrere Personen oder auf jemanden mit anderem Vornamen, deshalb wurde eine neue Person angelegt.',
    'already-started': 'Der Eintritt änderte sich, nachdem das Abo begonnen hatte; es bleibt, wie es ist.',
    conflict: 'Eine Personalnummer scheint jetzt jemand anderem zu gehören.',
    'possible-duplicate':
      'E-Mail-Adresse und Geburtsdatum kommen zweimal vor. Stimmt auch der Vorname, ist es vielleicht dieselbe Person unter zwei Nummern.',
    waiting:
      'Jemand außerhalb der Anbindungen des Schlüssels hat diese E-Mail-Adresse. Der Eintrag bleibt ohne Wirkung, bis entschieden ist, zu wem er gehört.',
    'no-longer-visible':
      'Das HR-System zeigt diese Personen nicht mehr und führt sie auch nicht als ausgeschieden. Sie bleiben, bis jemand entscheidet. Vielleicht fehlt den Zugangsdaten ein Recht.',
    'large-renumbering':
      'Die Liste führt viele Personen unter anderen Personalnummern als bisher. Bitte prüfen Sie die Spalte mit den Nummern.',
    'large-group-change':
      'Mit dieser Liste kämen mehr als 20\u00a0% der Personen in eine andere Gruppe, mit anderen Beträgen. Sie bleiben, wo sie sind, bis ein Administrator entscheidet.',
    'large-offboarding':
      'Mit dieser Liste würden mehr als 20\u00a0% der Personen ausscheiden. Bitte prüfen Sie, ob der Export vollständig ist.',
  },
  similarName: (name) => `Ist ${name} gemeint?`,
  outOf: (count, all) => `${n(count)} von ${n(all)}`,
  entryNumber: (position) => `Eintrag ${position}`,
  numberInEntry: (hrId, entry) => `Nummer ${hrId} (${entry})`,
  invalidAt: (who, field) => `${who}, ${field}:`,
  facts: 'Technische Angaben',
  accepted: 'Empfangen',
  started: 'Begonnen',
  finished: 'Fertig',
  attempts: 'Versuche',
  resubmissions: 'Erneut gesendet',
  differently: 'mindestens einmal mit anderem Inhalt',
  failure: 'Meldung (englisch)',
  digest: 'SHA-256 des Inhalts',
};
