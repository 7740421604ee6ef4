import type { integrations as en } from '../en/integrations.ts';

export const integrations: typeof en = {
  title: 'HR-Anbindungen',
  text: 'Jede Anbindung ist ein System, das seine vollständige Personalliste sendet.',
  create: 'Anbindung anlegen',
  createText:
    'Ein Ziel für Listen. Personen bleiben nach Anbindung getrennt: Eine Liste rührt nie Personen einer anderen an.',
  namePlaceholder: 'Personalsystem Berlin',
  type: 'Art',
  typeText: {
    'api-integration': 'Ihr eigenes Programm sendet die Liste an unsere API.',
    'hr-integration': 'Ein HR-System oder sein Anbieter sendet die Liste.',
  },
  created: 'Die Anbindung wurde angelegt.',
  none: 'Noch keine Anbindung',
  noneText: 'Legen Sie eine an, um Listen aus Ihrem HR-System zu empfangen.',
  people: 'Personen',
  lastSync: 'Letzter Abgleich',
  back: 'HR-Anbindungen',
  settings: 'Einstellungen',
  hold: 'Anhalten zur Freigabe',
  holdText:
    'Eine Liste, die viele Abos beenden würde, wartet auf Sie: Ein unvollständiger Export soll nicht alle ausscheiden lassen.',
  holdCount: 'Wenn mehr Abos enden würden als',
  holdPercent: 'Wenn mehr Personen ausscheiden würden als',
  holdNew: (percent) => `Liste anhalten, wenn mehr als ${percent} % der Personen ausscheiden würden`,
  holdNewText:
    'Ein unvollständiger Export lässt dann niemanden ausscheiden, bevor Sie ihn geprüft haben. Die Grenze können Sie in den Einstellungen ändern.',
  holdOff: 'Leer lassen, wenn es keine Grenze geben soll.',
  keepInvalid: 'Listen mit wenigen fehlerhaften Einträgen annehmen',
  keepInvalidText:
    'Bei den Personen dieser Einträge bleibt alles, wie es ist; der Abgleich nennt sie. Höchstens 5 % der Einträge dürfen fehlerhaft sein, oder weniger als zehn und weniger als die Hälfte. Sonst, oder wenn dies aus ist, wird die Liste abgewiesen.',
  autoSync: 'Neue Personen nehmen automatisch teil',
  autoSyncText: 'Gilt für Einträge, die selbst kein autoSyncEmployee angeben.',
  defaultTitle: 'Vorgabe ändern?',
  defaultText:
    'Die Änderung gilt sofort für alle, deren Eintrag kein autoSyncEmployee angibt. Für den laufenden Monat wird kein Ticket ausgegeben.',
  concernsNobody: 'Das betrifft niemanden.',
  effect: {
    start: (count) => (count === 1 ? '1 Abo beginnt' : `${count} Abos beginnen`),
    offer: (count) =>
      count === 1 ? '1 Person erhält einen Vertrag' : `${count} Personen erhalten einen Vertrag`,
    continue: (count) =>
      count === 1 ? '1 beendetes Abo läuft weiter' : `${count} beendete Abos laufen weiter`,
    wait: (count) =>
      count === 1 ? '1 Person wartet auf die Anmeldung' : `${count} Personen warten auf die Anmeldung`,
    'pause-ends': (count) => (count === 1 ? '1 Pause endet' : `${count} Pausen enden`),
    'pause-begins': (count) => (count === 1 ? '1 Pause beginnt' : `${count} Pausen beginnen`),
  },
  attempts: 'Abgewiesene Listen',
  attemptsText: 'Nichts davon wurde übernommen. Gleiche Abweisungen in Folge stehen in einer Zeile.',
  refused: 'Abgewiesen',
  times: (count) => `(${count}-mal)`,
  reason: 'Grund',
  request: 'Anfrage und Abgleich-Nummer',
  absenceTypes: 'Arten von Abwesenheit',
  absenceTypesText:
    'Die üblichen Arten sind auf Deutsch und Englisch bekannt. Legen Sie hier fest, was andere Arten aus Ihrem HR-System bedeuten. Das gilt ab der nächsten Liste und gibt nichts sofort aus.',
  absenceType: 'Art, wie das HR-System sie schreibt',
  absenceKind: 'Bedeutet',
  addAbsenceType: 'Art hinzufügen',
  remove: 'Entfernen',
  removeAbsenceType: (name) => `${name} entfernen`,
  disconnect: 'Trennen',
  disconnectTitle: (name) => `${name} trennen?`,
  disconnectText:
    'Listen von dort werden abgewiesen. Personen und Abos bleiben, wie sie sind. Sie können jederzeit wieder verbinden.',
  connect: 'Wieder verbinden',
  connected: 'Wieder verbunden.',
  disconnected: 'Getrennt.',
  history: 'Abgleiche',
  noRuns: 'Bisher ist keine Liste angekommen',
  noRunsText: 'Senden Sie eine mit dem Befehl unten oder als Datei von hier aus.',
  curl: 'Eine Liste aus dem Terminal senden',
  curlText: 'Setzen Sie einen Schlüssel ein, der Listen senden darf. Vorschau zuerst mit /sync/preview.',
  sendFile: 'Liste als Datei senden',
  accepted: 'Empfangen',
  entries: 'Einträge',
  result: 'Ergebnis',
  id: 'Nummer für die API',
};
