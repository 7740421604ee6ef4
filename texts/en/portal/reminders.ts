import { n } from '../number.ts';

const people = (count: number) => (count === 1 ? '1 person' : `${n(count)} people`);

/** How contracts go, and reminding of them. */
export const reminders = {
  progress: 'Progress',
  mailed: (day: string) => `mailed ${day}`,
  notMailed: 'not mailed',
  reminded: (day: string) => `reminded ${day}`,
  opened: (day: string) => `opened ${day}`,
  notOpened: 'not opened',
  remind: 'Remind all',
  title: 'Remind everybody who has not answered?',
  none: 'Nobody can be reminded now.',
  counts: {
    remind: (count: number) => `${people(count)} get a reminder.`,
    offer: (count: number) => `${people(count)} get their first mail with the link.`,
    recent: (count: number) => `${people(count)}: left out, a mail was sent in the last 24 hours.`,
    undeliverable: (count: number) => `${people(count)}: left out, the mail server refuses their address.`,
    paused: (count: number) => `${people(count)}: left out, their subscription is paused.`,
  },
  done: (count: number) => (count === 1 ? '1 mail is on its way.' : `${n(count)} mails are on their way.`),
  undeliverable: 'Undeliverable',
  undeliverableText:
    'The mail server refused the last mail to these addresses for good. Correct the address in the HR system, or with the person. The list then forgets it by itself.',
  noneUndeliverable: 'Every mail arrives',
  noneUndeliverableText: 'The mail server has refused no address.',
  refusedOn: 'Refused',
  answer: 'Answer of the mail server',
};
