import { n } from '../number.ts';

/** The search over everything. */
export const search = {
  title: 'Search',
  placeholder: 'Name, number, document, page …',
  hint: 'People by name, e-mail address or number; receipts by number; syncs by their id; pages and actions.',
  hintPages: 'Pages and actions.',
  nothing: 'Nothing found.',
  searching: 'Searching',
  failed: 'The search did not work. Please try again.',
  groups: {
    people: 'People',
    documents: 'Documents',
    syncs: 'Syncs',
    integrations: 'Integrations',
    pages: 'Pages',
    actions: 'Actions',
    guides: 'Guides',
  },
  allPeople: (count: number) => `Show all ${n(count)} people`,
  actions: {
    waiting: 'Order tickets for people who wait',
    contracts: 'Collect contracts',
    connect: 'Connect an HR system',
    webhook: 'Create a webhook',
  },
  guides: { month: 'The month of HR', all: 'All guides' },
  /** Other words under which people look for a page. */
  words: {
    '/': 'start home dashboard to do',
    '/employees': 'staff people list',
    '/documents': 'receipts contracts files pdf',
    '/links': 'contracts sign wallet links',
    '/costs': 'payroll statement datev tax-free export money subsidy month',
    '/integrations': 'roster upload file excel csv hr system personio sftp',
    '/keys': 'api access credentials',
    '/webhooks': 'events',
    '/company': 'settings subsidy plan price address mail time zone',
    '/groups': 'subsidy plan rule department cost centre',
    '/payroll': 'datev lodas tax-free wage type adviser number',
    '/users': 'colleagues roles invite',
    '/identity': 'sso single sign-on openid',
    '/audit': 'log history who did what',
    '/clock': 'date staging',
    '/outbox': 'mails',
  } as Readonly<Record<string, string>>,
};
