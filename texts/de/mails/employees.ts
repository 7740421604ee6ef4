import type {
  contract as enContract,
  note as enNote,
  pageLink as enPageLink,
  refund as enRefund,
  requestAnswered as enRequestAnswered,
  ticket as enTicket,
} from '../../en/mails/employees.ts';
import { ticket as words } from '../ticket.ts';

const openPage = 'Meine Seite öffnen';
const share = 'Ihr Anteil';
const receiptNumber = 'Belegnummer';
const asksForBirthDate =
  'Der Link ist nur für Sie. Beim ersten Öffnen fragt die Seite nach Ihrem Geburtsdatum.';

export const ticket: typeof enTicket = {
  subject: (month) => `Ihr Jobticket für ${month}`,
  preview: (period) => `Gültig ${period}. Legen Sie es in Ihr Wallet.`,
  title: (month) => `Ihr Jobticket für ${month} ist da`,
  intro:
    'legen Sie Ihr Ticket in das Wallet auf Ihrem Telefon. Dort erneuert es sich jeden Monat von selbst, und Sie haben es auch ohne Netz dabei.',
  apple: words.addToApple,
  google: words.addToGoogle,
  valid: words.valid,
  number: words.number,
  share,
  receiptNumber,
  page: {
    receipt:
      'Den Beleg über Ihren Anteil laden Sie auf Ihrer Seite herunter. Dort finden Sie auch Ticket und Vertrag.',
    noReceipt: 'Ticket und Vertrag finden Sie auch auf Ihrer Seite.',
  },
  openPage,
  note: 'Ticket und Links sind persönlich: Geben Sie diese Mail nicht weiter. Beim ersten Öffnen fragt die Seite nach Ihrem Geburtsdatum.',
  footer: (company) => `Sie bekommen diese Mail jeden Monat, weil Sie ein Jobticket von ${company} haben.`,
  unsubscribe: 'Diese monatliche Mail abbestellen',
};

export const refund: typeof enRefund = {
  subject: (month) => `Erstattung für Ihr Jobticket im ${month}`,
  preview: (amount) => `Ihr Anteil von ${amount} wird erstattet.`,
  title: 'Ihr Anteil wird erstattet',
  intro: (month) =>
    `Ihr Jobticket für ${month} wurde zurückgenommen, und Ihr Anteil wird erstattet. Den Beleg laden Sie auf Ihrer Seite herunter.`,
  refund: 'Erstattung',
  receiptNumber,
  openPage,
  note: asksForBirthDate,
  footer: (company) =>
    `Sie bekommen diese Mail, weil Sie ein Jobticket von ${company} hatten. Fragen beantwortet Ihr Arbeitgeber.`,
};

export const contract: typeof enContract = {
  titles: {
    enrolment: 'Ihr Jobticket wartet auf Sie',
    'plan-change': 'Ihr Jobticket anders bezahlen',
    'new-terms': 'Neue Bedingungen für Ihr Jobticket',
  },
  reminder: (title) => `Erinnerung: ${title}`,
  preview: (until) => `Bitte antworten Sie bis zum ${until}.`,
  intros: {
    enrolment: (company) =>
      `${company} bietet Ihnen ein Jobticket an. Bitte lesen Sie den Vertrag und antworten Sie online.`,
    'plan-change': (company) =>
      `${company} bietet Ihnen an, Ihr Jobticket künftig anders zu bezahlen. Bitte lesen Sie den Vertrag und antworten Sie online.`,
    'new-terms': () =>
      'Ihr Anteil am Jobticket soll sich ändern. Mehr als bisher zahlen Sie nur, wenn Sie zustimmen. Bitte lesen Sie den Vertrag und antworten Sie online.',
  },
  notAnswered: (intro) => `Sie haben noch nicht geantwortet. ${intro}`,
  share,
  monthly: (amount) => `${amount} im Monat`,
  from: 'Ab',
  until: 'Antwort bis',
  read: 'Vertrag ansehen',
  note: 'Der Link ist nur für Sie. Zum Antworten brauchen Sie Ihr Geburtsdatum.',
  footer: (company) =>
    `Sie bekommen diese Mail, weil ${company} Ihnen ein Jobticket anbietet. Fragen beantwortet Ihr Arbeitgeber.`,
};

export const pageLink: typeof enPageLink = {
  contract: {
    subject: 'Ihr Jobticket: Ein Vertrag wartet auf Ihre Antwort',
    preview: (until) => `Bitte antworten Sie bis zum ${until}.`,
    title: 'Ihr Vertrag wartet auf Ihre Antwort',
    paragraphs: (until) => [
      `für Ihr Jobticket wartet ein Vertrag auf Sie. Bitte lesen Sie ihn auf Ihrer Seite und antworten Sie bis zum ${until}.`,
      'Auf dieser Seite finden Sie auch Ihr Ticket und Ihre Belege.',
    ],
  },
  noContract: {
    subject: 'Der Link zu Ihrem Jobticket',
    preview: 'Ticket, Vertrag und Belege auf einer Seite.',
    title: 'Ihr Jobticket auf einer Seite',
    paragraphs: ['hier finden Sie Ihr Ticket, Ihren Vertrag und Ihre Belege.'],
  },
  openPage,
  note: asksForBirthDate,
  requested:
    'Diesen Link hat jemand mit Ihrer Adresse angefordert. Wenn Sie es nicht waren, können Sie diese Mail löschen.',
  sent: 'Ihr Arbeitgeber sendet Ihnen diesen Link. Fragen beantwortet er gern.',
};

export const requestAnswered: typeof enRequestAnswered = {
  approved: 'Ihre Anfrage ist genehmigt',
  refused: 'Ihre Anfrage ist abgelehnt',
  asked: (act, day) => `am ${day} haben Sie angefragt: ${act}.`,
  later: 'Das ist später als angefragt, weil der Monat vor der Antwort begonnen hat.',
  answer: 'Antwort Ihres Arbeitgebers',
  answerOnPage: 'Die Antwort Ihres Arbeitgebers steht auf Ihrer Seite.',
  share,
  openPage,
  note: asksForBirthDate,
  footer: (company) =>
    `Sie bekommen diese Mail, weil Sie auf Ihrer Seite eine Anfrage an ${company} gestellt haben. Fragen beantwortet Ihr Arbeitgeber.`,
};

export const note: typeof enNote = {
  contact: (contact) => `Fragen? Wenden Sie sich an: ${contact}`,
  privacy: 'Den Hinweis Ihres Arbeitgebers zum Datenschutz finden Sie auf Ihrer Seite.',
};
