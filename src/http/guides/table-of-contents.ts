/** One page: the last part of its address, and its file below `docs/`. The title is the file's first heading. */
export interface Page {
  name: string;
  file: string;
}

const guide = (name: string): Page => ({ name, file: `guides/${name}.md` });
const reference = (name: string): Page => ({ name: `reference-${name}`, file: `${name}.md` });

/** In the order in which they are read. A test demands that every guide is listed. */
export const GUIDES: readonly Page[] = [
  'quick-start',
  'nightly-sync',
  'what-happens-to-a-roster',
  'next-morning',
  'who-gets-a-ticket',
  'webhooks-and-events',
  'costs-and-payroll',
  'errors-and-limits',
  'going-live',
  'install',
  'administration',
  'security',
].map(guide);

/** The rules, for those who look one up. */
export const REFERENCES: readonly Page[] = [
  'integrating',
  'sync',
  'subscriptions',
  'lifecycle',
  'events',
  'webhooks',
  'mail',
  'employee-page',
  'costs',
  'operating',
  'security',
].map(reference);

export const PAGES: readonly Page[] = [...GUIDES, ...REFERENCES];
