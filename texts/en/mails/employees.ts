import { ticket as words } from '../ticket.ts';

const openPage = 'Open my page';
const share = 'Your share';
const receiptNumber = 'Receipt number';
const asksForBirthDate =
  'The link is only for you. The first time you open it, the page asks for your date of birth.';

export const ticket = {
  subject: (month: string) => `Your job ticket for ${month}`,
  preview: (period: string) => `Valid ${period}. Add it to your wallet.`,
  title: (month: string) => `Your job ticket for ${month} is here`,
  intro:
    'Add your ticket to the wallet on your phone. It renews itself there every month, and you have it with you without a network, too.',
  apple: words.addToApple,
  google: words.addToGoogle,
  valid: words.valid,
  number: words.number,
  share,
  receiptNumber,
  /** Whether there is a receipt. */
  page: {
    receipt:
      'Download the receipt for your share on your page. You find your ticket and your contract there, too.',
    noReceipt: 'You find your ticket and your contract on your page, too.',
  },
  openPage,
  note: 'Ticket and links are personal: do not pass this mail on. The first time you open it, the page asks for your date of birth.',
  footer: (company: string) => `You get this mail every month because you have a job ticket from ${company}.`,
  unsubscribe: 'Unsubscribe from this monthly mail',
};

export const refund = {
  subject: (month: string) => `Refund for your job ticket of ${month}`,
  preview: (amount: string) => `Your share of ${amount} is refunded.`,
  title: 'Your share is refunded',
  intro: (month: string) =>
    `Your job ticket for ${month} was revoked, and your share is refunded. Download the receipt on your page.`,
  refund: 'Refund',
  receiptNumber,
  openPage,
  note: asksForBirthDate,
  footer: (company: string) =>
    `You get this mail because you had a job ticket from ${company}. Your employer answers questions.`,
};

export const contract = {
  titles: {
    enrolment: 'Your job ticket is waiting for you',
    'plan-change': 'Another way to pay for your job ticket',
    'new-terms': 'New terms for your job ticket',
  },
  reminder: (title: string) => `Reminder: ${title}`,
  preview: (until: string) => `Please answer until ${until}.`,
  intros: {
    enrolment: (company: string) =>
      `${company} offers you a job ticket. Please read the contract and answer online.`,
    'plan-change': (company: string) =>
      `${company} offers you another way to pay for your job ticket. Please read the contract and answer online.`,
    'new-terms': (_company: string) =>
      'Your share of the job ticket is to change. You pay more than before only if you agree. Please read the contract and answer online.',
  },
  notAnswered: (intro: string) => `You have not answered yet. ${intro}`,
  share,
  monthly: (amount: string) => `${amount} a month`,
  from: 'From',
  until: 'Answer until',
  read: 'Read the contract',
  note: 'The link is only for you. To answer, you need your date of birth.',
  footer: (company: string) =>
    `You get this mail because ${company} offers you a job ticket. Your employer answers questions.`,
};

/** The link to the own page, with or without a contract that waits there. */
export const pageLink = {
  contract: {
    subject: 'Your job ticket: a contract waits for your answer',
    preview: (until: string) => `Please answer until ${until}.`,
    title: 'Your contract waits for your answer',
    paragraphs: (until: string) => [
      `A contract for your job ticket waits for you. Please read it on your page and answer until ${until}.`,
      'On this page you also find your ticket and your receipts.',
    ],
  },
  noContract: {
    subject: 'The link to your job ticket',
    preview: 'Ticket, contract and receipts on one page.',
    title: 'Your job ticket on one page',
    paragraphs: ['Here you find your ticket, your contract and your receipts.'],
  },
  openPage,
  note: asksForBirthDate,
  requested: 'Somebody requested this link with your address. If it was not you, delete this mail.',
  sent: 'Your employer sends you this link. Please ask them if you have questions.',
};

export const requestAnswered = {
  approved: 'Your request has been approved',
  refused: 'Your request has been declined',
  asked: (act: string, day: string) => `On ${day} you asked for this: ${act}.`,
  later: 'That is later than you asked for, because the month had begun before the answer.',
  answer: 'Your employer’s answer',
  answerOnPage: 'Your employer’s answer is on your page.',
  share,
  openPage,
  note: asksForBirthDate,
  footer: (company: string) =>
    `You get this mail because you sent a request to ${company} on your page. Your employer answers questions.`,
};

/** At the foot of each mail to an employee, as far as the company has entered it. */
export const note = {
  contact: (contact: string) => `Questions? Ask here: ${contact}`,
  privacy: 'Your employer’s note on data protection is on your page.',
};
