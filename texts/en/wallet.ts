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
  /** A notification when the pass changes. %@ is the new month, or why there is no ticket. */
  changed: 'Monthly ticket: %@',
  statusLabel: 'Status',
  /** In place of the month, if the pass is void. */
  status: { paused: 'Paused', 'no-ticket': 'No valid ticket', replaced: 'No longer valid' },
  about: {
    ticket: 'Personal and not transferable. The code holds only the ticket number.',
    specimen: 'This is a specimen from a test environment. It is not a ticket and entitles nobody to travel.',
    paused: 'Your subscription is paused. The next ticket appears on this pass by itself.',
    'no-ticket': 'You have no valid ticket at the moment. The next one appears on this pass by itself.',
    replaced: 'This pass was replaced or withdrawn. You can delete it.',
  },
};
