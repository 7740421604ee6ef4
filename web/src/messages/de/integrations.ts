import type { integrations as en } from '../en/integrations.ts';
import { n } from './number.ts';

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
  approveByPeople: 'Nur Menschen dürfen freigeben',
  approveByPeopleText:
    'Eine Administratorin oder ein Administrator gibt einen angehaltenen Abgleich hier frei. Ein Programm mit einem API-Schlüssel kann ihn nur verwerfen.',
  approvers: { portal: 'Menschen im Portal', anyone: 'Menschen und API-Schlüssel' },
  holdOff: 'Leer lassen, wenn es keine Grenze geben soll.',
  keepInvalid: 'Listen mit wenigen fehlerhaften Einträgen annehmen',
  keepInvalidText:
    'Bei den Personen dieser Einträge bleibt alles, wie es ist; der Abgleich nennt sie. Höchstens 5 % der Einträge dürfen fehlerhaft sein, oder weniger als zehn und weniger als die Hälfte. Sonst, oder wenn dies aus ist, wird die Liste abgewiesen.',
  autoSync: 'Neue Personen nehmen automatisch teil',
  autoSyncText: 'Gilt für alle, bei denen die Liste selbst nichts dazu angibt.',
  defaultTitle: 'Vorgabe ändern?',
  defaultText:
    'Die Änderung gilt sofort für alle, bei denen die Liste selbst nichts dazu angibt. Für den laufenden Monat wird kein Ticket ausgegeben.',
  concernsNobody: 'Das betrifft niemanden.',
  effect: {
    start: (count) => (count === 1 ? '1 Abo beginnt' : `${n(count)} Abos beginnen`),
    offer: (count) =>
      count === 1 ? '1 Person erhält einen Vertrag' : `${n(count)} Personen erhalten einen Vertrag`,
    continue: (count) =>
      count === 1 ? '1 beendetes Abo läuft weiter' : `${n(count)} beendete Abos laufen weiter`,
    wait: (count) =>
      count === 1 ? '1 Person wartet auf eine Bestellung' : `${n(count)} Personen warten auf eine Bestellung`,
    'pause-ends': (count) => (count === 1 ? '1 Pause endet' : `${n(count)} Pausen enden`),
    'pause-begins': (count) => (count === 1 ? '1 Pause beginnt' : `${n(count)} Pausen beginnen`),
  },
  attempts: 'Abgewiesene Listen',
  attemptsText: 'Nichts davon wurde übernommen. Gleiche Abweisungen in Folge stehen in einer Zeile.',
  refused: 'Abgewiesen',
  times: (count) => `(${n(count)}-mal)`,
  reason: 'Grund',
  refusedBecause: {
    'malformed-request': 'Die Liste ist nicht lesbar',
    'invalid-values': 'Die Liste enthält ungültige Werte',
    'payload-too-large': 'Die Liste ist zu groß',
    'unsupported-media-type': 'Die Liste kam nicht als JSON',
    'request-timeout': 'Die Liste kam zu langsam an',
    'integration-disconnected': 'Die Anbindung ist getrennt',
    'too-many-unfinished-runs': 'Zu viele Listen warten noch',
    'invalid-credentials': 'Der API-Schlüssel wurde währenddessen ungültig',
    'internal-error': 'Ein Fehler des Dienstes',
  },
  refusedOtherwise: 'Die Liste wurde abgewiesen',
  request: 'Anfrage und Kennung des Abgleichs',
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
  noRuns: 'Bisher wurde keine Liste angenommen',
  noRunsText: 'Senden Sie eine mit dem Befehl unten oder als Datei von hier aus.',
  curl: 'Eine Liste aus dem Terminal senden',
  curlText: 'Setzen Sie einen Schlüssel ein, der Listen senden darf. Vorschau zuerst mit /sync/preview.',
  sendFile: 'Liste als Datei senden',
  accepted: 'Empfangen',
  entries: 'Einträge',
  result: 'Ergebnis',
  id: 'Interne ID',
};
