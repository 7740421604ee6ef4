import type { ticket as en } from '../en/ticket.ts';

export const ticket: typeof en = {
  number: 'Ticketnummer',
  valid: 'Gültig',
  addToApple: 'Zu Apple Wallet hinzufügen',
  addToGoogle: 'Zu Google Wallet hinzufügen',
};
