/** A ticket as its holder sees it: in mails, on the own page and in a wallet. */
export const ticket = {
  number: 'Ticket number',
  valid: 'Valid',
  addToApple: 'Add to Apple Wallet',
  addToGoogle: 'Add to Google Wallet',
};
