/** Which processes are killed. */
export const WHO = ['node', 'database', 'both'] as const;
export type Who = (typeof WHO)[number];

/** The kinds of work, as the command line and the table name them. */
export const KIND_NAMES = [
  'roster',
  'pull',
  'dropped file',
  'monthly issue',
  'mails',
  'webhooks',
  'passes',
  'bulk action',
  'price change',
  'migration',
  'backup',
  'restore',
] as const;
export type KindName = (typeof KIND_NAMES)[number];
