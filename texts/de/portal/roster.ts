import type { roster as enRoster } from '../../en/portal/roster.ts';
import { n } from '../number.ts';

const people = (count: number) => (count === 1 ? '1 Person' : `${n(count)} Personen`);
const rows = (count: number) => (count === 1 ? '1 Zeile' : `${n(count)} Zeilen`);

export const roster: typeof enRoster = {
  title: 'Liste als Datei senden',
  text: 'Für Unternehmen ohne HR-System, für einen ersten Versuch oder wenn die nächtliche Liste ausblieb. Sie muss vollständig sein: Wer fehlt, scheidet aus.',
  isFetched:
    'Die Listen dieser Anbindung holt der Dienst selbst ab. Eine Liste von anderswo würde ihnen widersprechen.',
  step: { file: 'Datei', review: 'Prüfen', confirm: 'Bestätigen und senden' },
  back: { toFile: 'Zurück zur Datei', toReview: 'Zurück zur Prüfung' },

  choose: 'Datei wählen',
  drop: 'Legen Sie hier eine Excel-, CSV- oder JSON-Datei ab oder wählen Sie eine.',
  other: 'Andere Datei wählen',
  reading: 'Die Datei wird gelesen …',
  sheet: 'Tabellenblatt',
  sheetHelp: 'Die Datei hat mehrere Tabellenblätter. Wählen Sie das mit den Personen.',

  format: 'Wie die Datei aussieht',
  formatText:
    'Eine Excel- oder CSV-Datei mit einer Zeile Überschriften. Es dürfen Ihre eigenen sein: Sie sehen gleich, wie sie verstanden wurden, und können das ändern. Programme können auch JSON senden, wie für die API.',
  example: 'Beispiel:',
  exampleName: 'beschaeftigte',
  exampleSheet: 'Beschäftigte',
  column: 'Überschrift',
  meaning: 'Bedeutung',
  required: 'Pflicht',
  headings: {
    firstName: 'Vorname',
    lastName: 'Nachname',
    email: 'E-Mail dienstlich',
    dateOfBirth: 'Geburtsdatum',
    hrId: 'Personalnummer',
    startDate: 'Eintritt',
    terminationDate: 'Austritt',
    autoSyncEmployee: 'Nimmt teil',
    profileImage: 'Bild',
    'absences.type': 'Abwesenheit',
    'absences.startDate': 'Abwesend ab',
    'absences.endDate': 'Abwesend bis',
    personnelNumber: 'Personalnummer (Lohn)',
    costCentre: 'Kostenstelle',
    department: 'Abteilung',
    location: 'Standort',
    legalEntity: 'Gesellschaft',
  },
  columns: {
    firstName: 'Vorname',
    lastName: 'Nachname',
    email: 'E-Mail-Adresse',
    dateOfBirth: 'Geburtsdatum',
    hrId: 'Personalnummer',
    startDate: 'Eintritt',
    terminationDate: 'Austritt',
    autoSyncEmployee: 'Nimmt teil (ja oder nein)',
    profileImage: 'Adresse eines Bildes',
    'absences.type': 'Art der Abwesenheit',
    'absences.startDate': 'Abwesend ab',
    'absences.endDate': 'Abwesend bis',
    personnelNumber: 'Personalnummer (Lohn)',
    costCentre: 'Kostenstelle',
    department: 'Abteilung',
    location: 'Standort',
    legalEntity: 'Gesellschaft',
  },
  explained: {
    firstName: '',
    lastName: '',
    email: 'Die dienstliche Adresse.',
    dateOfBirth: 'Zum Beispiel 12.04.1988 oder 1988-04-12.',
    hrId: 'Die Nummer aus Ihrem HR-System. Sie muss von Datei zu Datei dieselbe sein.',
    startDate: 'Der erste Tag der Beschäftigung.',
    terminationDate: 'Der letzte Tag der Beschäftigung. Leer, solange die Person bleibt.',
    autoSyncEmployee: 'Ja oder nein. Leer: wie für die Anbindung eingestellt.',
    profileImage: 'Die Adresse eines Bildes im Internet.',
    'absences.type': 'Zum Beispiel Elternzeit. Mehrere Abwesenheiten: je eine Zeile.',
    'absences.startDate': 'Der erste Tag der Abwesenheit.',
    'absences.endDate': 'Der letzte Tag der Abwesenheit. Leer, wenn das Ende offen ist.',
    personnelNumber: 'Nur wenn die Lohnabrechnung eine andere Nummer verwendet als das HR-System.',
    costCentre: 'Die Kostenstelle, auf die die Lohnabrechnung das Ticket bucht.',
    department: '',
    location: 'Der Arbeitsort.',
    legalEntity: 'Die Gesellschaft Ihrer Gruppe, bei der die Person angestellt ist.',
  },
  exampleValues: {
    yes: 'ja',
    parental: 'Elternzeit',
    department: 'Vertrieb',
  },

  problems: 'So lässt sich die Datei nicht lesen',
  problem: {
    empty: 'In der Datei steht niemand.',
    json: 'Das ist kein gültiges JSON.',
    shape: 'Das JSON muss die Liste der Personen so enthalten, wie die API sie annimmt.',
    workbook:
      'Diese Excel-Datei ist beschädigt oder ungewöhnlich aufgebaut. Speichern Sie sie noch einmal als .xlsx oder als CSV.',
    'old-workbook':
      'Diese Excel-Datei hat ein Kennwort oder das alte Format .xls. Speichern Sie sie als .xlsx ohne Kennwort.',
    'no-headings':
      'In der ersten Zeile steht schon eine Person. Fügen Sie darüber eine Zeile mit Überschriften ein.',
    quote: (line) => `Ein Anführungszeichen, das in Zeile ${line} beginnt, endet nicht.`,
  },

  read: (count, file) => `${people(count)} in ${file}`,
  mapping: 'So wurden die Spalten verstanden',
  mappingText:
    'Ändern Sie, was nicht stimmt. Das Portal merkt es sich für diese Anbindung, auch für Ihre Kolleginnen und Kollegen.',
  mappingRemembered: 'So wie bei einer früheren Datei festgelegt. Ändern Sie, was nicht stimmt.',
  yourColumn: 'Spalte in Ihrer Datei',
  sample: 'Zum Beispiel',
  unused: 'Nicht verwendet',
  meaningOf: (heading) => `Bedeutung von ${heading}`,
  missing: (names) => `Es fehlt noch: ${names}. Wählen Sie aus, in welcher Spalte das steht.`,
  ambiguous: (name, headings) => `„${name}“ passt zu mehreren Spalten: ${headings}. Wählen Sie eine davon.`,
  leftOutDates: (headings) =>
    `Nicht verwendet, obwohl ein Datum darin steht: ${headings}. Ist das der letzte Arbeitstag oder eine Abwesenheit, wählen Sie es unten aus.`,
  slashes: 'Wie ist ein Datum wie 03/04/2026 gemeint?',
  slashDates: { '': 'Bitte wählen', 'DD/MM/YYYY': 'Tag/Monat/Jahr', 'MM/DD/YYYY': 'Monat/Tag/Jahr' },
  saveMapping: 'Zuordnung herunterladen',
  saveMappingText: 'Damit kann auch ein nächtlicher Job auf Ihrem Server solche Dateien lesen.',

  absences: 'Abwesenheiten',
  absencesText:
    'Die Datei enthält keine Abwesenheiten. Damit gälten alle als anwesend: Wer in Elternzeit oder lange krank ist, bekäme ab dem nächsten Monat wieder Tickets.',
  absencesQuestion: 'Wer ist abwesend?',
  absence: {
    keep: 'Bekannte Abwesenheiten behalten',
    keepText: 'Was frühere Listen gemeldet haben, gilt weiter.',
    file: 'Zweite Datei mit den Abwesenheiten',
    fileText: 'Mit einer Zeile je Abwesenheit: Personalnummer, Art, von, bis.',
    none: 'Niemand ist abwesend',
    noneText: 'Alle bekannten Abwesenheiten enden mit dieser Liste.',
  },
  absencesInFile: 'Die Abwesenheiten stehen in der Datei. Wer dort keine hat, gilt als anwesend.',
  absencesRead: (count, file) => `${rows(count)} in ${file}`,
  strangers: (count) =>
    count === 1
      ? 'Die Abwesenheiten zu 1 Personalnummer bleiben unberücksichtigt: Die Nummer steht nicht auf der Liste.'
      : `Die Abwesenheiten zu ${n(count)} Personalnummern bleiben unberücksichtigt: Die Nummern stehen nicht auf der Liste.`,

  check: 'Datei prüfen',
  cannotCheck: 'Bei einigen Spalten fehlt noch Ihre Auswahl.',
  checking: 'Die Datei wird geprüft. Es ändert sich noch nichts.',
  progress: {
    upload: 'Datei wird übertragen',
    read: 'Jede Zeile wird gelesen und geprüft',
    planning: 'Wird mit den Stammdaten verglichen',
    people: 'Es wird ermittelt, bei wem sich etwas ändert',
    subscriptions: (done, total) => `Abos werden durchgerechnet: ${done} von ${total} Personen`,
  },
  sending: 'Die Liste wird übertragen.',

  mistakes: (count, wrong) =>
    count === 1 ? '1 Fehler in der Datei' : `${n(count)} Fehler in ${rows(wrong)}`,
  mistakesText: 'Es wurde nichts gesendet und nichts geändert. Die Zeilen sind so nummeriert wie in Excel.',
  keptRows: (wrong) =>
    wrong === 1
      ? '1 Zeile ist fehlerhaft und bleibt unberücksichtigt'
      : `${rows(wrong)} sind fehlerhaft und bleiben unberücksichtigt`,
  downloadMistakes: 'Alle Fehler herunterladen (CSV)',
  mistakesFile: 'fehler',
  moreMistakes: (count) => `… und ${n(count)} weitere. In der Datei zum Herunterladen stehen alle.`,
  tooManyMistakes: (shown, count) => `Es sind ${n(count)} Fehler. Das sind die ersten ${n(shown)}.`,
  row: 'Zeile',
  entry: 'Eintrag',
  person: 'Person',
  number: 'Personalnummer',
  value: 'Wert',
  mistake: 'Fehler',
  file: 'Datei',
  nobody: 'ohne Namen',
  kind: {
    empty: 'fehlt',
    'no-date': 'kein Datum',
    'no-such-day': 'diesen Tag gibt es nicht',
    'short-year': 'das Jahr braucht vier Ziffern',
    'slash-date': 'Tag und Monat sind nicht eindeutig',
    'ends-before-start': 'liegt vor dem Beginn der Abwesenheit',
    'no-email': 'keine E-Mail-Adresse',
    'no-yes-or-no': 'weder ja noch nein',
    'no-web-address': 'keine Webadresse',
    duplicate: 'kommt zweimal vor',
    'too-long': 'zu lang',
    unprintable: 'enthält unsichtbare Zeichen',
    wrong: 'nicht gültig',
  },
  duplicateOf: (line) => `steht schon in Zeile ${line}`,
  correct: 'Datei korrigieren',
  correctText:
    'Korrigieren Sie diese Zeilen in Ihrer Datei, speichern Sie sie und wählen Sie sie noch einmal aus. Die Zuordnung der Spalten bleibt.',
  keep: 'Oder ohne diese Zeilen weiter',
  keepText: (count) =>
    count === 1
      ? 'Bei der Person dieser Zeile bleibt alles, wie es ist: Nichts wird geändert, und niemand scheidet deswegen aus. Ist die Person neu, kommt sie erst dazu, wenn die Zeile stimmt.'
      : `Bei den ${n(count)} Personen dieser Zeilen bleibt alles, wie es ist: Nichts wird geändert, und niemand scheidet deswegen aus. Neue Personen kommen erst dazu, wenn ihre Zeile stimmt.`,
  keepButton: (count) => `Ohne ${count === 1 ? 'diese Zeile' : `diese ${rows(count)}`} weiter`,
  dropText: (nameless, others, isChecked) =>
    `${nameless === 1 ? 'Bei 1 Zeile fehlt die Personalnummer. Sie wird nicht gesendet' : `Bei ${rows(nameless)} fehlt die Personalnummer. Sie werden nicht gesendet`}: Wer davon schon bekannt ist, steht ${isChecked ? 'oben' : 'im nächsten Schritt'} unter denen, die ausscheiden würden.${others === 0 ? '' : ' Bei den Personen der anderen Zeilen bleibt alles, wie es ist.'}`,
  notKept: {
    duplicate: (count) =>
      `Diese Zeilen lassen sich nicht auslassen: ${count === 1 ? 'Eine Personalnummer kommt' : `${n(count)} Personalnummern kommen`} zweimal vor. Damit ist nicht klar, welche Zeile stimmt.`,
    'too-many': () =>
      'Diese Zeilen lassen sich nicht auslassen, weil es zu viele sind: Höchstens 5\u00a0% der Zeilen dürfen fehlerhaft sein, oder weniger als zehn und weniger als die Hälfte. So viele Fehler heißen, dass mit der Datei etwas nicht stimmt.',
    other: () => 'Diese Zeilen lassen sich nicht auslassen: Die Datei als Ganzes ist nicht gültig.',
  },

  leavers: (count, of) =>
    count === 1
      ? `1 Person${of === undefined ? '' : ` von ${n(of)}`} würde ausscheiden`
      : `${people(count)}${of === undefined ? '' : ` von ${n(of)}`} würden ausscheiden`,
  leaversText: (missing, all) =>
    missing < all
      ? `${n(missing)} davon ${missing === 1 ? 'steht' : 'stehen'} nicht in der Datei. Ist die Datei vollständig?`
      : all === 1
        ? 'Diese Person steht nicht in der Datei. Ist die Datei vollständig? Das Abo der Person würde enden.'
        : 'Diese Personen stehen nicht in der Datei. Ist die Datei vollständig? Die Abos dieser Personen würden enden.',
  noLeavers: 'Niemand würde ausscheiden',
  noLeaversText: 'Alle bisherigen Personen dieser Anbindung stehen in der Datei.',
  leaversWithDate: (count) =>
    count === 1
      ? '1 davon steht mit einem Austrittsdatum in der Datei.'
      : `${n(count)} davon stehen mit einem Austrittsdatum in der Datei.`,
  showAll: (count) => `Alle ${n(count)} anzeigen`,
  showFirst: (shown) => `Die ersten ${n(shown)} anzeigen`,
  shownOf: (shown, count) => `Die ersten ${n(shown)} von ${n(count)}.`,
  wouldBeHeld:
    'Das sind mehr, als für die Anbindung eingestellt ist. Diese Austritte würden angehalten, bis jemand sie freigibt.',
  otherChanges: 'Was sich sonst ändern würde',
  otherChangesText: 'Noch ist nichts geändert.',
  noOtherChanges: 'Sonst würde sich nichts ändern.',
  toConfirm: 'Weiter zum Bestätigen',

  confirmTitle: 'Diese Liste senden?',
  summary: {
    file: 'Datei',
    people: 'Personen in der Datei',
    added: 'Neu',
    updated: 'Geändert',
    leavers: 'Scheiden aus',
    unchanged: 'Unverändert',
    leftOut: 'Nicht berücksichtigte Zeilen',
    absences: 'Abwesenheiten',
  },
  summaryAbsences: {
    keep: 'bekannte bleiben',
    file: 'aus der zweiten Datei',
    none: 'niemand ist abwesend',
    inFile: 'wie in der Datei',
  },
  typeNumber: (count) =>
    `Geben Sie ${n(count)} ein, um zu bestätigen: ${people(count)} ${count === 1 ? 'würde' : 'würden'} ausscheiden`,
  typeNumberHelp:
    'Mehr als 20\u00a0% der Personen würden ausscheiden. Das kommt fast nur bei einer falschen Datei vor.',
  typedWrong: 'Das ist nicht die Zahl der Personen, die ausscheiden würden.',
  send: (count) => `Liste mit ${people(count)} senden`,

  applying: 'Die Liste ist angekommen und wird übernommen',
  result: {
    succeeded: 'Die Liste wurde übernommen',
    held: {
      ends: 'Die Liste wurde übernommen, nur die Austritte noch nicht',
      numbers: 'Die Liste wurde übernommen, nur die neuen Personalnummern noch nicht',
      both: 'Die Liste wurde übernommen, nur die Austritte und die neuen Personalnummern noch nicht',
    },
    failed: 'Die Liste ließ sich nicht übernehmen',
    other: 'Die Liste ist angekommen',
  },
  heldText: (count) =>
    count === 1
      ? '1 Person wartet auf Freigabe. Für sie bleibt alles, wie es ist, bis jemand freigibt oder verwirft.'
      : `${people(count)} warten auf Freigabe. Für sie bleibt alles, wie es ist, bis jemand freigibt oder verwirft.`,
  decideHeld: {
    ends: 'Über die Austritte entscheiden',
    numbers: 'Über die neuen Nummern entscheiden',
    both: 'Über beides entscheiden',
  },
  toSync: 'Abgleich ansehen',
  sendAnother: 'Weitere Datei senden',
};
