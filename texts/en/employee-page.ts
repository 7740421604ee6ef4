import { actNames, acts } from './acts.ts';
import { documentTitles } from './document-titles.ts';
import { n } from './number.ts';
import { ticket } from './ticket.ts';

/** In minutes. Nobody waits for longer on a page. */
const LONG_WAIT = 120;

/** The page that an employee opens by a link. */
export const employeePage = {
  title: 'My job ticket',
  specimen: 'SPECIMEN / MUSTER: test environment. Nothing on this page is valid.',
  loading: 'One moment, please …',
  hello: (name: string) => `Hello, ${name}`,
  by: (company: string) => `Job ticket from ${company}`,
  proof: {
    title: 'Is this you?',
    text: 'Your date of birth protects this page. We ask for it once on this device.',
    open: 'Open the page',
  },
  birthDate: {
    legend: 'Date of birth',
    day: 'Day',
    month: 'Month',
    year: 'Year',
    help: 'For example 31 3 1990',
    missing: 'Please enter the day, month and year of your birth.',
    notADay: 'There is no such day. Please check day, month and year.',
  },
  errors: {
    wrongBirthDate: (left: number) =>
      `The date of birth does not match your employer's data. ${
        left === 0
          ? 'Please try again in an hour, or talk to your employer.'
          : left === 1
            ? 'You have one more try.'
            : `You have ${n(left)} more tries.`
      }`,
    tooOften: (minutes: number) =>
      minutes > LONG_WAIT
        ? 'Too many tries. Please ask your employer for a new link.'
        : `Too many tries. Please wait ${minutes === 1 ? 'a minute' : `${n(minutes)} minutes`}. If it is urgent, your employer can give you a new link.`,
    unreachable: 'No connection. Please try again.',
    other: 'That did not work. Please reload the page and try again.',
    answered: 'This offer has already been answered the other way. The first answer stands.',
    unfit:
      'This offer no longer fits, for instance because the employment ends. Please talk to your employer.',
    busy: 'Something is being changed at the moment. Please try again shortly.',
    gone: 'This offer no longer stands. Please reload the page.',
    missingEmail: 'Please enter your e-mail address.',
    invalidEmail: 'This is not an e-mail address.',
  },
  status: {
    title: 'Status',
    canOrder: 'You have no job ticket yet. You can order one here.',
    none: 'You have no job ticket. If you would like one, ask your employer.',
    offered: 'Your job ticket is ready. It begins only once you accept the contract.',
    scheduled: (day: string | null) =>
      day
        ? `Your job ticket is ordered. The first ticket comes on ${day}.`
        : 'Your job ticket is ordered. It begins with a pause; after that you get the first ticket.',
    active: 'Your job ticket is active and renews itself.',
    running: 'Your job ticket is active.',
    pauses: (day: string) => `A pause begins on ${day}.`,
    next: (day: string) => `The next ticket comes on ${day}.`,
    paused: (next: string | null) =>
      next
        ? `Your job ticket is paused. The next ticket comes on ${next}.`
        : 'Your job ticket is paused. You get a ticket again after the pause.',
    'scheduled-cancellation': (day: string) => `Your job ticket ends. The last day is ${day}.`,
    cancelled: (day: string) => `Your job ticket has ended. The last day was ${day}.`,
    pays: (amount: string) => `Your share: ${amount} a month.`,
    paysNothing: 'Your employer pays for the whole ticket.',
    /** How the employee pays the share. */
    paidBy: {
      'fully-subsidized-plan': '',
      'split-pay-plan': 'You pay it yourself.',
      'deferred-plan': 'It is taken from your salary.',
    },
    byEmployer: 'Would you like to pause, cancel or change something? Tell your employer.',
  },
  ticket: {
    title: (month: string) => `Ticket ${month}`,
    valid: ticket.valid,
    number: ticket.number,
    apple: ticket.addToApple,
    google: ticket.addToGoogle,
    specimen: 'Specimen, not a ticket',
    device: 'Open this page on the phone that is to hold the ticket. It renews itself there every month.',
    noWallet: 'Your employer tells you how you get your ticket.',
  },
  months: {
    title: 'A year at a glance',
    states: { ticket: 'ticket', paused: 'paused', ahead: 'planned', none: 'no ticket' },
    now: 'this month',
  },
  contract: {
    headings: {
      enrolment: 'Contract',
      'plan-change': 'Contract: another way to pay',
      'new-terms': 'Contract: new terms',
    },
    /** If its language is not that of the page. */
    otherLanguage: 'The contract is written in German.',
    intro: {
      enrolment: 'Please read the contract and answer below.',
      'plan-change': 'Your job ticket is to be paid another way. Please read the contract and answer below.',
      'new-terms':
        'You are offered new terms for your job ticket. Please read the contract and answer below.',
    },
    summary: {
      from: 'Begins, if you accept today',
      share: 'Your share',
      pays: (amount: string) => `${amount} a month.`,
      ending: 'Cancel',
      here: 'At the end of a month, on this page.',
      byEmployer: 'At the end of a month, through your employer.',
    },
    ifRejected: {
      enrolment: 'If you reject it, no job ticket begins.',
      'plan-change': 'If you reject it, everything stays as it is.',
      'new-terms': 'If you reject them, your job ticket ends before the new terms apply.',
    },
    until: (day: string) => `You can answer until ${day}.`,
    signTitle: 'Your answer',
    signText: 'With your date of birth you confirm that it is you who answers.',
    accept: 'Accept',
    reject: 'Reject',
    answered: {
      accepted: 'Thank you, your answer is stored: you accept the contract.',
      rejected: 'Your answer is stored: you reject the contract.',
    },
    acceptedOn: (moment: string) => `Accepted on ${moment}.`,
    rejectedOn: (moment: string) => `Rejected on ${moment}.`,
    begins: {
      enrolment: (day: string) => `Your job ticket begins on ${day}.`,
      'plan-change': (day: string) => `The change applies from ${day}.`,
      'new-terms': (day: string) => `The new terms apply from ${day}.`,
    },
    afterRejection: {
      enrolment: 'No job ticket begins. If you change your mind, ask your employer for a new offer.',
      'plan-change': 'Everything stays as it is.',
      'new-terms': 'Your job ticket ends.',
    },
    canOrder: 'No job ticket begins. If you change your mind, order it here.',
    canStillAccept: (day: string) =>
      `Your job ticket ends: the first day without a ticket is ${day}. Until then you can still accept.`,
    read: 'Text of the contract',
    proof: (version: string, digest: string) => `Version ${version}, SHA-256 of the text ${digest}`,
  },
  acts: {
    title: 'What you can do',
    names: actNames,
    texts: {
      enrol: 'A monthly ticket that renews itself.',
      'change-plan': 'From the next month on.',
      pause: 'Whole months without a ticket, for example for a long holiday.',
      resume: 'A ticket again from the next month on.',
      cancel: 'At the end of a month.',
      'withdraw-cancellation': 'Your job ticket goes on as before.',
    },
    resumeAhead: 'The planned pause is dropped.',
    happens: acts,
    plan: 'How you pay',
    plans: {
      'fully-subsidized-plan': 'Your employer pays the whole ticket.',
      'split-pay-plan': 'Your employer pays a subsidy, you pay your share yourself.',
      'deferred-plan': 'Your employer pays a subsidy, your share is taken from your salary.',
    },
    planNames: {
      'fully-subsidized-plan': 'Fully paid by the employer',
      'split-pay-plan': 'Shared, paid directly',
      'deferred-plan': 'Shared, from the salary',
    },
    cancelUntil: (day: number) =>
      `A cancellation by day ${day} of a month counts for the end of that month, a later one for the end of the next.`,
    fromMonth: 'First month without a ticket',
    untilMonth: 'Last month without a ticket',
    openEnd: 'Until I end the pause',
    working: 'One moment, please …',
    free: 'You pay nothing.',
    pays: (amount: string) => `You pay ${amount} a month.`,
    asks: 'Your employer decides about it. You get the answer by e-mail. The day on which you ask counts for the deadline.',
    ask: 'Send the request',
    binding: {
      enrol: 'Order now',
      'change-plan': 'Change now',
      pause: 'Pause now',
      resume: 'End the pause now',
      cancel: 'Cancel now',
      'withdraw-cancellation': 'Withdraw the cancellation',
    },
    back: 'Back',
    done: 'Done.',
    sign: 'Please sign the contract. It is below, and nothing counts without it.',
    asked: 'Your employer has your request. You get the answer by e-mail.',
    changed: 'Something has changed meanwhile. Please look at it once more.',
    impossible: 'This is not possible now.',
    refusals: {
      'offer-open': () => 'A contract waits for your answer. Please answer it first.',
      'employment-ends': (on: string) => `Your employment ends on ${on}.`,
      'too-early-to-pause': (on: string) => `The first month that can still be paused is ${on}.`,
      'pause-ends-first': () => 'The pause would end before it begins.',
      'request-open': () =>
        'You have asked for this already. Please wait for the answer, or take the request back.',
      'not-listed': () => 'Your employer does not list you any more.',
    },
  },
  requests: {
    title: 'Your requests',
    states: {
      open: 'waits for an answer',
      approved: 'approved',
      refused: 'declined',
      withdrawn: 'taken back',
      lapsed: 'closed, because you do not work there any more',
    },
    asked: (day: string) => `Asked on ${day}`,
    later: 'Later than you asked for, because the month had begun before the answer.',
    answer: (text: string) => `Answer: ${text}`,
    withdraw: 'Take the request back',
    withdrawn: 'Your request has been taken back.',
  },
  notices: {
    'offer-replaced':
      'A new offer has replaced the one that your link was for, for instance because the amounts have changed.',
    'offer-withdrawn': 'The offer that your link was for has been withdrawn.',
    'link-expired':
      'The time to answer the offer that your link was for is over. Your employer can make a new one.',
  },
  documents: {
    title: 'Receipts and documents',
    none: 'None yet. You will find receipts and accepted contracts here.',
    titles: documentTitles,
    kinds: { receipt: 'Receipt', contract: 'Contract', upload: 'Document' },
    all: 'Show all documents',
  },
  request: {
    title: 'The link to your job ticket',
    text: 'Enter the e-mail address that your employer has of you. We send you the link.',
    email: 'E-mail address',
    send: 'Send the link',
    sent: 'Check your inbox',
    sentTo: 'You entered:',
    otherAddress: 'Enter another address',
    sentText:
      'If we know the address, the mail arrives in a few minutes. Otherwise ask your employer for the link. We send at most three mails a day.',
    off: 'Ask your employer',
    offText: 'This service sends no mail. Your HR department can give you the link to your page.',
  },
  join: {
    title: 'Your job ticket',
    by: (company: string) => `From ${company}`,
    text: 'A job ticket is a monthly ticket for local public transport that your employer pays for or subsidises. Enter the e-mail address that your employer has, and your date of birth. We mail you the link to your own page: there you find your ticket, your contract and your receipts.',
    sentText:
      'If your employer has listed you with this address and date of birth, the mail arrives in a few minutes. Otherwise ask your employer. We do not send more than three mails a day.',
  },
  troubles: {
    'not-found': {
      title: 'This link is not right',
      text: 'Please open it once more just as you received it, complete to the last character.',
    },
    'link-ended': {
      title: 'This link no longer works',
      text: 'A newer one has replaced it, for instance because your e-mail address has changed.',
    },
    'ticket-not-valid': {
      title: 'This ticket is no longer valid',
      text: 'Its month is over, or it was replaced. Your page has the valid one.',
    },
    'wallet-not-configured': {
      title: 'This wallet is not set up here',
      text: 'Please ask your employer how you get your ticket.',
    },
    busy: { title: 'One moment, please', text: 'Please try again shortly.' },
    other: {
      title: 'That did not work',
      text: 'Please try again later. If that does not help, talk to your employer.',
    },
  },
  toRequest: 'Request the link by e-mail',
  again: 'Try again',
  forget: 'Forget this device',
  forgetText: 'After that, the page asks for the date of birth here again.',
  explains:
    'A job ticket is a monthly ticket for local public transport that your employer pays for or subsidises. On this page you find your ticket, your contract and your receipts. You need no account.',
  contact: 'Questions? Ask here:',
  privacy: 'Data protection',
  what: 'What is this page?',
  questions: 'Your employer answers questions.',
};
