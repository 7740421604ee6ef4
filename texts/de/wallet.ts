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
  changed: 'Monatsticket: %@',
  statusLabel: 'Status',
  status: { paused: 'Pausiert', 'no-ticket': 'Kein gültiges Ticket', replaced: 'Nicht mehr gültig' },
  about: {
    ticket: 'Persönlich und nicht übertragbar. Der Code enthält nur die Ticketnummer.',
    specimen:
      'Dies ist ein Muster aus einer Testumgebung. Es ist keine Fahrkarte und berechtigt zu keiner Fahrt.',
    paused: 'Ihr Abo ist pausiert. Das nächste Ticket erscheint von selbst auf dieser Karte.',
    'no-ticket': 'Sie haben zurzeit kein gültiges Ticket. Das nächste erscheint von selbst auf dieser Karte.',
    replaced: 'Diese Karte wurde ersetzt oder zurückgezogen. Sie können sie löschen.',
  },
};
