import type { handover as en } from '../../en/portal/handover.ts';
import { n } from '../number.ts';

export const handover: typeof en = {
  title: 'Übergabe an die Lohnabrechnung',
  text: 'Übergeben Sie jeden Monat einmal. Danach ändern sich seine Dateien nicht mehr. Was später noch dazukommt, steht als Korrektur in den Dateien des Folgemonats.',
  states: { running: 'läuft', ready: 'bereit', 'handed-over': 'übergeben', earlier: 'davor' },
  stateTexts: {
    running: (day) => `Bereit ab dem ${day}.`,
    ready: 'Die Dateien liegen bereit.',
    waits: (month) => `Übergeben Sie zuerst ${month}.`,
    earlier: 'Vor der ersten Übergabe. Für seine Dateien gelten die heutigen Einstellungen.',
  },
  handedOver: (moment) => `${moment}, von`,
  corrections: (count, month) =>
    count === 1
      ? `Seitdem 1 Buchung. Sie steht in den Dateien für ${month}.`
      : `Seitdem ${n(count)} Buchungen. Sie stehen in den Dateien für ${month}.`,
  month: 'Monat',
  state: 'Stand',
  stateText: 'Seit wann',
  actions: 'Aktionen',
  handOver: 'Übergeben',
  showAll: 'Frühere Monate zeigen',
  dialogTitle: (month) => `${month} übergeben?`,
  dialogText:
    'Das steht in den Dateien. Vergleichen Sie es mit dem, was Sie erwarten. Die Dateien werden in der Sprache geschrieben, in der Sie das Portal gerade nutzen, und bleiben so.',
  first: 'Das ist die erste Übergabe. Die Monate davor gelten als auf anderem Weg übergeben.',
  people: 'Personen',
  tickets: 'Tickets',
  withheld: 'Vom Gehalt einbehalten',
  taxFree: 'Steuerfrei',
  earlierYear: 'Korrektur früherer Jahre',
  figures: (people, withheld, taxFree) =>
    `In den Dateien: ${n(people)} Personen, ${withheld} einbehalten, ${taxFree} steuerfrei.`,
  earlierYearFigure: (amount) => `Dazu ${amount} als Korrektur früherer Jahre.`,
  correctionsTitle: (people) =>
    people === 1
      ? 'Davon Korrekturen zum Vormonat: 1 Person'
      : `Davon Korrekturen zum Vormonat: ${n(people)} Personen`,
  moreCorrections: 'Alle stehen in der Liste der steuerfreien Beträge.',
  erased: 'gelöschte Person',
  notWritten: (file) => `${file} lässt sich nicht schreiben`,
  confirm: 'Übergeben',
  doneTitle: (month) => `${month} ist übergeben`,
  doneText:
    'Speichern Sie die Dateien und geben Sie sie an die Lohnabrechnung. Sie finden sie hier jederzeit wieder.',
  close: 'Fertig',
  files: {
    payroll: 'Datei für die Lohnabrechnung',
    'tax-free': 'Steuerfreie Beträge',
    'datev-lodas': 'DATEV LODAS',
    'datev-lug': 'DATEV Lohn und Gehalt',
  },
  takeBack: 'Zurücknehmen',
  takeBackTitle: (month) => `Übergabe von ${month} zurücknehmen?`,
  takeBackText:
    'Nur wenn die Lohnabrechnung die Dateien noch nicht gebucht hat. Was seitdem gebucht wurde, gehört dann wieder zum Monat. Seine Dateien können beim nächsten Mal also anders aussehen.',
  reason: 'Grund',
  reasonHelp: 'Er steht im Protokoll.',
  takenBack: 'Zurückgenommen.',
  digests: 'Prüfsummen der Dateien (SHA-256)',
};
