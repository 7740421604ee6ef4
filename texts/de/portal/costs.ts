import type { costs as english } from '../../en/portal/costs.ts';
import { n } from '../number.ts';
import { statements } from '../statements.ts';

export const costs: typeof english = {
  ...statements.columns,
  title: 'Kosten',
  text: 'Was die Tickets kosten, Monat für Monat, mit denselben Beträgen wie auf den Belegen.',
  byMonth: 'Kosten nach Monat',
  byMonthText:
    'Was Arbeitgeber und Beschäftigte zusammen zahlen. Wählen Sie einen Monat, um seine Posten zu sehen.',
  chartTable: 'Das Diagramm als Tabelle',
  series: {
    employerFull: 'Arbeitgeber, ganzes Ticket',
    employerShared: 'Arbeitgeber, Zuschuss',
    employeeSalary: 'Beschäftigte, vom Gehalt',
    employeeDirect: 'Beschäftigte, direkt bezahlt',
  },
  running: 'Der Monat läuft noch. Es können noch Tickets ausgegeben oder erstattet werden.',
  final: 'Der Monat ist abgeschlossen. Es ändert sich nichts mehr.',
  none: 'Noch keine Kosten',
  noneText: 'Kosten entstehen mit den ersten Tickets.',
  noneInMonth: 'In diesem Monat wurden keine Tickets berechnet.',
  nobody: 'Zu dieser Suche passt niemand.',
  employer: 'Arbeitgeber zahlt',
  employees: 'Beschäftigte zahlen',
  ofThatWithheld: (amount) => `davon ${amount} vom Gehalt`,
  lessDiscount: (amount) => `abzüglich ${amount} Rabatt`,
  ofThatBeyond: (amount) => `davon ${amount} über dem Zuschuss`,
  ticketCount: 'Tickets',
  refunded: (count) => (count === 1 ? '1 erstattet' : `${n(count)} erstattet`),
  together: 'Preis abzüglich Rabatt',
  since: (difference, month) => `${difference} gegenüber ${month}`,
  unchanged: (month) => `wie im ${month}`,
  beyondTitle: (amount) => `Das Unternehmen trägt ${amount} über den Zuschuss hinaus.`,
  beyondText:
    'Einige Beschäftigte zahlen weniger als den heutigen Betrag, weil sie neuen Bedingungen nicht zugestimmt haben. Mehr als unterschrieben muss niemand zahlen; den Unterschied trägt das Unternehmen.',
  beyondLink: 'Heutige Beträge anbieten',
  byPlan: 'Nach Tarif',
  breakdown: statements.breakdown,
  breakdownChoice: 'Kosten nach',
  breakdownBy: {
    'cost-centre': 'Nach Kostenstelle',
    'legal-entity': 'Nach Gesellschaft',
    group: 'Nach Gruppe',
  },
  all: 'Alle Tarife',
  lines: 'Nach Person',
  person: 'Person',
  number: (number) => `Nr. ${number}`,
  atCostCentre: (costCentre) => `Kostenstelle ${costCentre}`,
  inGroup: (group) => `Gruppe ${group}`,
  exportLines: 'Posten als CSV',
  noWageType: 'Der Datei für die Lohnabrechnung fehlt noch die Lohnart.',
  noWageTypeLink: 'In den Einstellungen eintragen',
  noNumber: (lines) =>
    lines === 1
      ? 'In der Datei für die Lohnabrechnung fehlt bei 1 Zeile die Personalnummer:'
      : `In der Datei für die Lohnabrechnung fehlt bei ${n(lines)} Zeilen die Personalnummer:`,
  andMore: (count) => `und ${n(count)} weitere`,
};
