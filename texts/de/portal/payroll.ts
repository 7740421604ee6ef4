import type { payroll as en } from '../../en/portal/payroll.ts';

export const payroll: typeof en = {
  title: 'Lohnabrechnung',
  text: 'Was in den Dateien für Ihre Lohnabrechnung steht. Die Dateien selbst finden Sie unter „Kosten“.',
  taxFree: 'Steuerfreie Beträge',
  taxFreeText:
    'Was das Unternehmen zum Ticket zuschießt, ist steuerfrei und kommt in Zeile 17 der Lohnsteuerbescheinigung. Fragen Sie zu beiden Einstellungen Ihre Steuerberatung. Sie gelten ab jetzt für die Dateien aller Monate, die noch nicht übergeben sind.',
  basis: 'Bewertung des Zuschusses',
  bases: { nominal: 'Nennwert', '96-percent': '96 Prozent' },
  basesText: {
    nominal: 'Der Arbeitgeberanteil auf den Cent. Bei 63,00 € und voller Übernahme: 59,85 €.',
    '96-percent':
      '96 Prozent des Preises nach Rabatt, abzüglich des Eigenanteils. Bei 63,00 € und voller Übernahme: 57,46 €.',
  },
  deferred: 'Eigenanteile, die vom Gehalt abgehen',
  deferredShares: { net: 'Nettoabzug', conversion: 'Entgeltumwandlung' },
  deferredText: {
    net: 'Die Lohnabrechnung zieht sie vom Nettolohn ab.',
    conversion:
      'Die Beschäftigten wandeln einen Teil ihres Bruttogehalts um. Er wird pauschal versteuert und steht in der Liste in einer eigenen Spalte.',
  },
  ready: 'Ab wann ein Monat bereit ist',
  readyText:
    'Ab diesem Tag steht der Monat im Portal als bereit für die Lohnabrechnung, und wer ihn übergeben darf, bekommt eine Mail. Übergeben können Sie ihn auch vorher.',
  readyDay: 'Tag im Monat',
  datevText:
    'Zu jeder Gesellschaft gehört ein Satz Nummern. Ihre Steuerberatung kennt sie. Der Dienst rät keine davon: Mit einer falschen Nummer wird falsch gebucht.',
  testFirst: 'Erst einen Testmonat einlesen',
  testFirstText:
    'Ob die Datei passt, zeigt nur der Import bei Ihrer Steuerberatung. Schicken Sie zuerst die Musterdatei: Sie enthält Beispielpersonen mit diesen Einstellungen. Lassen Sie danach einen Monat einlesen und vergleichen Sie ihn mit den Kosten.',
  sampleLodas: 'Muster für LODAS',
  sampleLug: 'Muster für Lohn und Gehalt',
  none: 'DATEV ist nicht eingerichtet',
  noneText:
    'Das brauchen Sie nur, wenn Ihre Lohnabrechnung mit DATEV LODAS oder DATEV Lohn und Gehalt läuft.',
  add: 'Gesellschaft hinzufügen',
  edit: 'Ändern',
  remove: 'Entfernen',
  removed: 'Entfernt.',
  removeTitle: (name) => `DATEV-Nummern entfernen: ${name}?`,
  removeText: 'Für Monate, in denen diese Gesellschaft Personen hat, gibt es dann keine Datei mehr.',
  dialogTitle: 'Nummern für DATEV',
  legalEntity: 'Gesellschaft',
  legalEntityHelp: 'Genau so, wie sie in Ihren Listen steht. Leer: Personen ohne Gesellschaft.',
  company: 'Das Unternehmen selbst',
  adviser: 'Beraternummer',
  adviserHelp: '1 bis 9999999.',
  client: 'Mandantennummer',
  clientHelp: '1 bis 99999. Jede Gesellschaft hat ihre eigene.',
  withheld: 'Lohnart für einbehaltene Eigenanteile',
  withheldHelp: '1 bis 9999. Leer: Die Datei enthält keine solchen Zeilen.',
  taxFreeType: 'Lohnart für steuerfreie Zuschüsse',
  taxFreeTypeHelp: '1 bis 9999. Leer: Die Datei enthält keine solchen Zeilen.',
  key: 'Bearbeitungsschlüssel',
  keyHelp:
    '1 bis 99. Nur LODAS braucht ihn. Er hängt davon ab, wie die Lohnart bei Ihrer Steuerberatung angelegt ist.',
  numberUpTo: (most) => `Eine ganze Zahl von 1 bis ${most}.`,
  oneWageType: 'Geben Sie mindestens eine Lohnart ein.',
  keyNeedsType: 'Ein Schlüssel gehört zu einer Lohnart.',
  files: 'Dateien für die Lohnabrechnung',
  filesText: 'Was vom Gehalt abgeht, steuerfreie Beträge mit den Belegen dazu und Dateien für DATEV.',
  yearFile: (year) => `Steuerfrei ${year}`,
  settings: 'Einstellungen der Lohnabrechnung',
};
