import { connect } from './connect.ts';
import { costs } from './costs.ts';
import { groups } from './groups.ts';
import { handover } from './handover.ts';
import { ownPage } from './own-page.ts';
import { payroll } from './payroll.ts';
import { reminders } from './reminders.ts';
import { requests } from './requests.ts';
import { roster } from './roster.ts';
import { search } from './search.ts';
import { webhooks } from './webhooks.ts';

/**
 * Texts that their pages load themselves, with a hook beside the pages: nobody needs them for the first page. The texts of a
 * new page belong here.
 */
export const ofPages = {
  connect,
  costs,
  groups,
  handover,
  ownPage,
  payroll,
  reminders,
  requests,
  roster,
  search,
  webhooks,
};
