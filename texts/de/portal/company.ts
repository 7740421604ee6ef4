import type { audit as enAudit, company as enCompany } from '../../en/portal/company.ts';
import { n } from '../number.ts';

export const company: typeof enCompany = {
  menu: 'Einstellungen',
  title: 'Einstellungen des Unternehmens',
  text: 'Änderungen gelten ab jetzt. Was ausgegeben oder unterschrieben ist, bleibt, wie es ist.',
  basics: 'Unternehmen',
  name: 'Name',
  locale: 'Sprache der Dokumente',
  locales: {
    'de-DE': 'Deutsch (Deutschland)',
    'de-AT': 'Deutsch (Österreich)',
    'en-GB': 'Englisch (Vereinigtes Königreich)',
    'en-US': 'Englisch (Vereinigte Staaten)',
  },
  timeZone: 'Zeitzone',
  timeZoneHelp: 'Entscheidet, wann ein neuer Tag und damit ein neuer Monat beginnt.',
  money: 'Tarif und Zuschuss',
  defaultPlan: 'Tarif für neue Personen',
  subsidy: 'Zuschuss je Person und Monat',
  nextPrice: (month, price) => `Ab ${month} kostet es ${price}.`,
  price: (price) =>
    `Das Ticket kostet ${price} im Monat. Ab einem Zuschuss von einem Viertel davon gibt es 5\u00a0% Rabatt.`,
  amountWrong: 'Bitte einen Betrag wie 25,00 angeben.',
  amountTooLarge: (most) => `Höchstens ${most}.`,
  abovePrice: (price) =>
    `Das ist mehr, als das Ticket kostet (${price}). Das Unternehmen zahlt dann das ganze Ticket, aber nicht mehr als das.`,
  abovePriceTitle: 'Der Zuschuss liegt über dem Ticketpreis',
  abovePriceMeant: (amount) => `Ja, ${amount} Zuschuss sind richtig`,
  retentionTooLong: (months) => `Höchstens ${n(months)} Monate.`,
  contributions: 'Was dann gezahlt wird',
  plan: 'Tarif',
  companyPays: 'Arbeitgeber',
  employeePays: 'Person',
  enrolment: 'Bestellung',
  mail: 'Mail',
  mailEmployees: 'Verträge und Tickets an Beschäftigte mailen',
  mailEmployeesText:
    'Ab jetzt bekommen Ihre Beschäftigten eine Mail, wenn ein Vertrag angeboten wird, bis zu zwei Erinnerungen und jeden Monat ihr Ticket. Für Vergangenes wird nichts verschickt.',
  mailNotSetUp: 'Der Betreiber hat den Mailversand noch nicht eingerichtet.',
  autoEnrol: 'Für neue Personen automatisch bestellen',
  autoEnrolText:
    'Wer neu auf einer Liste steht, bekommt ein Ticket, ohne dass es jemand bestellen muss. Anfangs ausgeschaltet, damit die erste Liste nicht Tausende Tickets kauft.',
  cutOffs: 'Stichtage',
  cutOffsText:
    'Bis zu diesem Tag des Monats wirkt ein Auftrag zum nächsten Monat, danach einen Monat später. Das gilt für Aufträge von Hand, nie für Angaben aus dem HR-System.',
  orderUntil: 'Bestellungen bis zum',
  cancelUntil: 'Kündigungen bis zum',
  pauseUntil: 'Pausen bis zum',
  lastDay: 'letzten Tag des Monats',
  dayOfMonth: (day) => `${day}.`,
  privacy: 'Datenschutz',
  retention: 'Daten ausgeschiedener Personen löschbar nach',
  retentionHelp:
    'Scheidet jemand aus, lassen sich die Daten der Person erst nach dieser Zeit löschen, durch den Betreiber des Dienstes. Von selbst wird nichts gelöscht. Tickets, Beträge und Belege bleiben für die Buchhaltung, ohne den Namen.',
  months: 'Monate',
  review: 'Änderungen prüfen',
  reviewTitle: 'Was sich ändert',
  concernsNobody: 'Im nächsten Monat ändern sich für niemanden die Beträge.',
  concerns: (count) =>
    count === 1
      ? 'Bei 1 Ticket des nächsten Monats ändern sich die Beträge. Zusammen im Monat:'
      : `Bei ${n(count)} Tickets des nächsten Monats ändern sich die Beträge. Zusammen im Monat:`,
  atMostSigned:
    'Beschäftigte zahlen höchstens, was sie unterschrieben haben, bis sie neuen Bedingungen zustimmen.',
  atFirst: 'Ab dem nächsten Monat',
  onceAccepted: 'Wenn alle zugestimmt haben',
  employeesPay: 'Beschäftigte',
  offersNewTerms: (count) =>
    count === 1
      ? '1 Person werden sofort neue Bedingungen angeboten. Lehnt sie ab, endet ihr Abo.'
      : `${n(count)} Personen werden sofort neue Bedingungen angeboten, auch denen, deren Abo pausiert oder erst beginnt. Wer ablehnt, dessen Abo endet.`,
  withdrawsNewTerms: (count) =>
    count === 1
      ? '1 Angebot neuer Bedingungen wird zurückgezogen, weil der Betrag nicht mehr über dem unterschriebenen liegt.'
      : `${n(count)} Angebote neuer Bedingungen werden zurückgezogen, weil die Beträge nicht mehr über den unterschriebenen liegen.`,
  replacesOffers: (count) =>
    count === 1
      ? '1 offenes Angebot wird durch eines mit den neuen Beträgen ersetzt.'
      : `${n(count)} offene Angebote werden durch Angebote mit den neuen Beträgen ersetzt.`,
  autoEnrols: (count) =>
    count === 1
      ? 'Was für die 1 wartende Person bestellt würde'
      : `Was für die ${n(count)} Wartenden bestellt würde`,
  autoEnrolsText:
    'Ab jetzt wird für alle bestellt, die neu auf einer Liste stehen. Für Personen, die schon warten, wird bestellt, sobald eine Liste etwas Neues über sie enthält, oder sofort unter „Beschäftigte“.',
  data: 'Angaben für Belege und Lohnabrechnung',
  dataText: 'Ein Beleg übernimmt sie, wenn er ausgestellt wird. Frühere Belege bleiben, wie sie sind.',
  missingData: (names) => `Auf den Belegen fehlt noch: ${names}.`,
  legalName: 'Vollständiger Firmenname',
  legalNameHelp: 'Für neue Verträge, Belege und Kostenaufstellungen. Ohne ihn steht dort der Name von oben.',
  address: 'Anschrift',
  taxNumber: 'Steuernummer',
  costCentre: 'Kostenstelle',
  wageType: 'Lohnart',
  wageTypeHelp: 'Unter ihr behält die Lohnabrechnung die Eigenanteile ein.',
  payrollColumns: 'Spalten der Datei für die Lohnabrechnung',
  payrollColumnsHelp: 'In der Reihenfolge, in der Sie sie auswählen.',
  notEntered: 'nicht eingetragen',
  nothing: 'Es wurde nichts geändert.',
  on: 'an',
  off: 'aus',
};

export const audit: typeof enAudit = {
  title: 'Protokoll',
  text: 'Wer wann was geändert hat. Einträge lassen sich nicht entfernen.',
  when: 'Wann',
  who: 'Wer',
  what: 'Was',
  details: 'Einzelheiten',
  anyActor: 'Alle Beteiligten',
  search: 'Person oder Benutzer',
  anyKind: 'Alle Themen',
  withViews: 'Auch Aufrufe von Seiten',
  kind: 'Worum es geht',
  kinds: {
    subscriptions: 'Abos',
    contracts: 'Verträge',
    people: 'Personen',
    documents: 'Dokumente',
    syncs: 'Anbindungen und Abgleiche',
    views: 'Eingesehen und exportiert',
    access: 'Zugänge, Schlüssel und Webhooks',
    company: 'Unternehmen und Preise',
  },
  ofPerson: (name) => `Nur Einträge zu ${name}`,
  everybody: 'Alle zeigen',
  none: 'Nichts aufgezeichnet',
  noneText: 'Zu diesen Filtern passt nichts.',
};
