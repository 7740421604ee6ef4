import type { wallet as en } from '../en/wallet.ts';
import { ticket } from './ticket.ts';

export const wallet: typeof en = {
  product: 'Monatsticket',
  monthLabel: 'Monat',
  holderLabel: 'Ausgestellt für',
  companyLabel: 'Arbeitgeber',
  aboutLabel: 'Hinweis',
  validLabel: { ticket: ticket.valid, specimen: 'Zeitraum' },
  ticketIdLabel: ticket.number,
  about: {
    ticket: 'Persönlich und nicht übertragbar. Der Code enthält nur die Ticketnummer.',
    specimen:
      'Dies ist ein Muster aus einer Testumgebung. Es ist keine Fahrkarte und berechtigt zu keiner Fahrt.',
  },
};
