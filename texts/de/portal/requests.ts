import type { requests as en } from '../../en/portal/requests.ts';
import { n } from '../number.ts';

export const requests: typeof en = {
  title: 'Anfragen',
  text: 'Worum Beschäftigte auf ihrer Seite gebeten haben. Jede Antwort bekommen sie per Mail.',
  shown: 'Anzeigen',
  open: 'Offen',
  answered: 'Beantwortet',
  none: 'Keine Anfrage wartet',
  noneText:
    'Beschäftigte können auf ihrer Seite anfragen, sobald Sie das in den Einstellungen der Beschäftigtenseite einschalten.',
  noneAnswered: 'Noch keine Anfrage wurde beantwortet',
  who: 'Person',
  what: 'Anfrage',
  asked: 'Gefragt am',
  shownLink: 'Über einen Link, den das Portal angezeigt hat, nicht über einen gemailten.',
  months: (from, until) => (until === from ? from : until ? `${from} bis ${until}` : `ab ${from}`),
  counts: (day) => `Ab ${day}`,
  pays: (amount) => `${amount} im Monat`,
  answer: 'Antworten',
  answerTitle: (what, who) => `${what}: ${who}`,
  answerText: (day) => `Gefragt am ${day}.`,
  happens: 'Was dann passiert',
  working: 'Wird ermittelt',
  later: (asked, now) =>
    `Der Person wurde der ${asked} gezeigt. Dieser Monat hat schon begonnen, deshalb würde es ab ${now} gelten. Bitte bestätigen Sie das neue Datum.`,
  costsOther: (asked, now) => `Der Person wurden ${asked} im Monat gezeigt. Jetzt sind es ${now}.`,
  impossible: 'Das ist nicht mehr möglich',
  impossibleText: 'Lehnen Sie die Anfrage ab und schreiben Sie der Person, warum.',
  decision: 'Ihre Entscheidung',
  approve: 'Genehmigen',
  refuse: 'Ablehnen',
  note: 'Nachricht an die Person',
  noteHelp: 'Sie steht in der Mail und auf der Seite der Person. Nötig, wenn Sie ablehnen.',
  approved: 'Genehmigt. Die Person bekommt eine Mail.',
  refused: 'Abgelehnt. Die Person bekommt eine Mail.',
  confirmLater: 'Zum neuen Datum genehmigen',
  states: {
    open: 'Wartet',
    approved: 'Genehmigt',
    refused: 'Abgelehnt',
    withdrawn: 'Zurückgenommen',
    lapsed: 'Erledigt: ausgeschieden',
  },
  kind: 'Art der Anfrage',
  anyKind: 'Alle Anfragen',
  selection: 'Auswahl',
  select: (what, who) => `${what} von ${who} auswählen`,
  selectPage: 'Alle auf dieser Seite auswählen',
  selected: (count) => (count === 1 ? '1 Anfrage ausgewählt' : `${n(count)} Anfragen ausgewählt`),
  selectNone: 'Auswahl aufheben',
  approveMany: (count) => (count === 1 ? '1 Anfrage genehmigen' : `${n(count)} Anfragen genehmigen`),
  approveManyText:
    'Genehmigt wird, was heute noch so gilt, wie es der Person gezeigt wurde. Alle anderen Anfragen bleiben offen, und Sie beantworten sie einzeln.',
  refuseMany: (count) => (count === 1 ? '1 Anfrage ablehnen' : `${n(count)} Anfragen ablehnen`),
  refuseManyText: 'Alle bekommen dieselbe Nachricht.',
  noteToMany: 'Nachricht an alle Ausgewählten',
  answeredMany: (count, left) =>
    `${count === 1 ? '1 Anfrage ist beantwortet.' : `${n(count)} Anfragen sind beantwortet.`}${
      left === 0
        ? ''
        : left === 1
          ? ' 1 braucht einen zweiten Blick.'
          : ` ${n(left)} brauchen einen zweiten Blick.`
    }`,
  strangers: 'Über den Beitrittslink gefragt, nicht gefunden',
  strangersText: 'Prüfen Sie, ob sie auf Ihre Liste gehören. Nach 30 Tagen werden die Einträge gelöscht.',
  email: 'E-Mail-Adresse',
  birthDate: 'Geburtsdatum',
  knownAddress: 'Die Adresse ist bekannt, mit anderem Geburtsdatum oder von jemandem, der ausgeschieden ist.',
  dismiss: 'Erledigt',
  dismissed: 'Entfernt.',
  ofPerson: 'Anfragen der Person',
};
