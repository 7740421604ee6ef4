import type { employees as en } from '../en/employees.ts';
import { n } from './number.ts';

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
  anyPlan: 'Jeder Tarif',
  anyContract: 'Jeder Vertragsstand',
  anyIntegration: 'Jede Anbindung',
  clear: 'Filter entfernen',
  person: 'Person',
  contribution: 'Zahlt im Monat',
  nextTicket: 'Nächstes Ticket',
  nobody: 'Niemand passt dazu',
  nobodyText: 'Versuchen Sie es mit weniger Filtern oder einer anderen Schreibweise.',
  nobodyYet: 'Hier ist noch niemand',
  nobodyYetText: 'Senden Sie eine Liste über eine Anbindung oder legen Sie die erste Person von Hand an.',
  results: (count) => (count === 1 ? '1 Person gefunden' : `${n(count)} Personen gefunden`),
  addTitle: 'Person von Hand anlegen',
  addText:
    'Für Personen, die in keinem HR-System stehen. Ein Ticket ist damit noch nicht bestellt: Das tun Sie auf der Seite der Person.',
  firstName: 'Vorname',
  lastName: 'Nachname',
  dateOfBirth: 'Geburtsdatum',
  added: (name) => `${name} wurde angelegt.`,
  waitingTitle: 'Für alle Wartenden bestellen',
  waitingText:
    'Diese Personen stehen auf einer Liste und können ein Ticket bekommen, aber niemand hat es bestellt.',
  waitingNobody: 'Zurzeit wartet niemand.',
  group: (people, plan) => `${n(people)} × ${plan}`,
  eachPays: (amount) => `je ${amount} im Monat`,
  startsOn: (day) => `erstes Ticket am ${day}`,
  needsContract: 'sobald der Vertrag unterschrieben ist',
  perMonth: 'Zusammen im Monat',
  companyPays: 'Der Arbeitgeber zahlt',
  employeesPay: 'Die Beschäftigten zahlen',
  enrol: (people) => (people === 1 ? 'Für 1 Person bestellen' : `Für ${n(people)} Personen bestellen`),
  enrolled: (people) =>
    people === 1 ? 'Für 1 Person wurde bestellt.' : `Für ${n(people)} Personen wurde bestellt.`,
};
