import { monthLinkRow } from '../../../tickets/wallet/month-links.ts';
import type { Writing } from '../csv.ts';

export function walletLinkFile({ words: { handOut, person, employees, common, exports } }: Writing) {
  return {
    fileName: handOut.wallets,
    headings: [
      person.number,
      employees.firstName,
      employees.lastName,
      common.email,
      exports.month,
      exports.ticket,
      person.apple,
      person.google,
    ],
    toRow: monthLinkRow,
  };
}
