import { n } from '../number.ts';

export const documents = {
  title: 'Documents',
  text: 'Receipts, contracts and what was uploaded.',
  document: 'Document',
  person: 'Person',
  kind: 'Kind',
  kinds: { receipt: 'Receipts', contract: 'Contracts', upload: 'Uploaded documents' },
  date: 'Date',
  anyKind: 'Every kind',
  downloadable: 'Download',
  notDownloadable: 'withheld',
  notSigned: 'not signed',
  withhold: 'Withhold',
  release: 'Release',
  withheld: 'The document is withheld.',
  released: 'The document can be downloaded again.',
  search: 'Person or document',
  zip: 'Download many',
  zipTitle: 'Download documents as a ZIP file',
  zipText: 'One PDF per document, named after the person. The download is recorded in the audit log.',
  zipKind: 'Which documents',
  zipKinds: { receipt: 'Receipts of a month', contract: 'Signed contracts' },
  zipKindText: {
    receipt: 'With the receipts of refunds of that month.',
    contract: 'All that were accepted, or those of one month.',
  },
  zipMonth: 'Month',
  zipAllMonths: 'All months',
  zipCount: (count: number) =>
    count === 0 ? 'There are none.' : count === 1 ? '1 document' : `${n(count)} documents`,
  onlyDownloadable: 'Only what can be downloaded',
  none: 'No documents yet',
  noneText: 'Receipts appear with the first tickets that employees pay for; contracts when they are offered.',
};

export const handOut = {
  title: 'Contracts and links',
  text: 'If mail to employees is switched on in the settings, the service mails them their links. Otherwise export the links and send them yourself.',
  mailedText:
    'The service mails contracts and tickets to employees. Here you see what is open and who has answered.',
  contractsMailed:
    'The service mails the links itself. The overview says which links have not been mailed, for example because mail was switched on later.',
  contracts: 'Contracts',
  contractsText:
    'A link and the person’s date of birth are enough to sign. Send each link to its own person only.',
  pages: 'Links to the employees’ pages',
  wallets: 'Wallet links',
  walletsText: (month: string) => `The tickets of ${month} for Apple and Google Wallet.`,
  link: 'Link',
  copyLink: 'Copy link',
  search: 'Name or e-mail',
  nobodyFound: 'Nobody matches',
  reason: 'Reason',
  start: 'Planned start',
  amount: 'A month',
  answered: (day: string) => `Answered ${day}`,
  proof: 'Proof',
  proofs: { mailed: 'mailed link', shown: 'shown link', paper: 'paper' },
  noContracts: 'No contracts here',
  noContractsText: 'A contract is offered when somebody is enrolled in a plan that they pay a part of.',
  noWallets: 'No tickets this month',
  noWalletsText: 'Links appear when the tickets of the month have been issued.',
  linkForHr: 'for HR and administrators',
  newTerms: 'Offer the present amounts',
  newTermsTitle: 'Offer new contracts with the present amounts',
  newTermsText: (count: number) =>
    count === 0
      ? 'Everybody who pays less than the present amount has an open offer. There is nothing to offer.'
      : count === 1
        ? '1 person pays less than the present amount, has not accepted new terms, and gets a new offer.'
        : `${n(count)} people pay less than the present amount, have not accepted new terms, and get a new offer.`,
  offered: (count: number) => (count === 1 ? '1 offer has been made.' : `${n(count)} offers have been made.`),
};
