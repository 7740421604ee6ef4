import type { integrations as en } from '../../en/portal/integrations.ts';
import { n } from '../number.ts';
import { errors } from './common.ts';

export const integrations: typeof en = {
  title: 'HR-Anbindungen',
  text: 'Jede Anbindung ist ein System mit der vollständigen Liste seiner Beschäftigten: Der Dienst holt sie ab, oder das System sendet sie.',
  create: 'Anbindung anlegen',
  createText:
    'Eine Anbindung, an die Ihr eigenes Programm oder Sie selbst mit einer Datei Listen senden. Eine Liste ändert nur die Personen ihrer eigenen Anbindung.',
  namePlaceholder: 'Personalsystem Berlin',
  created: 'Die Anbindung wurde angelegt.',
  none: 'Noch keine Anbindung',
  noneText: 'Legen Sie eine an, um Listen aus Ihrem HR-System zu empfangen.',
  people: 'Personen',
  lastSync: 'Letzter Abgleich',
  back: 'HR-Anbindungen',
  settings: 'Einstellungen',
  hold: 'Anhalten zur Freigabe',
  holdText:
    'Ein Abgleich, durch den viele ausscheiden würden, wartet auf Ihre Freigabe: Ein unvollständiger Export soll nicht alle ausscheiden lassen.',
  holdCount: 'Wenn mehr Abos enden würden als',
  holdPercent: 'Wenn mehr Personen ausscheiden würden als',
  holdNew: (percent) => `Abgleich anhalten, wenn mehr als ${percent}\u00a0% der Personen ausscheiden würden`,
  holdNewText:
    'Ein unvollständiger Export lässt dann niemanden ausscheiden, bevor Sie ihn geprüft haben. Die Grenze können Sie in den Einstellungen ändern.',
  approveByPeople: 'Nur Menschen dürfen freigeben',
  approveByPeopleText:
    'Nur die Personalabteilung oder ein Administrator kann einen angehaltenen Abgleich freigeben, und zwar hier im Portal. Ein Programm mit einem API-Schlüssel kann ihn nur verwerfen.',
  approvers: { portal: 'Menschen im Portal', anyone: 'Menschen und API-Schlüssel' },
  holdOff: 'Leer lassen, wenn es keine Grenze geben soll.',
  keepInvalid: 'Listen mit wenigen fehlerhaften Einträgen annehmen',
  keepInvalidText:
    'Bei den Personen dieser Einträge bleibt alles, wie es ist; der Abgleich nennt sie. Höchstens 5\u00a0% der Einträge dürfen fehlerhaft sein, oder weniger als zehn und weniger als die Hälfte. Sonst, oder wenn dies aus ist, wird die Liste abgewiesen.',
  autoSync: 'Personen dieser Anbindung nehmen teil',
  autoSyncText:
    'Gilt für alle, bei denen die Liste selbst nichts dazu angibt. Ob für sie automatisch bestellt wird, steht unter „Einstellungen“.',
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
  silent: (since) => `Keine Liste seit ${since}`,
  silentFromStart: 'Bisher ist keine Liste gekommen',
  usually: (pace) => `Sonst kommt ${pace} eine.`,
  silentText: 'Bis die nächste kommt, fehlen Eintritte und Austritte.',
  silentAdvice: 'Fragen Sie, wer sich um den Export kümmert, oder senden Sie die Liste als Datei.',
  pace: {
    day: 'jeden Tag',
    workingDays: 'von Montag bis Freitag',
    weekdays: (days) => `am ${days}`,
    week: 'jede Woche',
    month: 'jeden Monat',
    days: (count) => `spätestens alle ${n(count)} Tage`,
  },
  refusing: (count) =>
    count === 1 ? 'Die letzte Liste wurde abgewiesen' : `Die letzten ${n(count)} Listen wurden abgewiesen`,
  noneSince: (since) => `Seit ${since} wurde keine angenommen, Eintritte und Austritte fehlen also.`,
  noneYet: 'Bisher wurde keine angenommen.',
  seeReason: 'Grund ansehen',
  manyLeft: 'Mit einem Abgleich sind ungewöhnlich viele Personen ausgeschieden',
  manyLeftText: 'Bitte prüfen Sie, ob die Liste vollständig war.',
  seeManyLeft: 'Abgleich ansehen',
  held: 'Ein Abgleich wartet auf Ihre Freigabe',
  heldText: 'Bis dahin scheidet niemand aus.',
  seeHeld: 'Angehaltenen Abgleich ansehen',
  needs: {
    silent: 'Liste fehlt',
    manyLeft: 'Viele ausgeschieden',
    notFetched: (count) => `${n(count)} fehlgeschlagen`,
    refused: (count) => `${n(count)} abgewiesen`,
    decisions: (count) => `${n(count)} zu klären`,
  },
  expect: 'Liste erwarten',
  expectText: {
    auto: 'Bleibt die übliche Liste aus, steht es in der Übersicht. Was üblich ist, zeigt sich nach mindestens vier Listen. Die erste wird innerhalb von drei Tagen erwartet.',
    learned: (pace) => `Bisher kommt ${pace} eine. Bleibt sie aus, steht es in der Übersicht.`,
    set: 'Kommt länger keine, steht es in der Übersicht. Auch freie Tage zählen.',
    off: 'Wenn keine Listen mehr kommen, erfährt es niemand.',
  },
  expectEvery: {
    auto: 'Wie üblich',
    day: 'Jeden Tag',
    week: 'Jede Woche',
    month: 'Jeden Monat',
    off: 'Nie',
  },
  expectTime: (count, unit) => (unit === 'h' ? `Alle ${n(count)} Stunden` : `Alle ${n(count)} Tage`),
  technicalContact: 'Technischer Kontakt',
  technicalContactText:
    'An diese E-Mail-Adresse geht eine Mail, wenn eine Liste abgewiesen wird oder ausbleibt und wenn ein Abgleich angehalten wird oder fehlschlägt. Die Person braucht kein Konto, und in den Mails stehen keine Namen von Beschäftigten. Leer: keine Mails.',
  attempts: 'Abgewiesene Listen',
  attemptsText:
    'Listen, die wir abgewiesen oder nicht beachtet haben. Nichts davon wurde übernommen. Gleiche stehen in einer Zeile.',
  notFetched: 'Fehlgeschlagene Versuche',
  notFetchedText:
    'Listen, die nicht abgeholt werden konnten oder abgewiesen wurden. Nichts davon wurde übernommen. Gleiche stehen in einer Zeile.',
  times: (count) => `(${n(count)}-mal)`,
  reason: 'Grund',
  refusedValue: (code, field) => errors.value(code, field) ?? '',
  moreErrors: (count) => (count === 1 ? 'und 1 weiterer Fehler' : `und ${n(count)} weitere Fehler`),
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
  noRuns: 'Bisher gab es keinen Abgleich',
  noRunsText: 'Senden Sie eine Liste mit dem Befehl unten oder als Datei von hier aus.',
  noFetchedText: 'Die erste kommt nach Zeitplan oder sobald Sie sie abholen.',
  curl: 'Eine Liste aus dem Terminal senden',
  curlText:
    'Setzen Sie einen Schlüssel ein, der Listen senden darf. roster.json enthält die Beschäftigten als JSON-Liste, wie in der Anleitung zum nächtlichen Abgleich. Vorschau zuerst mit /sync/preview.',
  sendFile: 'Liste als Datei senden',
  accepted: 'Empfangen',
  entries: 'Einträge',
  result: 'Ergebnis',
  id: 'Interne ID',
  parts: { decide: 'Zu klären', rosters: 'Listen', source: 'HR-System', settings: 'Einstellungen' },
  nothingToDecide: 'Nichts zu klären',
  nothingToDecideText: 'Hier entscheiden Sie, wenn eine Liste nicht eindeutig sagt, wer jemand ist.',
};
