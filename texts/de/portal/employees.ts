import type { employees as en } from '../../en/portal/employees.ts';
import { n } from '../number.ts';

export const employees: typeof en = {
  title: 'Beschäftigte',
  text: 'Alle Personen aus Ihren HR-Systemen und alle, die von Hand angelegt wurden.',
  add: 'Person anlegen',
  enrolWaiting: (count) =>
    count === 1 ? 'Für 1 wartende Person bestellen' : `Für ${n(count)} wartende Personen bestellen`,
  search: 'Name, E-Mail oder Personalnummer',
  filters: 'Filter',
  plan: 'Tarif',
  contract: 'Vertrag',
  integration: 'Anbindung',
  anyPlan: 'Alle Tarife',
  groupTitle: 'Gruppe',
  anyGroup: 'Alle Gruppen',
  anyContract: 'Alle Vertragsstände',
  anyIntegration: 'Alle Anbindungen',
  anyPayroll: {
    costCentre: 'Alle Kostenstellen',
    department: 'Alle Abteilungen',
    location: 'Alle Standorte',
    legalEntity: 'Alle Gesellschaften',
  },
  clear: 'Filter entfernen',
  columns: 'Spalten',
  columnsText: 'Dieser Browser merkt sie sich.',
  waiting: 'Warten auf Bestellung',
  savedFilters: 'Gespeicherte Filter',
  savedFiltersText: 'Dieser Browser merkt sich Ihre Filter unter einem Namen.',
  saveFilter: 'Filter speichern',
  manageFilters: 'Filter verwalten',
  filterName: 'Name für diese Filter',
  removeFilter: 'Entfernen',
  selection: 'Auswahl',
  select: (name) => `${name} auswählen`,
  selectPage: 'Alle auf dieser Seite auswählen',
  selected: (count) => (count === 1 ? '1 Person ausgewählt' : `${n(count)} Personen ausgewählt`),
  selectAll: (count) => `Alle ${n(count)} auswählen, die passen`,
  selectNobody: 'Auswahl aufheben',
  bulk: {
    names: {
      enrol: 'Tickets bestellen',
      'change-plan': 'Tarif wechseln',
      pause: 'Pausieren',
      cancel: 'Kündigen',
      'send-links': 'Links noch einmal mailen',
    },
    titles: {
      enrol: (count) =>
        count === 1 ? 'Ein Ticket für 1 Person bestellen' : `Tickets für ${n(count)} Personen bestellen`,
      'change-plan': (count) =>
        count === 1 ? 'Den Tarif von 1 Person wechseln' : `Den Tarif von ${n(count)} Personen wechseln`,
      pause: (count) => (count === 1 ? '1 Person pausieren' : `${n(count)} Personen pausieren`),
      cancel: (count) =>
        count === 1 ? 'Das Abo von 1 Person kündigen' : `Die Abos von ${n(count)} Personen kündigen`,
      'send-links': (count) =>
        count === 1 ? '1 Person den Link mailen' : `${n(count)} Personen ihre Links mailen`,
    },
    texts: {
      enrol:
        'Wählen Sie den Tarif für diese Personen. Personen mit einem anderen Tarif wählen Sie getrennt aus.',
      'change-plan':
        'Der neue Tarif gilt ab dem nächsten Monatsersten oder sobald der Vertrag unterschrieben ist.',
      pause: 'Ganze Monate. Ausgegebene Tickets gelten bis zum Monatsende.',
      cancel: 'Ausgegebene Tickets gelten bis zum Monatsende.',
      'send-links': 'Jede Person bekommt eine Mail mit dem Link zu ihrer Seite: Ticket, Vertrag und Belege.',
    },
    confirm: {
      enrol: (count) => (count === 1 ? 'Für 1 Person bestellen' : `Für ${n(count)} Personen bestellen`),
      'change-plan': (count) => (count === 1 ? 'Für 1 Person wechseln' : `Für ${n(count)} Personen wechseln`),
      pause: (count) => (count === 1 ? '1 Person pausieren' : `${n(count)} Personen pausieren`),
      cancel: (count) => (count === 1 ? 'Für 1 Person kündigen' : `Für ${n(count)} Personen kündigen`),
      'send-links': (count) => (count === 1 ? 'An 1 Person mailen' : `An ${n(count)} Personen mailen`),
    },
    possible: (possible, all) =>
      all === 1 && possible === 1
        ? 'Möglich für diese Person.'
        : possible === all
          ? `Möglich für alle ${n(all)}.`
          : `Möglich für ${n(possible)} von ${n(all)} Personen.`,
    people: (count) => (count === 1 ? '1 Person:' : `${n(count)} Personen:`),
    more: (count) => (count === 1 ? 'und 1 weitere' : `und ${n(count)} weitere`),
    from: (day) => `ab ${day}`,
    paused: (from, until) =>
      until ? `Pause vom ${from} bis ${until}.` : `Pause ab ${from}, bis jemand das Abo fortsetzt.`,
    ends: (day) => `Der letzte Tag mit Ticket ist der ${day}.`,
    costs: 'So ändern sich die Kosten im Monat',
    employer: 'Arbeitgeber',
    employees: 'Beschäftigte',
    refused: (count) =>
      count === 1 ? 'Für 1 Person nicht möglich' : `Für ${n(count)} Personen nicht möglich`,
    running: 'Läuft. Sie können diese Seite verlassen.',
    progress: (done, all) => `${n(done)} von ${n(all)}`,
    finished: (done, all) =>
      all === 1 && done === 1
        ? 'Für diese Person erledigt.'
        : done === all
          ? `Für alle ${n(all)} erledigt.`
          : `Für ${n(done)} von ${n(all)} Personen erledigt.`,
    startedBy: (user) => `Gestartet von ${user}.`,
    notDone: 'Nicht erledigt',
    doneFor: 'Erledigt',
    why: 'Warum',
    failed: 'Ein Fehler im Dienst. Versuchen Sie es für diese Person noch einmal.',
    allDone: 'Für alle erledigt',
    backToList: 'Zurück zu den Beschäftigten',
    contractsText: 'Wer einen Vertrag braucht, bekommt das Ticket erst nach der Unterschrift.',
    contractsLink: 'Offene Verträge ansehen',
  },
  person: 'Person',
  contribution: 'Eigenanteil nächstes Ticket',
  nextTicket: 'Nächstes Ticket',
  nobody: 'Niemand passt dazu',
  nobodyText: 'Versuchen Sie es mit weniger Filtern oder einer anderen Schreibweise.',
  nobodyYet: 'Hier ist noch niemand',
  nobodyYetText: 'Senden Sie eine Liste über eine Anbindung oder legen Sie die erste Person von Hand an.',
  addTitle: 'Person von Hand anlegen',
  addText:
    'Für Personen, die in keinem HR-System stehen. Ein Ticket ist damit noch nicht bestellt: Das tun Sie auf der Seite der Person.',
  firstName: 'Vorname',
  lastName: 'Nachname',
  dateOfBirth: 'Geburtsdatum',
  personnelNumber: 'Personalnummer',
  payrollHelp:
    'Für die Lohnabrechnung. Steht die Person später auf einer Liste, gelten die Angaben von dort.',
  emailKnown: (name) => `Diese E-Mail-Adresse hat schon ${name}. Ist es dieselbe Person?`,
  added: (name) => `${name} wurde angelegt.`,
  waitingText:
    'Diese Personen stehen auf einer Liste, aber niemand hat Tickets für sie bestellt. Wählen Sie aus, wer eines bekommen soll, dann „Tickets bestellen“. Vor der Bestellung sehen Sie, was sie kostet.',
  chooseWaiting: 'Auswählen, wer ein Ticket bekommt',
  group: (people, plan) => `${n(people)} × ${plan}`,
  eachPays: (amount) => `je ${amount} im Monat`,
  startsOn: (day) => `erstes Ticket am ${day}`,
  needsContract: 'sobald der Vertrag unterschrieben ist',
  perMonth: 'Zusammen im Monat',
  companyPays: 'Der Arbeitgeber zahlt',
  employeesPay: 'Die Beschäftigten zahlen',
};
