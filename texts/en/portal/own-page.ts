import { vocabulary } from '../vocabulary.ts';

export const ownPage = {
  title: 'Employees’ page',
  text: 'Every employee has a page with ticket, contract and receipts. Here you decide what employees can do there.',
  note: 'Contact and data protection',
  noteText: 'For employees: on their page, in mails and on contracts.',
  contact: 'Whom employees can ask',
  contactHelp: 'For example name, phone number and e-mail address.',
  privacy: 'Note on data protection',
  privacyHelp:
    'For example who is responsible, what the data is used for and where your full note is. Addresses of websites are links on the page; mails do not print them.',
  join: 'Join link',
  joinText:
    'A link for a poster or the intranet. Employees enter their e-mail address and date of birth and are mailed the link to their own page. The answer is the same for everybody, so the link reveals nobody.',
  joinOn: 'The join link works',
  strangers: 'Show who is not found',
  strangersText:
    'Somebody who asks with an address or a birth date that you have not listed appears under “Requests”, for 30 days.',
  copy: 'Copy the link',
  posterDe: 'Poster in German (PDF)',
  posterEn: 'Poster in English (PDF)',
  code: 'QR code of the join link',
  renew: 'Renew the link',
  renewTitle: 'Renew the join link?',
  renewText: 'The present link and every poster with it stop working.',
  renewed: 'The join link has been renewed.',
  needsMail: 'Without mail the service cannot send the links. Ask the operator to set it up.',
  acts: 'What employees may change',
  actsText:
    'Order, pause, resume, cancel, and choose among the offered plans. Deadlines, contracts and costs are the same as if you did it.',
  mode: 'Changes on the own page',
  modes: vocabulary.employeeActions,
  modesText: {
    none: 'Employees see their ticket and answer contracts. They ask you for everything else.',
    ask: 'Employees ask on their page, and you answer under “Requests”. The day of the request counts for the deadline. They get the answer by mail.',
    direct:
      'Employees decide themselves. They can also take back what you have cancelled or paused. The log says who did it.',
  },
};
