import type { contractDocument as enContract, receiptDocument as enReceipt } from '../en/documents.ts';
import { vocabulary } from './vocabulary.ts';

export const receiptDocument: typeof enReceipt = {
  product: 'Monatsticket für den öffentlichen Nahverkehr',
  number: 'Belegnummer',
  reverses: (number) => `Diese Erstattung hebt den Beleg ${number} auf.`,
  issuedOn: 'Ausgestellt am',
  issuer: 'Aussteller',
  recipient: 'Empfänger',
  taxNumber: 'Steuernummer des Ausstellers',
  personnelNumber: vocabulary.personField.hrId,
  month: 'Monat',
  period: 'Zeitraum',
  price: 'Preis des Tickets (brutto)',
  discount: 'Rabatt',
  gross: 'Gesamtbetrag (brutto)',
  net: 'darin Nettobetrag',
  vat: 'darin 7 % Umsatzsteuer',
  subsidy: 'Zuschuss des Arbeitgebers',
  contribution: 'Eigener Anteil',
  paid: {
    'deferred-plan':
      'Der eigene Anteil wird vom Arbeitgeber ausgelegt und mit der Lohn- oder Gehaltsabrechnung einbehalten.',
    'split-pay-plan': 'Der eigene Anteil wird unmittelbar bezahlt.',
    'fully-subsidized-plan': '',
  },
  refunded: {
    'deferred-plan':
      'Der eigene Anteil wird nicht einbehalten oder mit der nächsten Lohn- oder Gehaltsabrechnung erstattet.',
    'split-pay-plan': 'Der eigene Anteil wird erstattet.',
    'fully-subsidized-plan': '',
  },
};

export const contractDocument: typeof enContract = {
  employee: 'Mitarbeiterin oder Mitarbeiter',
  personnelNumber: (number) => `Personalnummer ${number}`,
  accepted: 'Angenommen',
  onPaper: 'Auf Papier angenommen, erfasst',
  proof: 'Nachweis',
  version: 'Fassung des Textes',
  digest: 'SHA-256 des Textes',
  contact: 'Kontakt',
  privacy: 'Datenschutz',
};
