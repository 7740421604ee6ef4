import { contract, note, pageLink, refund, requestAnswered, ticket } from './employees.ts';
import { layout } from './layout.ts';
import { greeting, unnamed } from './names.ts';
import { contactNotice, notices } from './notices.ts';
import { invitation, passwordReset } from './users.ts';

export const mails = {
  layout,
  unnamed,
  greeting,
  ticket,
  refund,
  contract,
  pageLink,
  note,
  requestAnswered,
  invitation,
  passwordReset,
  notices,
  contactNotice,
};
