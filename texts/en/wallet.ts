import { ticket } from './ticket.ts';

/** The texts of a wallet pass. */
export const wallet = {
  product: 'Monthly ticket',
  monthLabel: 'Month',
  holderLabel: 'Issued to',
  companyLabel: 'Employer',
  aboutLabel: 'Please note',
  /** The labels of a specimen do not claim validity either. */
  validLabel: { ticket: ticket.valid, specimen: 'Period' },
  ticketIdLabel: ticket.number,
  about: {
    ticket: 'Personal and not transferable. The code holds only the ticket number.',
    specimen: 'This is a specimen from a test environment. It is not a ticket and entitles nobody to travel.',
  },
};
