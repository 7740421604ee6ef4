import { vocabulary } from './vocabulary.ts';

/** Receipts and refunds as PDF. */
export const receiptDocument = {
  product: 'Monthly ticket for local public transport',
  number: 'Receipt number',
  reverses: (number: string) => `This refund reverses receipt ${number}.`,
  issuedOn: 'Issued on',
  issuer: 'Issuer',
  recipient: 'Recipient',
  taxNumber: 'Issuer’s tax number',
  personnelNumber: vocabulary.personField.hrId,
  month: 'Month',
  period: 'Period',
  price: 'Ticket price (gross)',
  discount: 'Discount',
  gross: 'Total (gross)',
  net: 'of which net',
  vat: 'of which 7 % VAT',
  subsidy: 'Employer’s subsidy',
  contribution: 'Employee’s share',
  paid: {
    'deferred-plan': 'The employer advances the employee’s share and withholds it from the salary.',
    'split-pay-plan': 'The employee pays this share directly.',
    'fully-subsidized-plan': '',
  },
  refunded: {
    'deferred-plan': 'The employee’s share is not withheld, or is paid back with the next salary.',
    'split-pay-plan': 'The employee’s share is paid back.',
    'fully-subsidized-plan': '',
  },
};

/** What stands around the text of an accepted contract. The text itself is in `src/tickets/subscriptions/contract-wording/`. */
export const contractDocument = {
  employee: 'Employee',
  personnelNumber: (number: string) => `personnel number ${number}`,
  accepted: 'Accepted',
  onPaper: 'Accepted on paper, recorded',
  proof: 'Proof',
  version: 'Version of the text',
  digest: 'SHA-256 of the text',
  contact: 'Contact',
  privacy: 'Data protection',
};
