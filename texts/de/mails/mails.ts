import { contract, pageLink, refund, requestAnswered, ticket } from './employees.ts';
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
  requestAnswered,
  invitation,
  passwordReset,
  notices,
  contactNotice,
};
