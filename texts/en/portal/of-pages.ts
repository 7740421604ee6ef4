import { clock } from './clock.ts';
import { conflicts, duplicates } from './conflicts.ts';
import { connect } from './connect.ts';
import { costs } from './costs.ts';
import { earlier } from './earlier.ts';
import { exports } from './exports.ts';
import { groups } from './groups.ts';
import { handover } from './handover.ts';
import { hrSource } from './hr-source.ts';
import { keys } from './keys.ts';
import { outbox } from './outbox.ts';
import { ownPage } from './own-page.ts';
import { payroll } from './payroll.ts';
import { reminders } from './reminders.ts';
import { requests } from './requests.ts';
import { roster } from './roster.ts';
import { search } from './search.ts';
import { users } from './users.ts';
import { waiting } from './waiting.ts';
import { webhooks } from './webhooks.ts';

/**
 * Texts that their pages load themselves, with a hook beside the pages: nobody needs them for the first page. `exports` is for files that the service writes. The texts of a
 * new page belong here.
 */
export const ofPages = {
  clock,
  outbox,
  exports,
  users,
  earlier,
  keys,
  waiting,
  conflicts,
  connect,
  costs,
  duplicates,
  groups,
  handover,
  hrSource,
  ownPage,
  payroll,
  reminders,
  requests,
  roster,
  search,
  webhooks,
};
